"""The Django app of accounts."""

from importlib import import_module

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """The app `players`."""

    name = "players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Import the extensions of drf-spectacular, which register themselves."""
        import_module("players.openapi")
