"""The Django app with the command `up`."""

from django.apps import AppConfig


class EmbeddedConfig(AppConfig):
    """An app with a command and without models."""

    name = "config.embedded"
    label = "embedded"
