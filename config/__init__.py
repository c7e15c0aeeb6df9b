"""The wiring: settings, addresses, processes. Imports `games` and `players`, and is imported by neither."""

from config.celery import app as celery_app

__all__ = ["celery_app"]  # without it a task sent by the web process goes to Celery's default app
