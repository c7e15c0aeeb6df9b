"""The Celery app. All work is stored in PostgreSQL, and the broker only carries wakeups, so it may lose them."""

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep
from kombu.transport import TRANSPORT_ALIASES

TRANSPORT_ALIASES["pgmq"] = "config.embedded.broker:Transport"

app = Celery("maumau")
app.set_default()  # in every thread: the current app alone is one thread's
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["worker"].add("config.worker:Loops")
