"""The wiring of the service: settings, addresses and processes. `games` and `players` do not import it."""

from config.celery import app as celery_app

__all__ = ["celery_app"]  # without this import, tasks that the web process sends go to Celery's default app
