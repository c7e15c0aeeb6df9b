"""Settings of the tests: a throwaway database, no broker, cheap password hashes."""

from config import environment, logs
from config.settings.base import *  # noqa: F403

SECRET_KEY = "a-key-for-tests-that-signs-nothing-of-value"  # noqa: S105
ALLOWED_HOSTS = ["testserver", "localhost", "127.0.0.1"]
DATABASES = {"default": environment.database(environment.word("DATABASE_URL", "postgresql:///maumau"))}
CELERY_BROKER_URL = "memory://"
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
RATE_LIMITS = {}
PUBLIC_URL = "https://play.example"
"""So that a test of a leaderboard needs one game, not ten."""
WHITENOISE_USE_FINDERS = False
"""With finders, each client of a test would search for all static files before its first request."""
WEB_ROOT = BASE_DIR / "build" / "no-page"  # noqa: F405
"""So that no client of a test lists the files of the page, if it was built."""

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=True, level="WARNING")
