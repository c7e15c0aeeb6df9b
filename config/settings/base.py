"""The settings that all ways of running share."""

import logging
from pathlib import Path
from typing import Any

from config import environment
from games.ladders.seasons import LENGTHS
from players import defaults

BASE_DIR = Path(__file__).resolve().parents[2]

DEBUG = False
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
"""The names under which the service answers, separated by commas."""

APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
USE_I18N = False  # the service speaks English; only digests have other languages
LANGUAGES = [
    ("en", "English"),
    ("de", "Deutsch"),
    ("cs", "Čeština"),
    ("nl", "Nederlands"),
    ("pt", "Português"),
    ("pl", "Polski"),
    ("fr", "Français"),
]
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

INSTALLED_APPS = [
    "players",
    "games",
    "config.embedded",
    "corsheaders",
    "rest_framework",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "django_structlog",
    "config.apps.AdminPages",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
]

MIDDLEWARE = [
    *defaults.MIDDLEWARE,
    "config.middleware.Security",
    "config.middleware.Common",
    "config.middleware.content_security_policy",
    "config.middleware.StaticFiles",
    "config.middleware.RequestLog",
    "config.middleware.AdminSession",
    "config.middleware.AdminAuthentication",
    "config.middleware.AdminMessages",
    "config.middleware.NoFrames",
    "config.middleware.ConcurrencyLimit",
]
# No CsrfViewMiddleware: the API takes no cookies, and every view of the admin carries csrf_protect (W003). Security and
# NoFrames are Django's own middleware, made asynchronous; the checks know Django's names alone (W001, W002).
SILENCED_SYSTEM_CHECKS = ["security.W001", "security.W002", "security.W003"]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "config" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
            ]
        },
    }
]

DATABASE_POOL = environment.number("DATABASE_POOL", 0)
"""Database connections that a web process keeps open; 0 keeps none. A quarter of them, at least one, serves feeds that
clients poll, so that polls never hold up a move."""

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}
}

AUTH_USER_MODEL = defaults.AUTH_USER_MODEL
PASSWORD_HASHERS = defaults.PASSWORD_HASHERS
AUTH_PASSWORD_VALIDATORS = defaults.AUTH_PASSWORD_VALIDATORS
METRICS_TOKEN = environment.word("METRICS_TOKEN", "")
"""The bearer token that `/api/v1/metrics` wants; without one it answers to this machine alone."""
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", defaults.TRUSTED_PROXIES)
"""How many proxies of yours append to `X-Forwarded-For`; with 0 the header counts for nothing."""

CORS_ORIGINS = environment.words("CORS_ORIGINS")
"""Origins whose pages may call the API, for example `https://play.example`, separated by commas; or `*`."""

CORS_ALLOW_ALL_ORIGINS = "*" in CORS_ORIGINS
CORS_ALLOWED_ORIGINS = [origin for origin in CORS_ORIGINS if origin != "*"]
CORS_ALLOW_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    "Authorization", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID", "X-Request-Id",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After", "X-Request-Id",
]  # fmt: skip
CORS_PREFLIGHT_MAX_AGE = 7_200
"""Seconds. No cookies are allowed: the token is in a header."""
RATE_LIMITS: dict[str, dict[str, tuple[int, int]]] = defaults.RATE_LIMITS
REST_FRAMEWORK = defaults.REST_FRAMEWORK
SPECTACULAR_SETTINGS = {
    **defaults.SPECTACULAR,
    "TITLE": "Mau-Mau",
    "DESCRIPTION": "The Mau-Mau family of card games by correspondence.",
    "VERSION": "1",
    "SERVE_PERMISSIONS": ["rest_framework.permissions.AllowAny"],
    "SERVE_AUTHENTICATION": [],
    "ENUM_NAME_OVERRIDES": {"GameStatus": ["waiting", "playing", "over"], "SessionScope": ["player", "bot"]},
    "POSTPROCESSING_HOOKS": [
        "drf_spectacular.hooks.postprocess_schema_enums",
        "games.api.tables.event_reference.describe_events",
    ],
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
}
DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

SEASON_MONTHS = environment.one_of("SEASON_MONTHS", 3, LENGTHS)
"""How many months a season of the ladders has: 1, 2, 3, 4, 6 or 12."""

LEADERBOARD_GAMES = environment.number("LEADERBOARD_GAMES", 10)
"""How many rated games a player needs to be listed on a leaderboard. After a change, run
`manage.py rebuild standings`."""

DOCS_ROOT = Path(environment.word("DOCS_ROOT", str(BASE_DIR / "build" / "docs")))
"""The directory where `make docs` builds the site that is served at `/docs/`."""

STATIC_URL = "/static/"
STATICFILES_DIRS = [BASE_DIR / "config" / "static"]
WHITENOISE_USE_FINDERS = True
WHITENOISE_AUTOREFRESH = False

SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

DJANGO_STRUCTLOG_USER_ID_FIELD = None  # asking for the user would ask the database
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO  # a refusal is not a problem of the host
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_TASK_RETRY_LOG_LEVEL = logging.INFO  # also for revoked tasks of beat that came too late
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True  # the one that players.http.middleware has checked or made

CELERY_TASK_DEFAULT_QUEUE = "games"
CELERY_TASK_ROUTES = {"games.bots": {"queue": "bots"}, "games.check": {"queue": "examiner"}}
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # pgmq cannot name its reply queue; health is told by heartbeat rows
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_CONSUMER = "config.worker:PatientConsumer"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # for ever
CELERY_BEAT_SCHEDULE = {
    "verify": {"task": "games.verify", "schedule": 600.0, "options": {"expires": 60}},
    "sweep": {"task": "players.sweep", "schedule": 3600.0, "options": {"expires": 600}},
}
"""Nothing waits for beat: workers look for work by themselves (``games.loops``)."""
