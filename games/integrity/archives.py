"""Verify that the log, the links and the archives agree: each event lies in one place, and each archive is whole."""

from collections.abc import Iterator, Sequence
from typing import Final
from uuid import UUID

from games.db import rows
from games.integrity.findings import Finding
from games.ladders import pace_of, rated_contests
from games.log import archive
from games.log.archive import Archived, ArchiveUnavailable, Contents
from games.log.read import event_of
from games.log.receipts import from_base64url, receipt_bytes
from games.log.shards import shard_of
from games.log.stored_event import StoredEvent
from games.rules.evolve import fold
from games.rules.game import Game, Status
from games.services.signing import is_signature
from games.store.archives import Facts

_TWICE: Final = """
    SELECT a.game, min(e.position) FROM archive AS a JOIN event AS e ON (e.shard, e.stream) = (a.shard, a.game)
    GROUP BY 1 ORDER BY 1 LIMIT 5
"""
_UNKNOWN: Final = """
    SELECT DISTINCT stream FROM event_link AS l
    WHERE NOT EXISTS (SELECT FROM archive AS a WHERE (a.shard, a.game) = (l.shard, l.stream)) ORDER BY 1 LIMIT 5
"""
_UNLINKED: Final = """
    WITH linked AS (SELECT shard, stream AS game, count(*) AS links FROM event_link GROUP BY 1, 2)
    SELECT game, version, coalesce(links, 0) FROM archive LEFT JOIN linked USING (shard, game)
    WHERE version <> coalesce(links, 0) ORDER BY 1 LIMIT 5
"""
_OTHER_ROW: Final = """
    SELECT a.game, g.id IS NULL FROM archive AS a LEFT JOIN game AS g ON (g.shard, g.id) = (a.shard, a.game)
    WHERE (g.version, g.head_hash, g.status) IS DISTINCT FROM (a.version, a.head, 'over') ORDER BY 1 LIMIT 5
"""
_LINKS: Final = (
    "SELECT position, hash, shard_hash FROM event_link WHERE shard = %s AND position = ANY(%s) AND stream = %s"
)
_FACTS: Final = "SELECT started_at, players, contests FROM archive WHERE shard = %s AND game = %s"


def archive_findings() -> Iterator[Finding]:
    """Yield where log, links and archives disagree. It reads no file, and of the log no more than its index."""
    for game, position in rows(_TWICE):
        yield Finding(f"game {game}", f"archive: it is archived, and the log has it too, at position {position}")
    for game in (game for (game,) in rows(_UNKNOWN)):
        yield Finding(f"game {game}", "archive: links stand for its events, but it has no archive")
    for game, version, links in rows(_UNLINKED):
        yield Finding(f"game {game}", f"archive: it has {version} events, and {links} links stand for them")
    for game, is_missing in rows(_OTHER_ROW):
        what = "there is no such game" if is_missing else "it does not end where the row of the game does"
        yield Finding(f"game {game}", f"archive: {what}")


def file_findings(archived: Archived) -> Iterator[str]:
    """Yield what is wrong with the file of an *archived* game, and where links and the row of ``archive`` differ.

    ``games.integrity.streams`` verifies its events like those of the log.
    """
    try:
        contents = archive.contents_of(archived, is_fresh=True)
    except ArchiveUnavailable as fault:
        yield f"archive: {fault}"
        return
    if not _is_signed(contents):
        yield f"archive: {archived.file} has no receipt of this service for its head"
    lines, shard = contents.lines, shard_of(archived.game)
    found = rows(_LINKS, [shard, [one.event.position for one in lines], archived.game])
    links = {position: (bytes(hash_), bytes(shard_hash)) for position, hash_, shard_hash in found}
    for event, shard_hash in lines:
        if links.get(event.position) != (event.hash, shard_hash):
            yield f"archive: the link of version {event.version}, at position {event.position}, is missing or changed"
    (kept,) = rows(_FACTS, [shard, archived.game])
    facts = facts_of([one.event for one in lines])
    if kept != (facts.started_at, [*facts.players], [*facts.contests]):
        yield "archive: its row says other things of players, beginning or results than its file"


def facts_of(events: Sequence[StoredEvent]) -> Facts:
    """Return what is kept of an archived game beside its file, from all its *events*."""
    game = fold(Game(), (event_of(one) for one in events))
    seated = (one.public["player"] for one in events if one.type == "seat-taken")
    counts = game.status == Status.OVER and game.deals and not game.unrated and game.terms.get("rated", False)
    # As `games.services.rating` lets a result wait for its ladders.
    sitters = [None if seat in game.excused else one for seat, one in enumerate(game.sitters)]
    return Facts(
        started_at=next((one.recorded_at for one in events if one.type == "game-started"), None),
        players=tuple(sorted({UUID(player) for player in seated if player})),
        contests=[
            {
                "kind": str(one.kind),
                "pace": str(pace_of(game.terms["clock"]["turn"])),
                "entrants": [who.entrant for who in one.contestants],
                "places": [who.place for who in one.contestants],
            }
            for one in (rated_contests(sitters, game.places) if counts else ())
        ],
    )


def _is_signed(contents: Contents) -> bool:
    """Return whether the receipt is one of this service, for this game, its last version and its last hash."""
    signed, last = contents.receipt, contents.lines[-1].event
    says = (str(contents.game), contents.version, f"sha256:{last.hash.hex()}")
    try:
        is_ours = is_signature(signed["kid"], from_base64url(signed["signature"]), receipt_bytes(signed))
        return is_ours and (signed["game"], signed["version"], signed["head"]) == says
    except (LookupError, TypeError, ValueError):
        return False
