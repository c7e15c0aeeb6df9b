"""``manage.py vapid_key``: make a key for Web Push."""

from typing import Any

from django.core.management.base import BaseCommand

from games.push import web_push


class Command(BaseCommand):
    """Print a new private key. Nothing is stored."""

    help = "Make a key with which notices to browsers are signed, and print it as the setting VAPID_PRIVATE_KEY."
    requires_system_checks = ()

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Print the key. Its public half is in `GET /meta` once the service uses it."""
        self.stdout.write(f"VAPID_PRIVATE_KEY={web_push.new_key()}")
