"""Games that are over, and what a player may ask of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from uuid import UUID

from django.test import override_settings

from games import archiving, services
from games.db import rows
from games.ladders import Kind, Ladder
from games.log import archive
from games.log.shards import shard_of
from games.models import Game, Unrated
from games.projections.registry import NOTICES, PROJECTIONS, WEBHOOKS, catch_up
from games.rules.commands import Resign
from games.services import Terms
from tests.games.services.sitting import Sitting
from tests.games.tables import Table


@contextmanager
def files_in(folder: Path) -> Iterator[Path]:
    """Keep the files of archived games in *folder*."""
    backend = {"BACKEND": "config.folder.Folder", "OPTIONS": {"location": str(folder)}}
    plain = {"BACKEND": "django.core.files.storage.FileSystemStorage"}
    archive.forget()
    with override_settings(STORAGES={"default": plain, "staticfiles": plain, "archive": backend}):
        yield folder
    archive.forget()


def over(*, moves: int = 6, seats: int = 2, terms: Terms | None = None) -> Sitting:
    """Play a game to its end, in which everybody has moved; and let events of others lie behind it in its shard."""
    sitting = ended(moves=moves, seats=seats, terms=terms)
    cover(sitting.game)
    return sitting


def ended(*, moves: int = 6, seats: int = 2, terms: Terms | None = None) -> Sitting:
    """Play a game to its end, in which everybody has moved."""
    sitting = Sitting.of(seats, terms=terms or Terms(rated=True))
    decided = set[str]()
    while sitting.made < moves or len(decided) < seats:
        decided.add(sitting.mover)
        sitting.move()
    while sitting.row.status == "playing":
        seat = next(seat for seat in range(seats) if seat not in sitting.state.resigned)
        sitting.move(Resign(seat=seat), turn=None, actor=str(sitting.players[seat]))
    settle()
    return sitting


def settle() -> None:
    """Rate what waits, and bring all followers to the end of the log."""
    for waiting in Unrated.objects.all():
        services.rate(Ladder(waiting.variant, waiting.season, Kind(waiting.kind)))
    for followers in (PROJECTIONS, WEBHOOKS, NOTICES):
        catch_up(followers)


def cover(game: UUID) -> None:
    """Start a game behind *game* in its shard: the last event of a shard never leaves the log."""
    Table(10_000 + Game.objects.count(), shard=shard_of(game)).start()
    settle()


def archived(sitting: Sitting) -> archive.Archived:
    """Archive the game of *sitting*."""
    return archiving.archive_game(sitting.game, days=0)


def in_log(game: UUID) -> int:
    """Return how many events of *game* are in the log."""
    ((count,),) = rows("SELECT count(*) FROM event WHERE shard = %s AND stream = %s", [shard_of(game), game])
    return int(count)
