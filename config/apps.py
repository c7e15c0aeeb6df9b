"""The admin as Django finds it."""

from django.contrib.admin.apps import AdminConfig


class AdminPages(AdminConfig):
    """Django's admin with a site of ours."""

    default_site = "config.admin.Site"
