"""Settings of a server that tests ask over HTTP: production's, without limits on requests, with cheap passwords."""

from config.settings.production import *  # noqa: F403

PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
RATE_LIMITS = {}
