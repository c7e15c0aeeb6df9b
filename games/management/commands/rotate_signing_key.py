"""``manage.py rotate_signing_key``: sign receipts with a new key."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import signing


class Command(BaseCommand):
    """Make a new key, and retire the current one."""

    help = "Sign receipts with a new Ed25519 key. `GET /keys` still returns the public half of the old one."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Rotate the key, and print which one signs from now on."""
        before = signing.public_keys()[0].kid
        after = signing.rotate().kid
        self.stdout.write(
            f"Key {after} signs from now on, and {before} is retired. All processes use the new key within a minute."
        )
