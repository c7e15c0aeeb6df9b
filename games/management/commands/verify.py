"""``manage.py verify``: prove that the log is whole, and that what is kept beside it follows from it."""

import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import chain, product, starmap
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from games.models import Game
from games.projections.base import Projection
from games.projections.drift import drift
from games.projections.registry import PROJECTIONS
from games.store import SHARDS
from games.store.proof import Fault, game_faults, shard_faults


class Command(BaseCommand):
    """Check density, hash chains, sealed secrets, states and read models; exit with 1 and name what is wrong."""

    help = "Check the log: density, hash chains, secrets, and that states and read models follow from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for all games, some, or a sample."""
        some = parser.add_mutually_exclusive_group()
        some.add_argument("--games", nargs="+", type=UUID, metavar="ID", help="check these games only")
        some.add_argument("--sample", type=int, metavar="N", help="check N games taken at random")

    def handle(self, *_: Any, **options: Any) -> None:
        """Check everything, say how far it is, and name every fault."""
        games, count = _chosen(options["games"], options["sample"])
        models = list(product(PROJECTIONS.values(), SHARDS))
        console = Console(stderr=True)
        columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
        faults = 0
        with Progress(*columns, console=console, disable=not console.is_terminal) as progress:
            checks = chain(
                shard_faults(),
                chain.from_iterable(map(game_faults, progress.track(games, total=count, description="games"))),
                chain.from_iterable(starmap(_drifted, progress.track(models, description="read models"))),
            )
            for faults, fault in enumerate(checks, 1):  # noqa: B007 - how many there were is told below
                self.stdout.write(f"{fault.where}: {fault.what}")
        self.stdout.write(f"{count} games, {len(PROJECTIONS)} read models: {faults or 'no'} faults")
        if faults:
            sys.exit(1)


def _chosen(games: list[UUID] | None, sample: int | None) -> tuple[Iterable[UUID], int]:
    if games:
        return games, len(games)
    found = Game.objects.values_list("id", flat=True)
    found = found.order_by("shard", "id") if sample is None else found.order_by("?")[:sample]
    return found.iterator(chunk_size=1000), found.count()


def _drifted(projection: Projection, shard: int) -> Iterator[Fault]:
    where = f"projection {projection.name}, shard {shard}"
    try:
        yield from (Fault(where, f"read model: {what}") for what in drift(projection, shard))
    except Exception as error:  # noqa: BLE001 - whatever stands in its way is to be reported
        yield Fault(where, f"log: it cannot be rebuilt: {error!r}")
