"""The Django app that carries the command `up`."""

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    """An app without models, for the command."""

    name = "config.embedded"
    label = "embedded"
