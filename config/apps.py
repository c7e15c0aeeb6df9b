"""The admin as Django finds it."""

from importlib import import_module

from django.contrib.admin.apps import AdminConfig


class AdminPages(AdminConfig):
    """Django's admin with a site of ours."""

    default_site = "config.admin.Site"

    def ready(self) -> None:
        """Find the pages, and let Django's checks know whether static files are collected."""
        super().ready()
        import_module("config.static")
