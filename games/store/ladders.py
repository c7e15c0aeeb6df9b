"""The streams of ladders. They are locked and appended to like those of games."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from base.sql.statements import Statement
from games import ladders, models
from games.db import rows, run
from games.ladders import (
    FIRST,
    Annulled,
    Basis,
    EntrantErased,
    Entry,
    Kind,
    Ladder,
    Pace,
    Rated,
    RatedPair,
    Rating,
    Returned,
    Standing,
)
from games.log.append import CommandContext, add, bind, source_of
from games.log.hash_chain import GENESIS
from games.log.read import read
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent, chain
from games.models.sql import insertion

LADDER: Final = "ladder"
"""The actor that rates."""


@dataclass(frozen=True, slots=True, kw_only=True)
class LadderRow:
    """A ladder's row, as it was when it was locked."""

    ladder: Ladder
    id: UUID
    shard: int
    version: int
    head_hash: bytes
    now: datetime
    """The database's clock, read after the lock."""


_OPEN: Final = f"{insertion(models.Ladder)} ON CONFLICT DO NOTHING"
_LOCK: Final = "SELECT version, head_hash FROM ladder WHERE shard = %s AND id = %s FOR UPDATE"
_NOW: Final = "SELECT clock_timestamp()"
_MOVE: Final = "UPDATE ladder SET version = %s, head_hash = %s WHERE shard = %s AND id = %s"
_CAME: Final = "SELECT EXISTS (SELECT FROM move_key WHERE shard = %s AND game = %s AND actor = %s AND key = %s)"
_FIRST: Final = """
    INSERT INTO rating (shard, variant, pace, kind, entrant, mu, sigma, games)
    SELECT %s, %s, %s, %s, entrant, %s, %s, 0 FROM unnest(%s::text[]) AS entrant ORDER BY entrant COLLATE "C"
    ON CONFLICT DO NOTHING
"""
_STANDINGS: Final = """
    SELECT entrant, mu, sigma, games, last_at, met, opponents, counted, anchored FROM rating
    WHERE shard = %s AND variant = %s AND pace = %s AND kind = %s AND entrant = ANY(%s) ORDER BY entrant FOR UPDATE
"""
_RATING: Final = """
    SELECT mu, sigma FROM rating WHERE (shard, variant, pace, kind, entrant) = (%s, %s, %s, %s, %s)
"""
_AFTER: Final = """
    UPDATE rating SET last_at = coalesce(%s::timestamptz, last_at), mu = %s, sigma = %s, games = %s,
                      met = %s, opponents = %s, counted = %s, anchored = %s, established = %s
    WHERE shard = %s AND variant = %s AND pace = %s AND kind = %s AND entrant = %s
"""
_MET: Final = """
    INSERT INTO rated_pair (shard, variant, pace, kind, entrant, opponent, games, wins, counts, last_at)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s, %s)
    ON CONFLICT (shard, variant, pace, kind, entrant, opponent)
    DO UPDATE SET games = excluded.games, wins = excluded.wins, counts = excluded.counts, last_at = excluded.last_at
"""
_UNKNOWN: Final = """
    UPDATE rating SET established = false
    WHERE shard = %s AND variant = %s AND pace = %s AND kind = %s AND entrant = %s
"""
_OF_PAIRS: Final = """
    WHERE shard = %s AND variant = %s AND pace = %s AND kind = %s AND entrant = ANY(%s) AND opponent = ANY(%s)
"""
_PAIRS: Final = f"SELECT entrant, opponent, games, wins, counts FROM rated_pair {_OF_PAIRS}"  # noqa: S608 - a constant
_NEVER_MET: Final = f"DELETE FROM rated_pair {_OF_PAIRS} AND games = 1"  # noqa: S608 - a constant
_MET_LESS: Final = f"UPDATE rated_pair SET games = games - 1 {_OF_PAIRS}"  # noqa: S608 - a constant
_WON_LESS: Final = f"UPDATE rated_pair SET wins = wins - 1 {_OF_PAIRS}"  # noqa: S608 - a constant
_VERSION: Final = "SELECT first FROM move_key WHERE shard = %s AND game = %s AND actor = %s AND key = %s"
_OF_GAME: Final = """
    SELECT l.variant, l.season, l.kind, l.pace
    FROM ladder AS l JOIN move_key AS k ON (k.shard, k.game) = (l.shard, l.id)
    WHERE k.actor = %s AND k.key = %s ORDER BY l.kind
"""
_ESTABLISHED: Final = """
    SELECT count(*) FROM (
        SELECT FROM rating
        WHERE shard = %s AND variant = %s AND pace = %s AND kind = %s AND established AND last_at > %s LIMIT %s
    ) AS few
"""


def open_ladder(ladder: Ladder) -> None:
    """Add a row for *ladder* if it has none, so that it can be locked. Its stream may be empty."""
    row = {
        "id": ladder.id,
        "shard": shard_of(ladder.id),
        "variant": ladder.variant,
        "season": ladder.season,
        "pace": ladder.pace,
        "kind": ladder.kind,
        "version": 0,
        "head_hash": GENESIS,
    }
    rows(_OPEN, row)


def lock_ladder(ladder: Ladder, *, skip_locked: bool = False) -> LadderRow | None:
    """Lock *ladder*'s row until the transaction ends, and return it.

    None if it was never opened; with *skip_locked* also if another transaction holds it. Raises
    TransactionManagementError outside of a transaction.
    """
    shard = shard_of(ladder.id)
    ending = " SKIP LOCKED" if skip_locked else ""
    found, ((now,),) = run([(_LOCK + ending, [shard, ladder.id]), (_NOW, [])])
    if not found:
        return None
    ((version, head),) = found
    return LadderRow(ladder=ladder, id=ladder.id, shard=shard, version=version, head_hash=bytes(head), now=now)


def is_rated(row: LadderRow, game: UUID) -> bool:
    """Return whether *game* was rated on the ladder before. Needs its *row* locked."""
    return _came(row, str(game))


def standings(row: LadderRow, entrants: Iterable[str]) -> dict[str, Standing]:
    """Return where the *entrants* stand now, in whatever season, and lock that until the transaction ends."""
    of, names = _lasting(row), [*entrants]
    _, found = run([(_FIRST, [*of, FIRST.mu, FIRST.sigma, names]), (_STANDINGS, [*of, names])])
    return {
        entrant: Standing(
            Rating(mu, sigma), games, Basis(met=met, opponents=opponents, counted=counted, anchored=anchored), last_at
        )
        for entrant, mu, sigma, games, last_at, met, opponents, counted, anchored in found
    }


def rated_pairs(row: LadderRow, entrants: Sequence[str]) -> dict[tuple[str, str], RatedPair]:
    """Return what each two of the *entrants* have had with each other, by entrant and opponent. Needs *row* locked."""
    found = rows(_PAIRS, [*_lasting(row), [*entrants], [*entrants]])
    return {(entrant, opponent): RatedPair(*pair) for entrant, opponent, *pair in found}


def is_settled(row: LadderRow, *, at: datetime) -> bool:
    """Return whether so many established entrants had played lately before *at* that others are measured by them."""
    ((established,),) = rows(_ESTABLISHED, [*_lasting(row), at - ladders.LATELY, ladders.SETTLED])
    return ladders.is_settled(established)


def current_rating(variant: str, pace: Pace, kind: Kind, entrant: str) -> Rating:
    """Return the rating that *entrant* has now, in whatever season; ``FIRST`` before the first rated game."""
    shard = shard_of(Ladder(variant, "", kind, pace).id)  # it does not depend on the season
    found = rows(_RATING, [shard, variant, pace, kind, entrant])
    return Rating(*found[0]) if found else FIRST


def append_rated(row: LadderRow, rated: Rated, met: Mapping[tuple[str, str], RatedPair]) -> StoredEvent:
    """Add *rated* to the end of the ladder's stream, and update the ratings and who has *met* whom.

    The game's id is the key of the event. Call it last, as ``append_to_ladder``. Raises django.db.IntegrityError also
    if the game was rated there before.
    """
    of = _lasting(row)
    after: list[Statement] = [(_AFTER, [rated.ended_at, *_columns(one), *of, one.entrant]) for one in rated.entries]
    for pair, one in sorted(met.items()):
        after.append((_MET, [*of, *pair, one.games, one.wins, one.counts, rated.ended_at]))
    return append_to_ladder(row, rated, key=rated.game, beside=after)


def ladders_of(game: UUID) -> list[Ladder]:
    """Return the ladders on which *game* was rated: at most one of people, and one of bots. It asks each ladder."""
    found = rows(_OF_GAME, [LADDER, str(game)])
    return [Ladder(variant, season, Kind(kind), Pace(pace)) for variant, season, kind, pace in found]


def rated_event(row: LadderRow, game: UUID) -> StoredEvent | None:
    """Return the event with which *game* was rated on the ladder of *row*, if it was."""
    for (version,) in rows(_VERSION, [row.shard, row.id, LADDER, str(game)]):
        return read(row.id, after=version - 1, limit=1)[0]
    return None


def is_annulled(row: LadderRow, game: UUID) -> bool:
    """Return whether *game* was annulled on the ladder. Needs its *row* locked."""
    return _came(row, _annulment_of(str(game)))


def append_annulled(row: LadderRow, annulled: Annulled, places: Mapping[str, int]) -> StoredEvent:
    """Add *annulled* to the end of the ladder's stream, and update the ratings, and who has met and beaten whom.

    *places* are those of the game; none if nobody has noted its pairs. Call it last, as ``append_to_ladder``.
    """
    of, entrants = _lasting(row), [*places]
    after: list[Statement] = [(_AFTER, [None, *_columns(one), *of, one.entrant]) for one in annulled.entries]
    for entrant, place in places.items():
        after.append((_WON_LESS, [*of, [entrant], [other for other in entrants if place < places[other]]]))
    after += [(_NEVER_MET, [*of, entrants, entrants]), (_MET_LESS, [*of, entrants, entrants])]
    return append_to_ladder(row, annulled, key=_annulment_of(annulled.game), beside=after)


def append_erased(row: LadderRow, erased: EntrantErased, *, key: str) -> StoredEvent:
    """Add *erased* to the end of the ladder's stream, once for each *key*. They are established no longer."""
    return append_to_ladder(row, erased, key=key, beside=[(_UNKNOWN, [*_lasting(row), erased.entrant])])


def _came(row: LadderRow, key: str) -> bool:
    ((came,),) = rows(_CAME, [row.shard, row.id, LADDER, key])
    return bool(came)


def _annulment_of(game: str) -> str:
    return f"annulled {game}"


def _columns(entry: Entry | Returned) -> list[Any]:
    basis = entry.basis
    numbers = [entry.after.mu, entry.after.sigma, entry.games]
    return [*numbers, basis.met, basis.opponents, basis.counted, basis.anchored, basis.established]


def _lasting(row: LadderRow) -> list[Any]:
    """Return the key of what goes on from season to season."""
    return [row.shard, row.ladder.variant, row.ladder.pace, row.ladder.kind]


def append_to_ladder(
    row: LadderRow, event: Rated | Annulled | EntrantErased, *, key: str, beside: Iterable[Statement] = ()
) -> StoredEvent:
    """Add *event* to the end of the ladder's stream, once for each *key*, with the statements *beside*.

    Call it last, with *row* from ``lock_ladder`` in the same transaction. Raises what ``append`` raises.
    """
    context = CommandContext(actor=LADDER, key=key)
    (made,) = chain(
        [(0, event, None)], source=source_of(row.id, context, at=row.now), version=row.version, before=row.head_hash
    )
    moved: Statement = (_MOVE, [made.version, made.hash, row.shard, row.id])
    known = bind(row.id, context, first=made.version, last=made.version)
    add([made], beside=[moved, *beside, known])
    return made
