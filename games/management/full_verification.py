"""A verification of the whole log, and of everything that follows from it, with progress bars."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from uuid import UUID

from django.core.management.base import CommandError
from rich.progress import Progress

from games.integrity.anchors import Anchor, read_anchor
from games.integrity.findings import Finding
from games.integrity.verify import Verifier
from games.log.shards import SHARDS
from games.models import Game
from games.projections.registry import PROJECTIONS


def read_anchor_file(file: Path, kid: str | None) -> Anchor:
    """Return the anchor in *file*. Raises CommandError if it is not one, or if another key than *kid* has signed it."""
    try:
        anchor = read_anchor(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise CommandError(f"{file} cannot be used as an anchor: {error}.") from error
    if kid and anchor.kid != kid:
        raise CommandError(f"{file} was signed with key {anchor.kid}, not with {kid}.")
    return anchor


def chosen_games(games: list[UUID] | None, sample: int | None) -> tuple[Iterable[UUID], int]:
    """Return the games to verify, and their number: those in *games*, a random *sample*, or all."""
    if games:
        return games, len(games)
    found = Game.objects.values_list("id", flat=True)
    found = found.order_by("shard", "id") if sample is None else found.order_by("?")[:sample]
    return found.iterator(chunk_size=1000), found.count()


def verify_all(games: Iterable[UUID], count: int, progress: Progress, against: Anchor | None) -> Iterator[Finding]:
    """Yield the findings about the log, of *games*, of the ladders and of the read models."""
    verifier, models = Verifier(), list(product(PROJECTIONS.values(), SHARDS))
    log = verifier.log(progress.track(SHARDS, description="shards of the log"))
    yield from log
    if any(one.what.startswith("table:") for one in log):
        return  # A table is missing, so no other query would work.
    if against:
        yield from verifier.anchor(against)
    for game in progress.track(games, total=count, description="games"):
        yield from verifier.game(game)
    yield from verifier.ladders()
    for projection, shard in progress.track(models, description="read models"):
        yield from verifier.read_model(projection, shard)
