"""Settings of a service that others depend on. It refuses to start without its secrets."""

import logging
from pathlib import Path

from config import environment, logs, static
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, DATABASE_POOL

SECRET_KEY = environment.required("SECRET_KEY")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", environment.required("ALLOWED_HOSTS"))

DATABASES = {"default": environment.database(environment.required("DATABASE_URL"), pool=DATABASE_POOL)}
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(
    environment.required("BROKER_URL")
)

STATIC_ROOT = Path(environment.word("STATIC_ROOT", str(BASE_DIR / "static")))
WHITENOISE_USE_FINDERS = not static.is_collected(STATIC_ROOT)
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "config.static.Storage"},
}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = environment.flag("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^api/v1/(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = environment.number("SECURE_HSTS_SECONDS", 0)
"""Browsers that see it refuse plain HTTP for as long, and nothing takes it back: the host must ask for it."""
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.flag("SECURE_HSTS_INCLUDE_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = environment.flag("SECURE_HSTS_PRELOAD", default=False)
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=True, level=environment.word("LOG_LEVEL", "INFO"))
logging.captureWarnings(True)  # Python's warnings are lines of the log too
