"""The settings that all ways to run the service share."""

import logging
from datetime import timedelta
from email.utils import parseaddr
from pathlib import Path
from typing import Any

from config import environment
from config.settings.openapi import SPECTACULAR_SETTINGS  # noqa: F401  # it is a setting
from games.ladders.seasons import LENGTHS

BASE_DIR = Path(__file__).resolve().parents[2]

DEBUG = False
ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"
ALLOWED_HOSTS = environment.words("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
"""The names under which the service answers, separated by commas."""

APPEND_SLASH = False
USE_TZ = True
TIME_ZONE = "UTC"
LANGUAGE_CODE = "en"
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
    # The first: all other answers get an id and CORS headers, and become problems where they must.
    "base.http.middleware.request_id",
    "base.http.middleware.language",
    "corsheaders.middleware.CorsMiddleware",
    "base.http.middleware.problems",
    "config.middleware.Security",
    "config.middleware.Common",
    "config.kept_answers.kept_answers",
    "config.middleware.Compression",
    "config.middleware.content_security_policy",
    "config.middleware.StaticFiles",
    "config.middleware.RequestLog",
    "config.middleware.PageSession",
    "config.middleware.PageAuthentication",
    "config.middleware.PageMessages",
    "config.middleware.NoFrames",
    "config.concurrency.ConcurrencyLimit",
]
# No CsrfViewMiddleware: the API takes no cookies, and every view of the admin has csrf_protect (W003). Security and
# NoFrames are Django's own middleware, made asynchronous, but the checks know only Django's names (W001, W002).
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

_MOST_WEB_PROCESSES = 4

DATABASE_POOL = environment.number("DATABASE_POOL", 0)
"""Database connections that a web process keeps open; 0 keeps none. A quarter of them, at least one, is for the feeds
that clients poll, so polls never hold up a move."""

WEB_CONCURRENCY = max(1, environment.number("WEB_CONCURRENCY", min(environment.processors(), _MOST_WEB_PROCESSES)))
"""The number of web processes, on one address. By default there is one for each processor that the service may use, but
at most 4."""

REPLICA_URL = environment.words("REPLICA_URL")
"""Replicas of the database that answer old reads, such as `postgresql://user:password@host:5432/name`, separated by
commas. Each address is one replica, or a proxy that keeps a connection at one. Without it the primary answers all."""

REPLICA_STALENESS = environment.one_of("REPLICA_STALENESS", 5, range(1, 3_601))
"""The most seconds by which a replica may lag behind: 1 to 3600. While it lags more, the primary answers."""

DATABASE_ROUTERS = ["base.sql.routing.Router"]

PREPARED_STATEMENTS = environment.flag("PREPARED_STATEMENTS", default=True)
"""Whether PostgreSQL keeps the statements of a move prepared. Turn it off for a PgBouncer before 1.21 in transaction
mode, or one with `max_prepared_statements = 0`."""

DIRECT_DATABASE_URL = environment.address("DIRECT_DATABASE_URL")
"""The address of the database without a pooler in between, if `DATABASE_URL` names a pooler that hands out
transactions. Each web process listens for notifications there, on one connection. Without it, players who wait behind
such a pooler hear of a move up to three seconds late."""

CITUS = environment.flag("CITUS", default=False)
"""Whether `manage.py distribute` has spread the tables over the workers of Citus. Work that is due is then looked for
in one shard of the log after the other, so that no query waits for more than one worker."""

STREAMS = environment.number("STREAMS", 8_000)
"""The number of streams that a web process keeps open. Each needs a file descriptor. Those beyond it get 503."""

STREAMS_PER_ACCOUNT = environment.number("STREAMS_PER_ACCOUNT", 12)
"""The number of streams that an account has in a web process. If it opens another one, its oldest ends."""

SLOW_CLIENT_SECONDS = environment.number("SLOW_CLIENT_SECONDS", 20)
"""The seconds after which the service cuts off a client that does not read what it gets, or that sends a request very
slowly."""

CACHES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.cache.backends.db.DatabaseCache", "LOCATION": "cache"}
}

ARCHIVE_AFTER = environment.number("ARCHIVE_AFTER", 0)
"""The days after their end from which workers archive games. With 0 they archive none, and `manage.py archive` does."""

ARCHIVE_FOLDER = environment.word("ARCHIVE_FOLDER", str(BASE_DIR / "archive"))
"""The directory of the files of archived games, which all processes must share. `DATA/archive` by default for
`make up`."""

ARCHIVE_STORAGE = environment.word("ARCHIVE_STORAGE", "config.folder.Folder")
"""The class of Django's storages API that keeps the files of archived games, if it is not a directory."""

ARCHIVE_OPTIONS = environment.mapping("ARCHIVE_OPTIONS")
"""The options of the class in `ARCHIVE_STORAGE`, as a JSON object such as `{"bucket_name": "maumau"}`."""

STORAGES: dict[str, dict[str, Any]] = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"},
    "archive": {"BACKEND": ARCHIVE_STORAGE, "OPTIONS": ARCHIVE_OPTIONS or {"location": ARCHIVE_FOLDER}},
}

AUTH_USER_MODEL = "players.Player"
RESERVED_NAMES = (
    "Mau-Mau",
    # What bots are called in answers and on the page, in each of its languages; a test compares them.
    "Novice", "Clever", "Expert", "Program", "Nováček", "Chytrák", "Neuling", "Schlaukopf", "Profi", "Programm",
    "Débutant", "Rusé", "Programme", "Beginner", "Slimmerik", "Programma", "Nowicjusz", "Spryciarz", "Ekspert",
    "Novato", "Esperto", "Mestre", "Programa",
)  # fmt: skip
"""Names that no player can take, besides those of `players.names`. What looks like them counts, too."""

PASSWORD_HASHERS = ["players.hashers.LeanArgon2PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

ACCESS_LIFETIME = timedelta(minutes=15)
REFRESH_LIFETIME = timedelta(days=400)
"""A guest who has lost the refresh token has lost the account, because there is no password."""
REFRESH_GRACE = timedelta(seconds=60)
BOT_TOKEN_LIFETIME = timedelta(days=400)

METRICS_TOKEN = environment.word("METRICS_TOKEN", "")
"""The bearer token for `/api/v1/metrics`. Without one, only this machine gets an answer."""
TRUSTED_PROXIES = environment.number("TRUSTED_PROXIES", 0)
"""The number of your proxies that append to `X-Forwarded-For`. With 0 the header is ignored."""

CORS_ORIGINS = environment.words("CORS_ORIGINS")
"""Origins whose pages may call the API, such as `https://play.example`, separated by commas; or `*` for all."""

CORS_ALLOW_ALL_ORIGINS = "*" in CORS_ORIGINS
CORS_ALLOWED_ORIGINS = [origin for origin in CORS_ORIGINS if origin != "*"]
CORS_ALLOW_METHODS = ["GET", "POST", "PUT", "PATCH", "DELETE"]
CORS_ALLOW_HEADERS = [
    "Authorization", "Client-Version", "Content-Type", "Idempotency-Key", "If-Match", "If-None-Match", "Last-Event-ID",
    "Share-Code", "X-Request-Id",
]  # fmt: skip
CORS_EXPOSE_HEADERS = [
    "Deprecation", "ETag", "Idempotency-Replayed", "Link", "Location", "RateLimit", "RateLimit-Policy", "Retry-After",
    "Staleness", "Sunset", "X-Request-Id",
]  # fmt: skip
CORS_PREFLIGHT_MAX_AGE = 7_200
"""Seconds. No cookies are allowed: the token is in a header."""

RATE_LIMITS: dict[str, dict[str, tuple[int, int]]] = {
    "play": {"player": (300, 60), "address": (60_000, 60)},
    "read": {"player": (1_200, 60), "address": (240_000, 60)},
    "spectator": {"address": (6_000, 60)},
    "picture": {"address": (300, 60)},
    "lobby": {"player": (120, 60), "address": (24_000, 60)},
    "search": {"player": (120, 300), "address": (1_200, 300)},
    "check": {"player": (60, 3_600), "address": (300, 3_600)},
    "draft": {"player": (300, 3_600), "address": (1_500, 3_600)},
    "webhook": {"player": (60, 3_600), "address": (600, 3_600)},
    "subscription": {"account": (120, 3_600), "address": (24_000, 60)},
    "sign-in": {"address": (600, 60)},
    "password": {"account": (20, 300), "address": (300, 300)},
    "stranger": {"username": (500, 3_600)},
    "mail": {"account": (5, 3_600), "username": (20, 3_600), "address": (60, 3_600)},
}
"""For each bucket, by whom it counts: a number of requests, and the seconds in which they may come. Empty is no limit.

`password` counts tries with one username from one address, and tries with any username from one address. `stranger`
counts tries with a username from all addresses from which it has never signed in. So an attacker with many addresses
guesses slowly too, and cannot lock players out of the addresses that they use. `mail` counts mails to one recipient
from one address, to one recipient from anywhere, and to anybody from one address. `subscription` counts the readings of
one secret address, and all from one network address, from which a calendar service may read for many players.
`spectator` counts what people read of games without signing in, and `picture` the pictures of games. The class of cost
of a route names its bucket: `base.http.costs`.
"""

EMAIL_FROM = environment.word("EMAIL_FROM", "Mau-Mau <noreply@localhost>")
"""The sender of mails, such as `Mau-Mau <noreply@play.example>`."""

DEFAULT_FROM_EMAIL = SERVER_EMAIL = EMAIL_FROM
EMAIL_TIMEOUT = 10
EMAIL_USE_LOCALTIME = False

REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["players.authentication.BearerAuthentication"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "players.openapi.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "base.http.exception_handler.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
"""What `base.http.endpoint.Endpoint` cannot declare."""

MIN_CLIENT_VERSION = environment.versions("MIN_CLIENT_VERSION")
"""The oldest version of each client that may use the API, such as `ios=1.4,android=1.3.2`, separated by commas. A
client that says in `Client-Version` that it is older gets a 426."""

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024

SEASON_MONTHS = environment.one_of("SEASON_MONTHS", 3, LENGTHS)
"""The number of months in a season of the ladders: 1, 2, 3, 4, 6 or 12."""

RATED_NEEDS_EMAIL = environment.flag("RATED_NEEDS_EMAIL", default=False)
"""Whether rated games need an account with a confirmed address (1 or 0). In production this is 1 by default if
`EMAIL_URL` is set. Leaderboards then list no other accounts."""

WEBHOOK_NETWORKS = environment.networks("WEBHOOK_NETWORKS")
"""Networks that webhooks and Web Push may reach besides the public internet, such as `127.0.0.0/8` to test a receiver
on this machine, separated by commas. Only there `http://` is allowed. Every player of the service can then call what
listens there."""

VAPID_PRIVATE_KEY = environment.vapid_key("VAPID_PRIVATE_KEY")
"""The key with which notices to browsers are signed (Web Push). `manage.py vapid_key` makes one. Without it browsers
get none. If you change it, all browsers must subscribe again."""

VAPID_SUBJECT = environment.word("VAPID_SUBJECT", f"mailto:{parseaddr(EMAIL_FROM)[1]}")
"""Where push services of browsers can reach you: `mailto:` and an address, or an `https://` page."""

FCM_CREDENTIALS = environment.service_account("FCM_CREDENTIALS")
"""The JSON file of the service account with which notices are pushed by Firebase. Without it Firebase gets none."""

FCM_URL = environment.word("FCM_URL", "https://fcm.googleapis.com").rstrip("/")
"""The origin of Firebase Cloud Messaging."""

APNS_KEY = environment.ec_key("APNS_KEY")
"""The `.p8` file of the key with which notices are pushed by Apple. Without it Apple gets none."""

APNS_KEY_ID = environment.word_with("APNS_KEY_ID", "APNS_KEY")
"""The id of that key: ten characters."""

APNS_TEAM_ID = environment.word_with("APNS_TEAM_ID", "APNS_KEY")
"""The id of the team in the Apple Developer Program: ten characters."""

APNS_TOPIC = environment.word_with("APNS_TOPIC", "APNS_KEY")
"""The bundle id of the app for iOS."""

APNS_URL = environment.word("APNS_URL", "https://api.push.apple.com").rstrip("/")
"""The origin of Apple's push service; `https://api.sandbox.push.apple.com` for apps in development."""

OPEN_GAMES = environment.number("OPEN_GAMES", 200)
"""The largest number of games that are not over in which one player may have a seat."""

PUBLIC_TABLE_DAYS = environment.one_of("PUBLIC_TABLE_DAYS", 14, range(1, 366))
"""The number of days after which a public table that still waits for players expires: 1 to 365. It counts for tables \
that are opened from then on."""

PRIVATE_TABLE_DAYS = environment.one_of("PRIVATE_TABLE_DAYS", 30, range(1, 366))
"""The same for private tables."""

INVITATION_DAYS = environment.one_of("INVITATION_DAYS", 7, range(1, 31))
"""The number of days for which an invitation lasts if its maker does not choose: 1 to 30."""

APPLE_APPS = environment.words("APPLE_APPS")
"""The ids of the iOS apps that open links of invitations, such as `ABCDE12345.org.example.maumau`, separated by commas.
They are in `/.well-known/apple-app-site-association`."""

ANDROID_APPS = environment.words("ANDROID_APPS")
"""The Android apps that open links of invitations: for each its package, `=`, and the SHA-256 of its certificate as 64
hexadecimal digits, separated by commas. They are in `/.well-known/assetlinks.json`."""

WEB_ROOT = Path(environment.word("WEB_ROOT", str(BASE_DIR / "build" / "web")))
"""The page to play on, as `make web` builds it."""
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

DJANGO_STRUCTLOG_USER_ID_FIELD = None  # to find the user would take a query
DJANGO_STRUCTLOG_IP_LOGGING_ENABLED = False
DJANGO_STRUCTLOG_STATUS_4XX_LOG_LEVEL = logging.INFO  # a refused request is no trouble for the host
DJANGO_STRUCTLOG_REQUEST_CANCELLED_LOG_LEVEL = logging.INFO  # a client that waits may go away
DJANGO_STRUCTLOG_CELERY_ENABLED = True
DJANGO_STRUCTLOG_CELERY_TASK_RETRY_LOG_LEVEL = logging.INFO  # also for revoked tasks of beat that came too late
DJANGO_STRUCTLOG_TRUST_UPSTREAM_REQUEST_ID = True  # the one that base.http.middleware has checked or made

CELERY_TASK_DEFAULT_QUEUE = "games"
CELERY_TASK_ROUTES = {"games.bots": {"queue": "bots"}, "games.check": {"queue": "checks"}}
CELERY_TASK_CREATE_MISSING_QUEUES = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_STORE_ERRORS_EVEN_IF_IGNORED = False
CELERY_WORKER_PREFETCH_MULTIPLIER = 4
CELERY_WORKER_ENABLE_REMOTE_CONTROL = False  # pgmq cannot name its reply queue; heartbeats show the health of workers
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_CANCEL_LONG_RUNNING_TASKS_ON_CONNECTION_LOSS = True
CELERY_WORKER_CONSUMER = "config.worker:PatientConsumer"
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None  # without limit
CELERY_BEAT_SCHEDULE = {
    "verify": {"task": "games.verify", "schedule": 600.0, "options": {"expires": 60}},
    "archive": {"task": "games.archive", "schedule": 600.0, "options": {"expires": 300}},
    "guests": {"task": "games.sweep", "schedule": 3600.0, "options": {"expires": 600}},
    "puzzles": {"task": "games.puzzles", "schedule": 900.0, "options": {"expires": 600}},
    "sweep": {"task": "players.sweep", "schedule": 3600.0, "options": {"expires": 600}},
}
"""No game waits for beat: workers look for work by themselves (``games.loops``)."""
