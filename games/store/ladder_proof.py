"""Proof that the ladders are whole: their streams, the ratings kept beside them, and that no game is left out."""

from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.codec import UnknownEvent, decode
from games.ladders import Entry, Kind, Ladder, Rated, Standing
from games.store.asking import rows
from games.store.proof import Fault
from games.store.reading import Recorded, read
from games.store.stream_proof import stream_faults

_LADDERS: Final = """
    SELECT variant, season, kind, id, version, head_hash,
           (SELECT coalesce(max(version), 0) FROM event AS e WHERE (e.shard, e.stream) = (l.shard, l.id))
    FROM ladder AS l ORDER BY variant, kind, season
"""
_RATINGS: Final = "SELECT variant, kind, entrant, mu, sigma, games FROM rating WHERE games > 0"
_LEFT_OUT: Final = """
    WITH rated AS (
        SELECT e.public ->> 'game' AS game, l.kind
        FROM ladder AS l JOIN event AS e ON (e.shard, e.stream) = (l.shard, l.id)
    )
    SELECT game, kind FROM rateable AS r
    WHERE NOT EXISTS (SELECT FROM rated WHERE (rated.game, rated.kind) = (r.game::text, r.kind))
      AND NOT EXISTS (SELECT FROM unrated AS u WHERE (u.shard, u.game, u.kind) = (r.shard, r.game, r.kind))
    ORDER BY game, kind
"""

_Owner = tuple[str, Kind, str]
"""Whose rating it is: variant, kind, entrant."""


def ladder_faults() -> Iterator[Fault]:
    """Yield what is wrong with the ladders.

    Versions and chains of their streams, events of another ladder, games rated twice, ratings that are not what the
    streams make of them, and games played for ratings that are over and neither rated nor waiting.
    """
    happened: list[tuple[Recorded, Rated]] = []
    for *named, stream, version, head, last in rows(_LADDERS):
        ladder, where = Ladder(*named), f"ladder {stream}"
        events = read(stream, limit=version)
        faults = stream_faults(events, version=version, last=last, head=bytes(head))
        yield from (Fault(where, what) for what in faults)
        rated = list(_readable(events))
        yield from (Fault(where, what) for what in _strange(ladder, rated))
        happened += rated
    yield from _twice(happened)
    yield from _ratings(happened)
    for game, kind in rows(_LEFT_OUT):
        yield Fault(f"game {game}", f"queue: it is over, and neither rated among the {kind} nor waiting for it")


def _readable(events: list[Recorded]) -> Iterator[tuple[Recorded, Rated]]:
    for one in events:
        try:
            event = decode(one.type, one.schema, one.public, one.secret)
        except UnknownEvent:
            continue  # Its stream's fault is told already.
        if isinstance(event, Rated):
            yield one, event


def _strange(ladder: Ladder, rated: list[tuple[Recorded, Rated]]) -> Iterator[str]:
    for one, event in rated:
        if Ladder(event.variant, event.season, event.kind) != ladder:
            yield f"event: version {one.version} is of another ladder"


def _twice(happened: list[tuple[Recorded, Rated]]) -> Iterator[Fault]:
    times = Counter((event.game, event.kind) for _, event in happened)
    for (game, kind), count in times.items():
        if count > 1:
            yield Fault(f"game {game}", f"event: it is rated {count} times among the {kind}")


def _ratings(happened: list[tuple[Recorded, Rated]]) -> Iterator[Fault]:
    """Yield how the ratings differ from the fold of the streams, shard by shard in the order of commits."""
    folded: dict[_Owner, Standing] = {}
    for one, event in sorted(happened, key=lambda pair: pair[0].position):
        for entry in event.entries:
            owner = (event.variant, event.kind, entry.entrant)
            if not _follows(entry, folded.get(owner, Standing())):
                what = f"event: version {one.version} does not go on from the rating of {entry.entrant}"
                yield Fault(f"ladder {one.stream}", what)
            folded[owner] = Standing(entry.after, entry.games)
    kept = {(variant, kind, entrant): (mu, sigma, games) for variant, kind, entrant, mu, sigma, games in rows(_RATINGS)}
    told = {owner: (one.rating.mu, one.rating.sigma, one.games) for owner, one in folded.items()}
    for owner in sorted(kept.keys() | told.keys()):
        if kept.get(owner) != told.get(owner):
            where = "rating of {2}, {0}, {1}".format(*owner)
            yield Fault(where, f"read model: it is {kept.get(owner)}, the log says {told.get(owner)}")


def _follows(entry: Entry, before: Standing) -> bool:
    return (entry.before, entry.games) == (before.rating, before.games + 1)
