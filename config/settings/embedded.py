"""Settings of the whole service on one machine; everything that must last lies in the directory DATA."""

from config import environment, logs
from config.embedded import broker, state
from config.embedded.cluster import Cluster
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, DATABASE_POOL

STATE = state.directory(BASE_DIR / "state")
SECRET_KEY = environment.word("SECRET_KEY", "") or state.secret_key(STATE)

CLUSTER = Cluster(STATE)
OWN_DATABASE = not environment.word("DATABASE_URL", "")
OWN_BROKER = not environment.word("BROKER_URL", "")
DATABASE_URL = environment.word("DATABASE_URL", CLUSTER.url(state.DATABASE))
BROKER_URL = environment.word("BROKER_URL", broker.address(CLUSTER.url("postgres"), state.BROKER_DATABASE))
DATABASES = {"default": environment.database(DATABASE_URL, pool=DATABASE_POOL)}
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(BROKER_URL)

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=False, level=environment.word("LOG_LEVEL", "WARNING"))
