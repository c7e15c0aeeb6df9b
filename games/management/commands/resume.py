"""``manage.py resume``: let what stopped, or is put off, try again."""

from argparse import ArgumentParser
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.management.parallel_rebuild import named
from games.projections import generations
from games.projections.registry import PROJECTIONS
from games.store import claims

_CLAIMS: Final = "claims"
_ALL: Final = "all"


class Command(BaseCommand):
    """Start again the shards of read models that stopped or were paused, and try again at once what is put off."""

    help = "Let a read model that stopped, or games and ladders that are put off, try again once the cause is gone."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which."""
        names = [*PROJECTIONS, _CLAIMS, _ALL]
        parser.add_argument("name", choices=names, metavar="NAME", help=", ".join(names))

    def handle(self, *_: Any, **asked: Any) -> None:
        """Print what had stopped each."""
        name, found = asked["name"], 0
        models = [] if name == _CLAIMS else named(name)
        for model, generation, shard, error in generations.resume([projection.name for projection in models]):
            found += 1
            self.stdout.write(
                f"{model}, generation {generation}, shard {shard} tries again; it had {error or 'paused'}"
            )
        for kind, key in claims.release_all() if name in {_CLAIMS, _ALL} else ():
            found += 1
            self.stdout.write(f"{kind} of {key} is tried again")
        if not found:
            self.stdout.write("Nothing had stopped.")
