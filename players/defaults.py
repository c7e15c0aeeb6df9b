"""Settings that the API needs, as plain data for a settings module to take over or to change; imports nothing."""

from datetime import timedelta
from typing import Any, Final

AUTH_USER_MODEL: Final = "players.Player"

PASSWORD_HASHERS: Final = ["players.hashers.LeanArgon2PasswordHasher"]

AUTH_PASSWORD_VALIDATORS: Final[list[dict[str, Any]]] = [
    {
        "NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator",
        "OPTIONS": {"user_attributes": ("username", "name", "email")},
    },
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator", "OPTIONS": {"min_length": 8}},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

MIDDLEWARE: Final = [
    "players.http.middleware.request_id",
    "corsheaders.middleware.CorsMiddleware",
    "players.http.middleware.problems",
]
"""In this order, before everything else: answers of the later ones get an id and CORS headers too."""

ACCESS_LIFETIME: Final = timedelta(minutes=15)
REFRESH_LIFETIME: Final = timedelta(days=400)
"""A guest has no password: when the refresh token is gone, so is the account."""
REFRESH_GRACE: Final = timedelta(seconds=60)
BOT_TOKEN_LIFETIME: Final = timedelta(days=400)

RATE_LIMITS: Final[dict[str, dict[str, tuple[int, int]]]] = {
    "play": {"player": (300, 60), "address": (60_000, 60)},
    "read": {"player": (1_200, 60), "address": (240_000, 60)},
    "lobby": {"player": (120, 60), "address": (24_000, 60)},
    "judge": {"player": (60, 3_600), "address": (300, 3_600)},
    "sign-in": {"address": (600, 60)},
    "password": {"account": (20, 300), "address": (300, 300)},
    "stranger": {"username": (500, 3_600)},
}
"""Bucket -> whose -> (requests, seconds in which they may be made). An empty bucket is no limit.

`password` counts the tries of one username from one address, and those of all usernames from it. `stranger` counts the
tries of a username from all addresses from which it has never signed in: so many addresses together guess slowly too,
and nobody can lock a player out of the places where they play.
"""

TRUSTED_PROXIES: Final = 0
"""How many proxies of ours stand before the service and append to X-Forwarded-For."""

REST_FRAMEWORK: Final[dict[str, Any]] = {
    "DEFAULT_AUTHENTICATION_CLASSES": [],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_SCHEMA_CLASS": "players.http.openapi.Schema",
    "DEFAULT_METADATA_CLASS": None,
    "EXCEPTION_HANDLER": "players.http.problems.handle",
    "URL_FORMAT_OVERRIDE": None,
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
"""What cannot be said on `players.http.endpoint.Endpoint`, and closed doors for a view that is none."""

SPECTACULAR: Final[dict[str, Any]] = {
    "OAS_VERSION": "3.1.0",
    "COMPONENT_SPLIT_REQUEST": False,
    "SCHEMA_PATH_PREFIX": r"/api/v1",
    "SERVE_INCLUDE_SCHEMA": False,
}
