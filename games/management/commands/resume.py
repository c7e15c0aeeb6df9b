"""``manage.py resume``: let a read model that stopped try again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.projections import generations
from games.projections.registry import PROJECTIONS


class Command(BaseCommand):
    """Start again the shards that stopped at an event, or that were paused; followers take it from there."""

    help = "Let the shards of a read model that stopped try again, once the cause is gone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which."""
        parser.add_argument(
            "name", choices=[*PROJECTIONS, "all"], metavar="NAME", help=", ".join([*PROJECTIONS, "all"])
        )

    def handle(self, *_: Any, **asked: Any) -> None:
        """Print what had stopped each."""
        chosen = [*PROJECTIONS] if asked["name"] == "all" else [asked["name"]]
        resumed = generations.resume(chosen)
        for name, generation, shard, error in resumed:
            self.stdout.write(f"{name}, generation {generation}, shard {shard} tries again; it had {error or 'paused'}")
        if not resumed:
            self.stdout.write("Nothing had stopped.")
