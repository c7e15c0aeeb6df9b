"""Settings of a service that others depend on. It refuses to start without its secrets."""

from config import environment, logs
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, DATABASE_POOL

SECRET_KEY = environment.required("SECRET_KEY")
SECRET_KEY_FALLBACKS = environment.words("SECRET_KEY_FALLBACKS")
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", environment.required("ALLOWED_HOSTS"))

DATABASES = {"default": environment.database(environment.required("DATABASE_URL"), pool=DATABASE_POOL)}
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(
    environment.required("BROKER_URL")
)

STATIC_ROOT = BASE_DIR / "static"
WHITENOISE_USE_FINDERS = False
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}

SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
SECURE_SSL_REDIRECT = environment.flag("SECURE_SSL_REDIRECT", default=True)
SECURE_REDIRECT_EXEMPT = [r"^api/v1/(healthz|readyz|metrics)$"]
SECURE_HSTS_SECONDS = 365 * 24 * 3600
SECURE_HSTS_INCLUDE_SUBDOMAINS = True
SECURE_HSTS_PRELOAD = True
SESSION_COOKIE_SECURE = True
CSRF_COOKIE_SECURE = True

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=True, level=environment.word("LOG_LEVEL", "INFO"))
