"""Settings of the bare view without middlewares, on the database of the measured service."""

from tests.benchmarks.settings import *  # noqa: F403

ROOT_URLCONF = "tests.benchmarks.bare_urls"
MIDDLEWARE = []
