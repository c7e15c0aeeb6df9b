"""``manage.py resume``: let a read model that stopped try again."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.rebuilds import ask_for_names, named
from games.projections import generations


class Command(BaseCommand):
    """Start again the shards that stopped at an event, or that were paused; followers take it from there."""

    help = "Let the shards of a read model that stopped try again, once the cause is gone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which."""
        ask_for_names(parser)

    def handle(self, *_: Any, **asked: Any) -> None:
        """Print what had stopped each."""
        resumed = generations.resume([projection.name for projection in named(asked["name"])])
        for name, generation, shard, error in resumed:
            self.stdout.write(f"{name}, generation {generation}, shard {shard} tries again; it had {error or 'paused'}")
        if not resumed:
            self.stdout.write("Nothing had stopped.")
