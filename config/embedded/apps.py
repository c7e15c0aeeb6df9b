"""The Django app that carries the command `up`."""

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    """Nothing but a command."""

    name = "config.embedded"
    label = "embedded"
