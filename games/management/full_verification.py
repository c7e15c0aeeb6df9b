"""A verification of the whole log, and of everything that follows from it, with progress bars."""

from collections.abc import Iterable, Iterator
from itertools import product
from pathlib import Path
from typing import Final
from uuid import UUID

from django.core.management.base import CommandError
from rich.progress import Progress

from games.db import rows
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


def chosen_games(
    games: list[UUID] | None, sample: int | None, *, reads_archives: bool = True
) -> tuple[Iterable[UUID], int]:
    """Return the games to verify, and their number: those in *games*, a random *sample*, or all.

    All are those in the log, and the archived ones if it *reads_archives*.
    """
    if games:
        return games, len(games)
    if sample is not None:
        drawn = list(Game.objects.order_by("?").values_list("id", flat=True)[:sample])
        return drawn, len(drawn)
    also = "" if reads_archives else _IN_LOG
    ((count,),) = rows(f"SELECT count(*) FROM game AS g WHERE true {also}")  # noqa: S608 - a constant
    return _all_games(also), count


_IN_LOG: Final = "AND NOT EXISTS (SELECT FROM archive AS a WHERE (a.shard, a.game) = (g.shard, g.id))"
_WITH_ARCHIVES: Final = "SELECT DISTINCT shard FROM archive"
_PAGE: Final = """
    SELECT shard, id FROM game AS g WHERE (shard, id) > (%s, %s) {also} ORDER BY shard, id LIMIT 1000
"""


def _all_games(also: str) -> Iterator[UUID]:
    """Yield all games, page by page: behind a pooler that hands out transactions, no cursor lasts longer than one."""
    page: list[tuple[int, UUID]] = [(-1, UUID(int=0))]
    while page:
        page = rows(_PAGE.format(also=also), page[-1])
        yield from (game for _, game in page)


def verify_all(
    games: Iterable[UUID], count: int, progress: Progress, against: Anchor | None, *, reads_archives: bool
) -> Iterator[Finding]:
    """Yield the findings about the log, of *games*, of the ladders and of the read models.

    The read models of shards with archives are verified if it *reads_archives*: they follow from all events.
    """
    verifier = Verifier()
    log = verifier.log(progress.track(SHARDS, description="shards of the log"))
    yield from log
    if any(one.what.startswith("table:") for one in log):
        return  # A table is missing, so no other query would work.
    if against:
        yield from verifier.anchor(against)
    for game in progress.track(games, total=count, description="games"):
        yield from verifier.game(game)
    yield from verifier.ladders()
    unread = set() if reads_archives else {shard for (shard,) in rows(_WITH_ARCHIVES)}
    models = list(product(PROJECTIONS.values(), [shard for shard in SHARDS if shard not in unread]))
    for projection, shard in progress.track(models, description="read models"):
        yield from verifier.read_model(projection, shard)
