"""The Celery app. Truth is in PostgreSQL; the broker carries wakeups, and losing all of it loses nothing."""

from celery import Celery
from django_structlog.celery.steps import DjangoStructLogInitStep

app = Celery("maumau")
app.set_default()  # in every thread: the current app alone is one thread's
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()
app.steps["worker"].add(DjangoStructLogInitStep)
app.steps["worker"].add("config.worker:Loops")
