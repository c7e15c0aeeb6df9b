"""``manage.py verify``: prove that the log is whole, and that what is kept beside it follows from it."""

import json
import sys
from argparse import ArgumentParser
from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Any
from uuid import UUID

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import Progress

from games.integrity.anchors import Anchor, make_anchor, read_anchor
from games.integrity.findings import Finding
from games.integrity.verify import Verifier
from games.log.shards import SHARDS
from games.management.parallel import bars
from games.models import Game
from games.projections.registry import PROJECTIONS


class Command(BaseCommand):
    """Check density, chains, secrets, states, read models and ladders; exit with 1 and name what is wrong."""

    help = "Check the log: density, hash chains, secrets, and that states, read models and ladders follow from it."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask for all games, some, or a sample, and for anchors."""
        some = parser.add_mutually_exclusive_group()
        some.add_argument("--games", nargs="+", type=UUID, metavar="ID", help="check these games only")
        some.add_argument("--sample", type=int, metavar="N", help="check N games taken at random")
        parser.add_argument(
            "--anchor",
            type=Path,
            metavar="FILE",
            help="if nothing is found, write the signed heads of all shards to this new file; keep it elsewhere",
        )
        parser.add_argument(
            "--against", type=Path, metavar="FILE", help="check that the log goes on from the heads in this file"
        )
        parser.add_argument("--kid", help="with --against: the id of the key that must have signed the file")

    def handle(self, *_: Any, **options: Any) -> None:
        """Check everything, say how far it is, name every fault and keep it for the admin and the metrics."""
        if (options["sample"] or 0) < 0:
            raise CommandError("A sample has no fewer than 0 games.")
        if options["anchor"] and (options["games"] or options["sample"] is not None):
            raise CommandError("An anchor says that all games were checked: leave out --games and --sample.")
        if options["anchor"] and options["anchor"].exists():
            raise CommandError(f"{options['anchor']} exists. Anchors are never overwritten: name a new file.")
        against = _read(options["against"], options["kid"]) if options["against"] else None
        anchor = make_anchor() if options["anchor"] else None  # before the proof, so that the proof covers it
        games, count = _chosen(options["games"], options["sample"])
        findings = 0
        with bars(Console(stderr=True)) as progress:
            for findings, finding in enumerate(_found(games, count, progress, against), 1):  # noqa: B007 - told below
                self.stdout.write(f"{finding.where}: {finding.what}")
        self.stdout.write(f"{count} games, {len(PROJECTIONS)} read models: {findings or 'no'} findings")
        if against:
            self.stdout.write(f"The anchor is of {against.at}, signed with key {against.kid}.")
        if findings:
            sys.exit(1)
        if anchor:
            options["anchor"].write_text(json.dumps(anchor.document, indent=1) + "\n", encoding="utf-8")
            self.stdout.write(
                f"{options['anchor']} is the anchor of {anchor.at}, signed with key {anchor.kid}. "
                "Keep the file, and the id of the key apart from it."
            )


def _read(file: Path, kid: str | None) -> Anchor:
    try:
        anchor = read_anchor(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be used as an anchor: {error}.") from error
    if kid and anchor.kid != kid:
        raise CommandError(f"{file} was signed with key {anchor.kid}, not with {kid}.")
    return anchor


def _found(games: Iterable[UUID], count: int, progress: Progress, against: Anchor | None) -> Iterator[Finding]:
    verifier, models = Verifier(), list(product(PROJECTIONS.values(), SHARDS))
    log = verifier.log(progress.track(SHARDS, description="shards of the log"))
    yield from log
    if any(one.what.startswith("table:") for one in log):
        return  # A table is missing: nothing else can be asked.
    if against:
        yield from verifier.anchor(against)
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
