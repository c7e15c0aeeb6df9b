"""Games that have ended, by player, opponent, variant, result and time. A page costs the same for any number."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final, TypeAlias
from uuid import UUID

from games.db import build, rows
from games.log.shards import shard_of

Key: TypeAlias = tuple[datetime, UUID]
"""When a game ended, and its id: the order of the list."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wanted:
    """Which games of *player* the *viewer* asks for. They see private games in which they sat."""

    player: UUID
    viewer: UUID
    opponent: UUID | None = None
    variant: str | None = None
    result: str | None = None
    since: datetime | None = None
    until: datetime | None = None


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedSeat:
    """How a game ended for one seat."""

    seat: int
    player: UUID | None
    bot: str | None
    program: bool
    place: int
    result: str
    resigned: bool
    score: int | None
    """None if the variant counts no points."""
    lost: int
    """Deals lost."""


@dataclass(frozen=True, slots=True, kw_only=True)
class EndedGame:
    """A game that has ended."""

    id: UUID
    variant: str
    ruleset: str
    options: dict[str, bool | int | str]
    rated: bool
    unrated: str
    """Why it does not count although its terms say that it is rated; empty otherwise."""
    private: bool
    deals: int
    decisions: int
    started_at: datetime
    ended_at: datetime
    seats: tuple[EndedSeat, ...]

    @property
    def key(self) -> Key:
        """Return its place in the list."""
        return self.ended_at, self.id

    def seat_of(self, player: UUID) -> EndedSeat:
        """Return the seat of *player*, who sat there."""
        return next(seat for seat in self.seats if seat.player == player)


_RANGE: Final = """
    (SELECT ended_at, game FROM encounter AS e
     WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
       AND player = %s AND other = %s AND private = %s
       AND ended_at >= coalesce(%s::timestamptz, '-infinity') AND ended_at < coalesce(%s::timestamptz, 'infinity')
       AND (ended_at, game) < (coalesce(%s::timestamptz, 'infinity'), %s)
"""
_NEWEST: Final = " ORDER BY ended_at DESC, game DESC LIMIT %s)"
_VARIANT: Final = " AND variant = %s"
_RESULT: Final = " AND result = %s"
_WITH: Final = """ AND EXISTS (SELECT FROM encounter AS w WHERE (w.generation, w.shard, w.game, w.player, w.other)
                                   = (e.generation, e.shard, e.game, e.player, %s))"""
_GAMES: Final = """
    SELECT game, variant, ruleset, options::json, rated, unrated, private, deals, decisions, started_at, ended_at
    FROM unnest(%s::smallint[], %s::uuid[]) AS listed (shard, game) JOIN result USING (shard, game)
    WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
    ORDER BY ended_at DESC, game DESC
"""
_SEATS: Final = """
    SELECT game, seat, player, bot, program, place, result, resigned, score, lost
    FROM unnest(%s::smallint[], %s::uuid[]) AS listed (shard, game) JOIN seat_result USING (shard, game)
    WHERE generation = (SELECT generation FROM projection WHERE name = 'results')
    ORDER BY game, seat
"""


def history(wanted: Wanted, *, before: Key | None = None, limit: int) -> list[EndedGame]:
    """Return at most *limit* of the games that are *wanted*, the last to end first, from behind the key *before*."""
    # A page is taken from two ranges of an index, each read no further than the page is long: public games of the
    # player (with the opponent), and private ones which the viewer may see because they sat there.
    player, viewer, other = wanted.player, wanted.viewer, wanted.opponent or wanted.player
    public: tuple[tuple[UUID, UUID, bool], UUID | None] = (player, other, False), None
    private = ((player, other, True), None) if viewer in (player, other) else ((player, viewer, True), wanted.opponent)
    ended, last = before or (None, UUID(int=2**128 - 1))
    bounds = [wanted.since, wanted.until, ended, last]
    ranges, values = list[str](), list[Any]()
    for whose, third in (public, private):
        narrowing = [(_VARIANT, wanted.variant), (_RESULT, wanted.result), (_WITH, third)]
        given = [(sql, value) for sql, value in narrowing if value is not None]
        ranges.append(_RANGE + "".join(sql for sql, _ in given) + _NEWEST)
        values += [*whose, *bounds, *(value for _, value in given), limit]
    sql = " UNION ALL ".join(ranges) + " ORDER BY ended_at DESC, game DESC LIMIT %s"

    games = [game for _, game in rows(sql, [*values, limit])]
    where: list[Any] = [[shard_of(game) for game in games], games]
    seats: dict[UUID, list[EndedSeat]] = {}
    for game, *columns in rows(_SEATS, where):
        seats.setdefault(game, []).append(build(EndedSeat, columns))
    return [build(EndedGame, (*columns, tuple(seats[columns[0]]))) for columns in rows(_GAMES, where)]
