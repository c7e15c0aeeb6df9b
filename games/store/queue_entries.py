"""The queue: who waits for opponents.

Locks are always taken in this order: the pool, then rows of its entries by id. Whoever looks for opponents holds the
pool, so a look sees all entries that were added before it, and no two looks take the same entry.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, cast
from uuid import UUID

from django.db.models import F, QuerySet
from django.db.models.functions import Now

from base.sql.statements import lock_names
from games.db import rows
from games.matchmaking import Pool, QueuePreset, Waiting
from games.models import QueueEntry
from games.store.claims import Work
from games.store.games import now
from players.blocks import is_blocked
from players.models import Player

KEPT_MATCHED: Final = timedelta(days=7)
"""How long an entry stays after it got a game."""
KEPT_EXPIRED: Final = timedelta(days=1)

_CLASS: Final = 0x717565
"""The class of the advisory locks: ``que`` in ASCII."""
_FORGET: Final = "DELETE FROM queue_entry WHERE kept_until < clock_timestamp()"
_SETTLE: Final = "DELETE FROM claim WHERE kind = %s AND key = ANY(%s)"
_PAGE: Final = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class Entry:
    """An entry of the queue. Ratings are in hundredths."""

    pool: Pool
    waiting: Waiting
    rating_min: int | None
    """What was asked for; None for no bound."""
    rating_max: int | None
    created_at: datetime
    expires_at: datetime


def lock_player(player: UUID) -> None:
    """Let entries that one player adds at once be counted one after the other, until the transaction ends."""
    lock_names(_CLASS, f"player {player}")


def lock_pool(pool: Pool) -> None:
    """Lock *pool* until the transaction ends. Only whoever holds it may match its entries."""
    lock_names(_CLASS, f"pool {pool}")


def waiting_count(player: UUID) -> int:
    """Return how many entries of *player* wait."""
    return _all_waiting().filter(player=player).count()


def add_entry(entry: Entry) -> None:
    """Add *entry*, which is due for its first look at once."""
    pool, waiting = entry.pool, entry.waiting
    QueueEntry.objects.create(
        id=waiting.id,
        player=waiting.player,
        variant=pool.variant,
        seats=pool.seats,
        preset=pool.preset,
        rated=pool.rated,
        program=pool.program,
        rating_min=entry.rating_min,
        rating_max=entry.rating_max,
        lowest=waiting.lowest,
        highest=waiting.highest,
        rating=waiting.rating,
        next_look=entry.created_at,
        created_at=entry.created_at,
        expires_at=entry.expires_at,
        kept_until=entry.expires_at + KEPT_EXPIRED,
    )


def find_waiting(entry: UUID, *, lock: bool = False) -> Entry | None:
    """Return *entry* if it waits; None otherwise. With *lock* it stays so until the transaction ends."""
    found = QueueEntry.objects.filter(id=entry, next_look__isnull=False)
    row = (found.select_for_update() if lock else found).first()
    if row is None:
        return None
    return Entry(
        pool=Pool(row.variant, row.seats, cast("QueuePreset", row.preset), row.rated, row.program),
        waiting=_waiting(row),
        rating_min=row.rating_min,
        rating_max=row.rating_max,
        created_at=row.created_at,
        expires_at=row.expires_at,
    )


def is_active(player: UUID) -> bool:
    """Return whether *player* has not left the service."""
    return Player.objects.filter(id=player, is_active=True).exists()


def candidates(pool: Pool, first: Waiting, most: int) -> list[Waiting]:
    """Return at most so many entries of *pool* that fit *first*, those that have waited longest first.

    They are of other active players with no block between them and the player of *first*; each of the two accepts the
    rating of the other.
    """
    fitting = _all_waiting().filter(
        variant=pool.variant,
        seats=pool.seats,
        preset=pool.preset,
        rated=pool.rated,
        program=pool.program,
        rating__range=(first.lowest, first.highest),
        lowest__lte=first.rating,
        highest__gte=first.rating,
    )
    fitting = fitting.exclude(player=first.player).order_by("id")
    # Players are looked up in pages: PostgreSQL would look up those of the whole pool before it sorts.
    found: list[Waiting] = []
    rows_left = fitting
    while len(found) < most and (page := list(rows_left[:_PAGE])):
        players = Player.objects.filter(id__in={row.player for row in page}, is_active=True)
        wanted = {*players.exclude(is_blocked(first.player)).values_list("id", flat=True)}
        found += [_waiting(row) for row in page if row.player in wanted]
        rows_left = fitting.filter(id__gt=page[-1].id)
    return found[:most]


def renew(first: Waiting, at: datetime | None) -> None:
    """Store the rating of an entry and what it accepts now. Its next look is due *at* this time; None ends its wait."""
    QueueEntry.objects.filter(id=first.id).update(
        rating=first.rating, lowest=first.lowest, highest=first.highest, next_look=at, look_count=F("look_count") + 1
    )


def lock_group(entries: Sequence[UUID]) -> bool:
    """Lock *entries* until the transaction ends; return whether all of them still wait."""
    found = QueueEntry.objects.filter(id__in=entries, next_look__isnull=False).order_by("id").select_for_update()
    return len(found) == len(entries)


def match(entries: Sequence[UUID], game: UUID) -> None:
    """Store that *entries*, which are locked, have their *game*."""
    QueueEntry.objects.filter(id__in=entries).update(game=game, next_look=None, kept_until=now() + KEPT_MATCHED)
    _settle(entries)


def remove(player: UUID, entry: UUID) -> bool | None:
    """Delete an entry of *player*; None if there is none, False if it has a game and stays."""
    own = QueueEntry.objects.filter(id=entry, player=player)
    # A delete waits for whoever has locked the row, and then looks at it again: it has a game, or it goes.
    if own.filter(game__isnull=True).delete()[0]:
        _settle([entry])
        return True
    return False if own.exists() else None


def forget() -> None:
    """Delete the entries that are no longer kept."""
    rows(_FORGET)


def _settle(entries: Sequence[UUID]) -> None:
    """Drop the claims of *entries* that nobody needs to look at again, those of looks that failed, too."""
    rows(_SETTLE, [Work.QUEUE, [str(entry) for entry in entries]])


def _all_waiting() -> QuerySet[QueueEntry]:
    return QueueEntry.objects.filter(next_look__isnull=False, expires_at__gt=Now())


def _waiting(row: QueueEntry) -> Waiting:
    return Waiting(id=row.id, player=row.player, rating=row.rating, lowest=row.lowest, highest=row.highest)
