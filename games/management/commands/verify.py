"""``manage.py verify``: prove that the log is whole, and that what is kept beside it follows from it."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import product
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from games.management.working import bars
from games.models import Game
from games.projections.registry import PROJECTIONS
from games.projections.verifying import Verifier
from games.store import SHARDS
from games.store.proof import Fault


class Command(BaseCommand):
    """Check density, chains, secrets, states, read models and ladders; exit with 1 and name what is wrong."""

    help = "Check the log: density, hash chains, secrets, and that states, read models and ladders follow from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for all games, some, or a sample."""
        some = parser.add_mutually_exclusive_group()
        some.add_argument("--games", nargs="+", type=UUID, metavar="ID", help="check these games only")
        some.add_argument("--sample", type=int, metavar="N", help="check N games taken at random")

    def handle(self, *_: Any, **options: Any) -> None:
        """Check everything, say how far it is, name every fault and keep it for the admin and the metrics."""
        if (options["sample"] or 0) < 0:
            raise CommandError("A sample has no fewer than 0 games.")
        games, count = _chosen(options["games"], options["sample"])
        faults = 0
        with bars(Console(stderr=True)) as progress:
            for faults, fault in enumerate(_found(games, count, progress), 1):  # noqa: B007 - told below
                self.stdout.write(f"{fault.where}: {fault.what}")
        self.stdout.write(f"{count} games, {len(PROJECTIONS)} read models: {faults or 'no'} faults")
        if faults:
            sys.exit(1)


def _found(games: Iterable[UUID], count: int, progress: Progress) -> Iterator[Fault]:
    verifier, models = Verifier(), list(product(PROJECTIONS.values(), SHARDS))
    yield from verifier.log()
    for game in progress.track(games, total=count, description="games"):
        yield from verifier.game(game)
    yield from verifier.ladders()
    for projection, shard in progress.track(models, description="read models"):
        yield from verifier.read_model(projection, shard)


def _chosen(games: list[UUID] | None, sample: int | None) -> tuple[Iterable[UUID], int]:
    if games:
        return games, len(games)
    found = Game.objects.values_list("id", flat=True)
    found = found.order_by("shard", "id") if sample is None else found.order_by("?")[:sample]
    return found.iterator(chunk_size=1000), found.count()
