"""Keep the rulesets that come with the service under their content hashes."""

from typing import Any

from django.core.management.base import BaseCommand

from games import store
from games.rules import variants


class Command(BaseCommand):
    """Insert what is not kept yet; running it again changes nothing."""

    help = "Keep the rulesets that come with the service."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Keep each, and say so."""
        for key in variants.KEYS:
            variant = variants.load(key)
            store.keep(variant)
            self.stdout.write(f"{variant.key} {variant.hash}")
