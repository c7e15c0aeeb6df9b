"""Settings of a public service. It does not start without its secrets."""

import logging
from pathlib import Path

from config import environment, logs, static
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, DATABASE_POOL, REPLICA_URL, STORAGES

SECRET_KEY = environment.required("SECRET_KEY")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
"""Earlier secret keys, separated by commas."""

ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", environment.required("ALLOWED_HOSTS"))

DATABASES = environment.databases(environment.required("DATABASE_URL"), REPLICA_URL, pool=DATABASE_POOL)
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(
    environment.required("BROKER_URL")
)
CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = CELERY_TASK_DEFAULT_QUEUE_TYPE  # of the queues in CELERY_TASK_ROUTES

PUBLIC_URL = environment.word("PUBLIC_URL", f"https://{ALLOWED_HOSTS[0].lstrip('.')}").rstrip("/")
EMAIL_URL = environment.word("EMAIL_URL", "")
globals().update(environment.mail(EMAIL_URL))
RATED_NEEDS_EMAIL = environment.flag("RATED_NEEDS_EMAIL", default=bool(EMAIL_URL))

STATIC_ROOT = Path(environment.word("STATIC_ROOT", str(BASE_DIR / "static")))
"""The directory where `manage.py collectstatic` puts static files, and where the web server finds them."""

WHITENOISE_USE_FINDERS = not static.is_collected(STATIC_ROOT)
WHITENOISE_SKIP_COMPRESS_EXTENSIONS = static.NOT_COMPRESSED
STORAGES = {**STORAGES, "staticfiles": {"BACKEND": "config.static.Storage"}}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = environment.flag("SECURE_SSL_REDIRECT", default=True)
"""Whether to redirect plain HTTP to HTTPS (1 or 0). This needs a proxy that sets `X-Forwarded-Proto`."""

SECURE_REDIRECT_EXEMPT = [r"^api/v1/(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = environment.number("SECURE_HSTS_SECONDS", 0)
"""The seconds for which browsers use only HTTPS after a visit. You cannot take this back."""

SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
"""Whether the same holds for all names below yours (1 or 0)."""

SECURE_HSTS_PRELOAD = environment.flag("SECURE_HSTS_PRELOAD", default=False)
"""Whether browsers may put your name on their built-in list (1 or 0)."""

SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=True, level=environment.word("LOG_LEVEL", "INFO"))
logging.captureWarnings(True)  # so that Python's warnings have the format of the log
