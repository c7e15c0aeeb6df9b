"""The bare view without middlewares, for a WSGI server. The settings come from the environment."""

from django.core.wsgi import get_wsgi_application

application = get_wsgi_application()
