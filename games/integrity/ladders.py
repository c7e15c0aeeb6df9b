"""Verify that the ladders are whole: their streams, the ratings kept beside them, and that no game is left out."""

import heapq
from collections.abc import Iterator
from itertools import groupby
from typing import Final
from uuid import UUID

from games.db import rows
from games.integrity.eligibility import counting_findings
from games.integrity.findings import Finding
from games.integrity.keys import key_findings
from games.integrity.streams import stream_findings
from games.ladders import Annulled, Kind, Ladder, Pace, Rated, Standing
from games.log.codec import UnknownEvent, decode
from games.log.read import read
from games.log.stored_event import StoredEvent

PAGE: Final = 1_000
"""Events that are in memory at once."""

_LADDERS: Final = """
    SELECT variant, season, kind, pace, id, version, head_hash,
           (SELECT coalesce(max(version), 0) FROM event AS e WHERE (e.shard, e.stream) = (l.shard, l.id))
    FROM ladder AS l ORDER BY variant, pace, kind, season
"""
_RATINGS: Final = """
    SELECT entrant, mu, sigma, games, met, opponents, counted FROM rating
    WHERE games > 0 AND variant = %s AND pace = %s AND kind = %s ORDER BY entrant
"""
_UNKNOWN: Final = """
    SELECT variant, pace, kind, entrant FROM rating AS r
    WHERE games > 0 AND NOT EXISTS (
        SELECT FROM ladder AS l WHERE (l.shard, l.variant, l.pace, l.kind) = (r.shard, r.variant, r.pace, r.kind)
    ) ORDER BY 1, 2, 3, 4 LIMIT 20
"""
_TWICE: Final = """
    SELECT e.public ->> 'game', l.kind, count(*)
    FROM ladder AS l JOIN event AS e ON (e.shard, e.stream) = (l.shard, l.id)
    WHERE e.type = 'rated' GROUP BY 1, 2 HAVING count(*) > 1 ORDER BY 1, 2
"""
# A game and its ladders lie in different shards, so what both say is read first and compared then.
_LEFT_OUT: Final = """
    SELECT game::text, kind FROM rateable
    EXCEPT SELECT game::text, kind FROM unrated
    EXCEPT SELECT e.public ->> 'game', l.kind
           FROM ladder AS l JOIN event AS e ON (e.shard, e.stream) = (l.shard, l.id) AND e.type = 'rated'
    ORDER BY 1, 2
"""
_NOT_PLAYED: Final = """
    WITH rated AS MATERIALIZED (
        SELECT e.stream, e.version, e.public ->> 'game' AS game, l.kind, l.variant, l.pace,
               ARRAY(SELECT one ->> 'entrant' FROM json_array_elements(e.public -> 'entries') AS one
                     ORDER BY one ->> 'entrant' COLLATE "C") AS entrants
        FROM ladder AS l JOIN event AS e ON (e.shard, e.stream) = (l.shard, l.id) AND e.type = 'rated'
    ), played AS MATERIALIZED (SELECT game::text, kind, variant, pace, entrants FROM rateable)
    SELECT stream, version, game FROM rated AS e
    WHERE NOT EXISTS (
        SELECT FROM played AS r
        WHERE (r.game, r.kind, r.variant, r.pace, r.entrants) = (e.game, e.kind, e.variant, e.pace, e.entrants)
    ) ORDER BY 1, 2 LIMIT 20
"""
_FORGED: Final = """
    SELECT game, kind FROM (
        SELECT game, kind, variant, pace, ended_at, private, entrants, places FROM unrated EXCEPT
        SELECT game, kind, variant, pace, ended_at, private, entrants, places FROM rateable
    ) AS forged ORDER BY 1, 2 LIMIT 20
"""


def ladder_findings() -> Iterator[Finding]:
    """Yield what is wrong with the ladders.

    These are: versions, chains and keys of their streams; events of another ladder; games that were rated twice;
    ratings that do not follow from the streams; rated games that are over and neither rated nor waiting. A page of
    events and the ratings of one variant, pace and kind are in memory at once.
    """
    ladders = [(Ladder(*row[:4]), row[4:]) for row in rows(_LADDERS)]
    for ladder, (stream, version, head, last) in ladders:
        findings = stream_findings(_events(stream, version), version=version, last=last, head=bytes(head))
        yield from (Finding(f"ladder {stream}", what) for what in (*findings, *key_findings(stream)))
        for one in _events(stream, version):
            event = _change(one)
            if isinstance(event, Rated) and Ladder(event.variant, event.season, event.kind, event.pace) != ladder:
                yield Finding(f"ladder {stream}", f"event: version {one.version} is of another ladder")
    for of, seasons in groupby(ladders, key=lambda one: (one[0].variant, one[0].pace, one[0].kind)):
        yield from _ratings(of, {stream: version for _, (stream, version, *_) in seasons})
    for variant, pace, kind, entrant in rows(_UNKNOWN):
        yield Finding(f"rating of {entrant}, {variant}, {pace}, {kind}", "read model: there is no such ladder")
    for game, kind, count in rows(_TWICE):
        yield Finding(f"game {game}", f"event: it is rated {count} times among the {kind}")
    for game, kind in rows(_LEFT_OUT):
        yield Finding(f"game {game}", f"queue: it is over, and neither rated among the {kind} nor waiting for it")


def result_findings() -> Iterator[Finding]:
    """Yield results that were rated, or wait for it, but that the log does not have or that should not count."""
    for stream, version, game in rows(_NOT_PLAYED):
        yield Finding(f"ladder {stream}", f"event: version {version} rates game {game}, which had no such result")
    for game, kind in rows(_FORGED):
        yield Finding(f"game {game}", f"queue: what waits to be rated among the {kind} is not its result")
    yield from counting_findings()


def _events(stream: UUID, version: int) -> Iterator[StoredEvent]:
    """Yield the events of *stream* up to *version*. One page is in memory at once."""
    after = 0
    while page := read(stream, after=after, limit=PAGE):
        yield from (one for one in page if one.version <= version)
        after = page[-1].version


def _change(one: StoredEvent) -> Rated | Annulled | None:
    try:
        event = decode(one.type, one.schema, one.public, one.secret)
    except UnknownEvent:
        return None  # `stream_findings` yields it
    return event if isinstance(event, Rated | Annulled) else None


def _ratings(of: tuple[str, Pace, Kind], streams: dict[UUID, int]) -> Iterator[Finding]:
    """Yield how the ratings of a variant, pace and kind differ from the fold of its *streams*, each up to a version."""
    folded: dict[str, Standing] = {}
    # A rating goes on from season to season. All seasons lie in one shard, so positions give the order of their events.
    pages = (_events(stream, version) for stream, version in streams.items())
    for one in heapq.merge(*pages, key=lambda one: one.position):
        event = _change(one)
        step = 1 if isinstance(event, Rated) else -1
        for entry in event.entries if event else ():
            before = folded.get(entry.entrant, Standing())
            if (entry.before, entry.games) != (before.rating, before.games + step):
                what = f"event: version {one.version} does not go on from the rating of {entry.entrant}"
                yield Finding(f"ladder {one.stream}", what)
            folded[entry.entrant] = Standing(entry.after, entry.games, entry.basis)
    kept = {entrant: tuple(columns) for entrant, *columns in rows(_RATINGS, of)}
    true = {
        entrant: (
            one.rating.mu, one.rating.sigma, one.games, one.basis.met, one.basis.opponents, one.basis.counted
        )
        for entrant, one in folded.items() if one.games
    }  # fmt: skip
    for entrant in sorted(kept.keys() | true.keys()):
        if kept.get(entrant) != true.get(entrant):
            where = f"rating of {entrant}, {', '.join(of)}"
            yield Finding(where, f"read model: it is {kept.get(entrant)}, the log says {true.get(entrant)}")
