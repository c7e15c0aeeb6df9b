"""Settings of the whole service on one machine. It keeps all data in the directory DATA."""

import sys

from config import environment, logs
from config.embedded import broker, state
from config.embedded.cluster import Cluster
from config.settings.base import *  # noqa: F403
from config.settings.base import (
    ALLOWED_HOSTS,
    ARCHIVE_OPTIONS,
    ARCHIVE_STORAGE,
    BASE_DIR,
    DATABASE_POOL,
    REPLICA_URL,
    STORAGES,
    VAPID_PRIVATE_KEY,
)

OWN_DATABASE = not environment.word("DATABASE_URL", "")
OWN_BROKER = not environment.word("BROKER_URL", "")
_READS_A_SERVICE = OWN_DATABASE and sys.argv[1:2] in (
    ["archive"],
    ["doctor"],
    ["processes"],
    ["rebuild"],
    ["resume"],
    ["verify"],
)
STATE = state.directory(BASE_DIR / "state", is_made=not _READS_A_SERVICE)
SECRET_KEY = environment.word("SECRET_KEY", "") or state.secret_key(STATE)
"""The secret that signs tokens and encrypts the key of receipts. `make up` makes one and stores it in `DATA`."""

VAPID_PRIVATE_KEY = VAPID_PRIVATE_KEY or state.vapid_key(STATE)
"""The key with which notices to browsers are signed (Web Push). `make up` makes one and stores it in `DATA`."""

ARCHIVE_FOLDER = environment.word("ARCHIVE_FOLDER", str(STATE / "archive"))
STORAGES = {
    **STORAGES,
    "archive": {"BACKEND": ARCHIVE_STORAGE, "OPTIONS": ARCHIVE_OPTIONS or {"location": ARCHIVE_FOLDER}},
}

HOST_ADDRESS = environment.word("HOST_ADDRESS", "127.0.0.1")
"""The address on which the web server listens. `0.0.0.0` means all addresses, `::` those of IPv6 too. Name in
`ALLOWED_HOSTS` how other machines call it."""

# The supervisor and `make play` on this machine are always answered, whatever names other machines use.
ALLOWED_HOSTS = [*ALLOWED_HOSTS, "localhost", "127.0.0.1", "[::1]", environment.own_name(HOST_ADDRESS)]

CLUSTER = Cluster(STATE)
DATABASE_URL = environment.word("DATABASE_URL", CLUSTER.url(state.DATABASE))
"""A PostgreSQL server (15 to 18), as `postgresql://user:password@host:5432/name`. Parameters of libpq may follow `?`.
Several hosts are separated by commas. `make up` has its own by default."""

BROKER_URL = environment.word("BROKER_URL", broker.address(CLUSTER.url("postgres"), state.BROKER_DATABASE))
"""RabbitMQ (`amqp://…`) or Redis (`redis://…`). The addresses of a cluster's nodes are separated by semicolons. By
default `make up` keeps the queues in PostgreSQL."""

DATABASES = environment.databases(DATABASE_URL, REPLICA_URL, pool=DATABASE_POOL)
CELERY_BROKER_URL, CELERY_BROKER_TRANSPORT_OPTIONS, CELERY_TASK_DEFAULT_QUEUE_TYPE = environment.broker(BROKER_URL)
CELERY_TASK_CREATE_MISSING_QUEUE_TYPE = CELERY_TASK_DEFAULT_QUEUE_TYPE  # of the queues in CELERY_TASK_ROUTES

LOGGING_CONFIG = "logging.config.dictConfig"
LOGGING = logs.configure(as_json=False, level=environment.word("LOG_LEVEL", "WARNING"))
"""The lowest level of messages in the log: `DEBUG`, `INFO`, `WARNING` or `ERROR`."""

PUBLIC_URL = environment.word("PUBLIC_URL", f"http://{environment.own_name(HOST_ADDRESS)}:8000").rstrip("/")
"""The address of the service in links that it sends by mail, such as `https://play.example`."""

EMAIL_URL = environment.word("EMAIL_URL", f"file:{STATE / 'mail'}")
"""How mails are sent: `smtp://user:password@host:587` with STARTTLS, `smtps://user:password@host:465` with TLS from the
start, or `smtp+plain://host:25` without encryption. `smtp+tls` and `submission` mean the same as `smtp`, `smtp+ssl` and
`submissions` the same as `smtps`. `file:/directory` writes each mail into a file; `make up` does so in `DATA/mail` by
default. In production an empty value means that no mail is sent. `manage.py doctor` says whether the server takes
mails."""

globals().update(environment.mail(EMAIL_URL))
