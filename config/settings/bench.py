"""Settings of `manage.py bench`: the embedded service; its limits count but are never met; bare views beside it."""

from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import INSTALLED_APPS, RATE_LIMITS

ROOT_URLCONF = "games.management.benchmarks.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "rest_framework.authtoken"]
RATE_LIMITS = {
    bucket: {whose: (quota * 1_000, window) for whose, (quota, window) in limits.items()}
    for bucket, limits in RATE_LIMITS.items()
}
