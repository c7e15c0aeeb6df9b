"""The Django app of accounts."""

from importlib import import_module

from django.apps import AppConfig


class PlayersConfig(AppConfig):
    """Accounts, sessions and the conventions of the API."""

    name = "players"
    label = "players"
    default_auto_field = "django.db.models.BigAutoField"

    def ready(self) -> None:
        """Let drf-spectacular learn how callers sign in."""
        import_module("players.http.openapi")
