"""The app of the admin."""

from importlib import import_module

from django.contrib.admin.apps import AdminConfig


class AdminPages(AdminConfig):
    """Django's admin with our site."""

    default_site = "config.admin.Site"

    def ready(self) -> None:
        """Find the pages, and register the check for collected static files."""
        super().ready()
        import_module("config.static")
