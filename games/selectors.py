"""Questions to the read models. Nothing here locks or writes, and nothing reads the log."""

from dataclasses import dataclass, fields
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import connection
from django.db.models import BooleanField, Func, QuerySet

from games.clocks.outages import GRACE
from games.models import CustomVariant, Game, LobbyRow, Projection

OVERDUE_LIMIT: Final = 40
"""Games that one run of the driver speaks for; the next run follows in a second."""
BOTS_LIMIT: Final = 200

_OVERDUE: Final = """
    SELECT id FROM game
    WHERE deadline <= clock_timestamp()
      AND deadline + coalesce((SELECT sum(ended - greatest(began, turn_began) + make_interval(secs => %s)) FROM outage
                               WHERE ended > turn_began), interval '0') <= clock_timestamp()
    ORDER BY deadline LIMIT %s
"""
_BOTS_DUE: Final = """
    SELECT id, turn FROM game WHERE bot_due <= clock_timestamp() - make_interval(secs => %s) ORDER BY bot_due LIMIT %s
"""
_PATIENCE: Final = timedelta(seconds=1)
"""How long after it was due a bot is searched for: before that, the wake-up of its own move is on the way."""


def overdue(limit: int = OVERDUE_LIMIT) -> list[UUID]:
    """Return games whose time may be up, longest first; a hint, to be checked again under lock."""
    with connection.cursor() as cursor:
        cursor.execute(_OVERDUE, [GRACE.total_seconds(), limit])
        return [game for (game,) in cursor.fetchall()]


def bots_due(limit: int = BOTS_LIMIT, *, patience: timedelta = _PATIENCE) -> list[tuple[UUID, int]]:
    """Return (game, turn) of bots that should have moved *patience* ago, longest first."""
    with connection.cursor() as cursor:
        cursor.execute(_BOTS_DUE, [patience.total_seconds(), limit])
        return list(cursor.fetchall())


class AnybodyWaits(Func):
    """Tell whether a player sits at a table: one that everybody left is nobody's to join."""

    template = """jsonb_path_exists(%(expressions)s, '$[*].player ? (@ != "")')"""
    output_field = BooleanField()


def lobby(*, variant: str | None = None) -> QuerySet[LobbyRow]:
    """Return the public games that wait for players, of this *variant* if one is named."""
    generation = Projection.objects.filter(name="lobby").values("generation")
    rows = LobbyRow.objects.filter(AnybodyWaits("sitters"), generation__in=generation, visibility="public")
    return rows if variant is None else rows.filter(variant=variant)


@dataclass(frozen=True, slots=True, kw_only=True)
class OwnGame:
    """One of somebody's unfinished games, from afar."""

    id: UUID
    variant: str
    status: str
    version: int
    turn: int
    seat: int
    """His own."""
    on_turn: int | None
    turn_began: datetime | None
    due: datetime | None
    """When the time of the seat on turn is up, before any credit for outages: what the list is ordered by."""


_OWN: Final = """
    FROM seat AS s JOIN game AS g ON (g.shard, g.id) = (s.shard, s.game)
    WHERE s.player = %s AND g.status <> 'over' AND (g.on_turn = s.seat OR NOT %s)
"""
_GAMES_OF: Final = f"""
    SELECT g.id, variant, status, version, turn, s.seat, on_turn, turn_began, deadline {_OWN}
      AND (coalesce(deadline, 'infinity'), g.id) > (coalesce(%s::timestamptz, %s::timestamptz), %s)
    ORDER BY coalesce(deadline, 'infinity'), g.id LIMIT %s
"""
_AWAITING: Final = f"SELECT count(*) {_OWN}"


def games_of(
    player: UUID, *, awaiting: bool = False, after: tuple[datetime | None, UUID] | None = None, limit: int = 100
) -> list[OwnGame]:
    """Return the unfinished games of *player*, soonest deadline first, those without one last.

    With *awaiting* only those where he must act; from behind the key *after* (due, id).
    """
    due, last = after or (None, UUID(int=0))
    beginning = "infinity" if after else "-infinity"
    with connection.cursor() as cursor:
        cursor.execute(_GAMES_OF, [player, awaiting, due, beginning, last, limit])
        names = [field.name for field in fields(OwnGame)]
        return [OwnGame(**dict(zip(names, row, strict=True))) for row in cursor.fetchall()]


def awaiting_count(player: UUID) -> int:
    """Return in how many games *player* must act."""
    with connection.cursor() as cursor:
        cursor.execute(_AWAITING, [player, True])
        return int(cursor.fetchone()[0])


def variants_of(author: UUID) -> QuerySet[CustomVariant]:
    """Return the variants that *author* has published."""
    return CustomVariant.objects.filter(author=author)


def is_empty() -> bool:
    """Tell whether no game was ever made."""
    return not Game.objects.exists()
