"""Settings of the service in the chaos: wires to PostgreSQL that can be cut, and a fault in the code if one is wanted.

``WIRES`` names a folder with the sockets of the wires, and ``MUTANT`` the fault.
"""

from datetime import timedelta
from pathlib import Path

from config import environment
from config.embedded import broker, state
from tests.benchmarks.settings import *  # noqa: F403
from tests.benchmarks.settings import INSTALLED_APPS

INSTALLED_APPS = [*INSTALLED_APPS, "tests.games.chaos.mutants.Mutants"]

_WIRES = Path(environment.word("WIRES", ""))
BROKER_URL = broker.address(f"postgresql://postgres@/postgres?host={_WIRES / 'broker'}", state.BROKER_DATABASE)
DATABASES["default"]["HOST"] = str(_WIRES / "postgres")  # noqa: F405
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(BROKER_URL)
ACCESS_LIFETIME = timedelta(days=1)  # players of a long run need not sign in again
PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]  # the processors are for the games
