"""The ASGI application that web servers serve."""

import os
import resource
import threading
from contextlib import suppress

import django
from django.conf import settings
from django.core.signals import request_started
from django.db import close_old_connections, reset_queries

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.production")
django.setup(set_prefix=False)

from base.http.body_limit import BodyLimit  # noqa: E402
from base.http.last_resort import LastResort  # noqa: E402
from config import concurrency  # noqa: E402 - its settings are read when it is imported
from config.answer_count import AnswerCount  # noqa: E402 - the same
from config.dispatcher import Dispatcher  # noqa: E402 - the same
from config.middleware import PROBES  # noqa: E402 - the same
from config.requests import Handler  # noqa: E402 - the same
from games import health  # noqa: E402 - the same
from games.api.operation.heartbeat import keep_beating  # noqa: E402 - the same
from games.api.records.documents import PATH  # noqa: E402 - the same
from games.api.records.parsers import MOST_BYTES  # noqa: E402 - the same
from games.api.streams.admission import Admission  # noqa: E402 - the same

django_application = Handler()
health.OF_PROCESS["requests"] = concurrency.readiness
served = Dispatcher(django_application) if settings.DATABASE_POOL else django_application
limited = BodyLimit(Admission(served), larger={PATH: MOST_BYTES})
application = AnswerCount(LastResort(limited), uncounted=PROBES)

# Each request has threads of its own, so at its beginning there is nothing to close. Without these it needs no thread.
for receiver in (close_old_connections, reset_queries):
    request_started.disconnect(receiver)
_, _most = resource.getrlimit(resource.RLIMIT_NOFILE)
with suppress(OSError, ValueError):  # streams need many file descriptors, but many systems give few at first
    resource.setrlimit(resource.RLIMIT_NOFILE, (_most, _most))
keep_beating(threading.Event())
