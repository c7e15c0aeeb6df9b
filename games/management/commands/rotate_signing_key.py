"""`manage.py rotate_signing_key`: let a new key sign receipts."""

from typing import Any

from django.core.management.base import BaseCommand

from games.services import signing


class Command(BaseCommand):
    """Make a new key, and retire the one before."""

    help = "Make a new Ed25519 key that signs receipts. The public half of the old one stays at /api/v1/keys."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Rotate, and say which key signs now."""
        before = signing.public_keys()[0].kid
        after = signing.rotate().kid
        self.stdout.write(f"The key {after} signs from now on; {before} is retired. All processes use it in a minute.")
