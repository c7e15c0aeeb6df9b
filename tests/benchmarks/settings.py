"""Settings of `make bench`: the embedded service with rate limits that are never reached, and the bare views.

They install the commands `bench` and `load_test`, which a host does not need.
"""

from config.settings.embedded import *  # noqa: F403
from config.settings.embedded import INSTALLED_APPS, RATE_LIMITS

ROOT_URLCONF = "tests.benchmarks.urls"
INSTALLED_APPS = [*INSTALLED_APPS, "rest_framework.authtoken", "tests.benchmarks"]
RATE_LIMITS = {
    bucket: {whose: (quota * 1_000, window) for whose, (quota, window) in limits.items()}
    for bucket, limits in RATE_LIMITS.items()
}
