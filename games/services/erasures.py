"""Erased players leave their games and ladders, and records that others sent show their new name.

`players.erasure` has deleted the account, and left the work for these functions. Each game and each ladder has its own
transaction, so a worker that dies leaves the rest for the next one.
"""

from typing import Final
from uuid import UUID

import structlog
from django.db import transaction

from base.identifiers import uuid7
from games import store, wakeups
from games.ladders import EntrantErased, Ladder
from games.rules.commands import Resign
from games.rules.game import Status
from games.services.errors import GameOver, InProgress, MoveRefused, NoSuchGame, NotSeated, TimeIsUp
from games.services.imports import renamed
from games.services.lobby import leave_seat
from games.services.moves import make_move
from games.services.time_limits import TookTooLong, at_most
from games.store import erasures
from games.store.failures import check_database, describe
from players import erasure

LONGEST_STEP: Final = 10.0
"""Seconds that leaving one game may take."""
BATCH: Final = 100
"""Guests that one statement looks for."""

_log = structlog.get_logger(__name__)


def erase_next() -> bool:
    """Go on with the erasure that has been due for longest. Return whether there was one.

    It stays open until a run finds nothing to do, at least for `players.erasure.SETTLED`, so that a request that began
    before the erasure, and took a seat after it, leaves nothing behind.
    """
    taken = erasure.take()
    if taken is None:
        return False
    player = taken.player_id
    erasures.forget_sent(player)
    left, failed = _leave_games(player)
    if left or failed or erasures.waits_for_rating(player) or not erasure.is_settled(taken):
        erasure.go_on(taken, failed=failed and not left)
        return True
    for ladder in erasures.ladders_of(str(player), key=_key(player)):
        _leave_ladder(ladder, player)
    erasures.rewrite_records(
        player, lambda media_type, content: renamed(media_type, content, {str(player): taken.name})
    )
    erasure.close(taken)
    return True


def erase_expired_guests() -> int:
    """Erase all guests who have had no game for 90 days, and return their number."""
    erased, after = 0, UUID(int=0)
    while found := erasures.old_guests(after=after, limit=BATCH):
        expired = [guest for guest, plays in found if not plays]
        for guest in expired:
            erasure.erase(guest)
        erased, after = erased + len(expired), found[-1][0]
    return erased


def _leave_games(player: UUID) -> tuple[int, bool]:
    """Leave all games of *player* that can be left. Return how many were left, and whether one could not be."""
    left, failed = 0, False
    for game in erasures.open_games(player):
        try:
            with at_most(LONGEST_STEP):
                left += _leave(game, player)
        except (Exception, TookTooLong) as fault:  # noqa: BLE001 - a game that cannot be read must not stop the others
            check_database(fault)
            failed = True
            _log.error("an erased player cannot leave a game", game=str(game), reason=describe(fault))
    return left, failed


def _leave(game: UUID, player: UUID) -> bool:
    """Resign from *game*, or free the seat of *player* before it starts. Return whether this changed anything."""
    try:
        row = store.find(game)
        if row is None or row.status == Status.OVER:
            return False
        if row.status == Status.WAITING:
            leave_seat(game, player=player)
            return True
        seats = enumerate(store.game_of(row).sitters)
        seat = next((seat for seat, one in seats if one and one.player == str(player)), None)
        if seat is None:
            return False
        # A key that no request can have sent. Nobody repeats it: a game is left once, whoever tries.
        key = f"erasure {uuid7()}"
        make_move(game, Resign(seat=seat), turn=None, actor=str(player), key=key, request_hash=b"")
    except InProgress:
        return True  # it has started meanwhile: the next run resigns
    except (NoSuchGame, GameOver, NotSeated, TimeIsUp):
        return False
    except MoveRefused:
        return False  # they have resigned before, or are out
    return True


def _leave_ladder(ladder: Ladder, player: UUID) -> None:
    """Take *player* off *ladder*, once."""
    with transaction.atomic(durable=True):
        row = store.lock_ladder(ladder)
        if row:
            store.append_erased(row, EntrantErased(entrant=str(player)), key=_key(player))
            wakeups.followers()


def _key(player: UUID) -> str:
    return f"erased {player}"
