"""The app of the admin."""

from importlib import import_module

from django.contrib.admin.apps import AdminConfig

from config import traces


class AdminPages(AdminConfig):
    """Django's admin with our site."""

    default_site = "config.admin.Site"

    def ready(self) -> None:
        """Find the pages, register the check for collected static files, and begin traces where they are on."""
        super().ready()
        import_module("config.static")
        traces.start_with_database()
