"""The Django app of games."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Rules, log, read models and the API of the games."""

    name = "games"
    label = "games"
    default_auto_field = "django.db.models.BigAutoField"
