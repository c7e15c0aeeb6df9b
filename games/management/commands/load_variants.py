"""``manage.py load_variants``: store the built-in rulesets under their content hashes."""

from typing import Any

from django.core.management.base import BaseCommand

from games import store
from games.rules import variants


class Command(BaseCommand):
    """Store the rulesets that are not stored yet. Running it again changes nothing."""

    help = "Store the built-in rulesets, so that games can use them. Run it again after each upgrade."

    def handle(self, *_args: Any, **_options: Any) -> None:
        """Store each ruleset, and print its hash."""
        for key in variants.KEYS:
            variant = variants.load(key)
            store.keep(variant)
            self.stdout.write(f"{variant.key} {variant.hash}")
