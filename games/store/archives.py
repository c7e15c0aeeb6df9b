"""Games on their way out of the log, and back. Only a transaction that keeps each event elsewhere may delete it."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from games.db import rows
from games.log.archive import Archived, Line
from games.log.codec import canonical
from games.log.shards import shard_of
from games.models import Event
from games.models.sql import column_names

_COLUMNS: Final = ", ".join(column_names(Event))
# The last event of a shard stays, because the next append reads it. Only followers that begin anew read archives.
_MAY_LEAVE: Final = """
    g.shard = {shard} AND g.status = 'over' AND g.ended_at < %(before)s
    AND (e.shard, e.stream, e.version) = (g.shard, g.id, g.version)
    AND e.position < (SELECT max(position) FROM event_{shard} WHERE shard = {shard})
    AND NOT EXISTS (SELECT FROM checkpoint AS c WHERE c.shard = {shard} AND c.position < e.position
                                                  AND c.status NOT IN ('building', 'retired'))
    AND NOT EXISTS (SELECT FROM unrated AS u WHERE (u.shard, u.game) = (g.shard, g.id))
"""
_IS_DUE: Final = f"""
    SELECT 1 FROM game AS g, event_{{shard}} AS e WHERE g.id = %(game)s AND {_MAY_LEAVE}
"""  # noqa: S608 - a constant
# It goes along the log, which archived games have left. So they cost nothing.
_DUE: Final = f"""
    WITH page AS (
        SELECT shard, position, stream, version, recorded_at FROM event_{{shard}}
        WHERE shard = {{shard}} AND position > %(after)s ORDER BY position LIMIT %(limit)s)
    SELECT (SELECT max(position) FROM page WHERE recorded_at < %(before)s), ARRAY(
        SELECT g.id FROM game AS g, page AS e WHERE {_MAY_LEAVE} ORDER BY e.position)
"""  # noqa: S608 - a constant
_LOCK: Final = "SELECT 1 FROM game WHERE shard = %s AND id = %s AND (version, head_hash) = (%s, %s) FOR UPDATE"
_ARCHIVE: Final = """
    INSERT INTO archive (shard, game, file, sha256, size, version, head, started_at, players, contests)
    VALUES (%s, %s, %s, %s, %s, %s, %s, %s, %s::uuid[], %s)
"""
_LINK: Final = """
    WITH linked AS (
        INSERT INTO event_link (shard, position, stream, hash, shard_hash)
        SELECT shard, position, stream, hash, shard_hash FROM event WHERE shard = %s AND stream = %s RETURNING 1)
    SELECT count(*) FROM linked
"""
_TAKE_OUT: Final = """
    WITH gone AS (DELETE FROM event WHERE shard = %s AND stream = %s RETURNING 1) SELECT count(*) FROM gone
"""
_FORGET_SNAPSHOTS: Final = "DELETE FROM snapshot WHERE shard = %s AND game = %s"
_PUT_BACK: Final = f"""
    INSERT INTO event ({_COLUMNS})
    SELECT %s, position, %s, version, turn, type, schema, command, public, secret, decode(secret_digest, 'hex'), actor,
           key, decode(request_hash, 'hex'), recorded_at, decode(hash, 'hex'), decode(shard_hash, 'hex'),
           coalesce(edition, 1)
    FROM json_to_recordset(%s) AS e (
        position bigint, version integer, turn integer, type text, schema smallint, command text, public json,
        secret json, secret_digest text, actor text, key text, request_hash text, recorded_at timestamptz, hash text,
        shard_hash text, edition smallint)
"""  # noqa: S608 - names of a model
_UNLINK: Final = "DELETE FROM event_link WHERE shard = %s AND position = ANY(%s)"
_UNARCHIVE: Final = "DELETE FROM archive WHERE shard = %s AND game = %s"
_SHARD_HASHES: Final = "SELECT shard_hash FROM event WHERE shard = %s AND stream = %s ORDER BY version"
_COUNT: Final = "SELECT count(*) FROM archive"


class MovedOn(Exception):
    """The game is not as it was when it was read, or somebody else has archived or restored it meanwhile."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Facts:
    """What is asked of an archived game without its file. All of it follows from the events."""

    started_at: datetime | None
    players: tuple[UUID, ...]
    """All who ever had a seat, in the order of their ids."""
    contests: Sequence[dict[str, Any]]
    """The results for ladders: ``kind``, ``pace``, ``entrants`` and ``places`` of each."""


def due(shard: int, *, before: datetime, after: int, limit: int) -> tuple[list[UUID], int | None]:
    """Return which games of *shard* may leave the log, of those whose last event is on a page behind *after*.

    Such a game ended *before* a time, all followers have read it, and nothing of it waits to be rated. A page is
    *limit* events of the log. Also returns the position behind which the next page begins, or None if no events are
    left that were recorded before the time.
    """
    values = {"after": after, "before": before, "limit": limit}
    ((until, games),) = rows(_DUE.format(shard=shard), values)
    return games, until


def may_leave(game: UUID, *, before: datetime) -> bool:
    """Return whether *game* is one of those that are ``due``."""
    return bool(rows(_IS_DUE.format(shard=shard_of(game)), {"game": game, "before": before}))


def shard_hashes(game: UUID) -> list[bytes]:
    """Return the shard hash of each event of *game* that is in the log, by version."""
    return [bytes(one) for (one,) in rows(_SHARD_HASHES, [shard_of(game), game])]


def take_out(archived: Archived, facts: Facts, *, before: datetime) -> None:
    """Put links in the place of the events of a game that is ``due``, in one transaction, and keep where its file is.

    It locks the row of the game and no shard, so no move waits for it. Raises MovedOn if nothing was done.
    """
    game, shard = archived.game, shard_of(archived.game)
    contests = canonical(facts.contests).decode()
    with transaction.atomic(durable=True):
        if not rows(_LOCK, [shard, game, archived.version, archived.head]) or not may_leave(game, before=before):
            raise MovedOn(f"game {game} may not leave the log any more")
        values = [shard, game, archived.file, archived.sha256, archived.size, archived.version, archived.head]
        rows(_ARCHIVE, [*values, facts.started_at, [*facts.players], contests])
        ((linked,),) = rows(_LINK, [shard, game])
        ((gone,),) = rows(_TAKE_OUT, [shard, game])
        if not linked == gone == archived.version:
            raise MovedOn(f"game {game} has {gone} events in the log, not {archived.version}")
        rows(_FORGET_SNAPSHOTS, [shard, game])


def put_back(archived: Archived, lines: Sequence[Line], columns: Sequence[dict[str, Any]]) -> None:
    """Put the *lines* of an archived game back into the log, in one transaction. *columns* are those of each line.

    Raises MovedOn if somebody else has restored it.
    """
    game, shard = archived.game, shard_of(archived.game)
    with transaction.atomic(durable=True):
        if not rows(_LOCK, [shard, game, archived.version, archived.head]) or not _is_archived(shard, game):
            raise MovedOn(f"game {game} is not archived any more")
        rows(_PUT_BACK, [shard, game, canonical(columns).decode()])
        rows(_UNLINK, [shard, [one.event.position for one in lines]])
        rows(_UNARCHIVE, [shard, game])


def count() -> int:
    """Return how many games are archived. The cost grows with them."""
    ((number,),) = rows(_COUNT)
    return int(number)


def _is_archived(shard: int, game: UUID) -> bool:
    return bool(rows("SELECT 1 FROM archive WHERE shard = %s AND game = %s", [shard, game]))
