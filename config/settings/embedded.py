"""Settings of the whole service on one machine. It keeps all data in the directory DATA."""

from config import environment, logs
from config.embedded import broker, state
from config.embedded.cluster import Cluster
from config.settings.base import *  # noqa: F403
from config.settings.base import BASE_DIR, DATABASE_POOL

STATE = state.directory(BASE_DIR / "state")
SECRET_KEY = environment.word("SECRET_KEY", "") or state.secret_key(STATE)
"""The secret that signs tokens and encrypts the key of receipts. `make up` makes one and keeps it in `DATA`."""

CLUSTER = Cluster(STATE)
OWN_DATABASE = not environment.word("DATABASE_URL", "")
OWN_BROKER = not environment.word("BROKER_URL", "")
DATABASE_URL = environment.word("DATABASE_URL", CLUSTER.url(state.DATABASE))
"""A PostgreSQL server (15 to 18), as `postgresql://user:password@host:5432/name`. `make up` starts one by itself."""

BROKER_URL = environment.word("BROKER_URL", broker.address(CLUSTER.url("postgres"), state.BROKER_DATABASE))
"""RabbitMQ (`amqp://…`) or Redis (`redis://…`). `make up` keeps the queue in its PostgreSQL."""

DATABASES = {"default": environment.database(DATABASE_URL, pool=DATABASE_POOL)}
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(BROKER_URL)

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=False, level=environment.word("LOG_LEVEL", "WARNING"))
"""The least severe messages that are logged: `DEBUG`, `INFO`, `WARNING` or `ERROR`."""
