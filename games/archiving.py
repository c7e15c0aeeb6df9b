"""Archiving: a game that has been over for long leaves the log for a file, and can come back.

The file is written first, read back and compared with the log. Only then one transaction puts links in the place of the
events. A process that dies before its commit leaves a file that nobody knows; the next run finds it, and goes on.
"""

import hashlib
import random
import time
from datetime import timedelta
from typing import Final
from uuid import UUID

import structlog
from psycopg.errors import InsufficientPrivilege

from games import store
from games.integrity.archives import facts_of
from games.integrity.findings import Finding
from games.integrity.streams import stream_findings
from games.integrity.verify import Verifier
from games.log import archive
from games.log.archive import Archived, ArchiveUnavailable, Contents, Line
from games.log.read import read
from games.log.shards import SHARDS, shard_of
from games.services.receipts import receipt
from games.store import archives
from games.store.archives import MovedOn
from games.store.failures import check_database, describe

PAGE: Final = 1_000
"""Events of the log that one statement looks at."""

_log = structlog.get_logger(__name__)


class NotWhole(Exception):
    """What verification finds in a game. Such a game stays where it is."""

    def __init__(self, findings: list[Finding]) -> None:
        super().__init__("; ".join(one.what for one in findings))


class NotAllowed(Exception):
    """The database does not let this role archive games."""


def sweep(days: float, *, seconds: float) -> int:
    """Archive games that ended more than *days* ago, for at most so many *seconds*, and return how many it archived.

    A game that cannot be archived is logged, and left to the next run. Raises NotAllowed.
    """
    until, before, done = time.monotonic() + seconds, store.now() - timedelta(days=days), 0
    for shard in random.sample(SHARDS, len(SHARDS)):
        after: int | None = 0
        while after is not None and time.monotonic() < until:
            games, after = archives.due(shard, before=before, after=after, limit=PAGE)
            for game in games:
                if time.monotonic() >= until:
                    return done
                try:
                    archive_game(game, days=days)
                    done += 1
                except Exception as fault:
                    if isinstance(fault.__cause__, InsufficientPrivilege):
                        raise NotAllowed("This role may not archive: see manage.py grant_rights --archives.") from fault
                    # A game that cannot be archived must not stop the others.
                    check_database(fault)
                    _log.error("a game cannot be archived", game=str(game), reason=describe(fault))
    return done


def archive_game(game: UUID, *, days: float) -> Archived:
    """Let *game*, which ended more than *days* ago, leave the log, and return where it is.

    Raises MovedOn if it may not leave the log, NotWhole, and ArchiveUnavailable.
    """
    before = store.now() - timedelta(days=days)
    if not archives.may_leave(game, before=before):
        raise MovedOn(f"game {game} may not leave the log")
    if findings := Verifier().game(game):
        raise NotWhole(findings)
    events = read(game)
    last = events[-1]
    signed = receipt(game, last.version, last.hash, last.recorded_at)
    lines = tuple(Line(*one) for one in zip(events, archives.shard_hashes(game), strict=True))
    contents = Contents(game, last.version, signed, lines)
    content = archive.written(contents)
    digest = hashlib.sha256(content).digest()
    # The name follows from the content, so no run overwrites what another one has stored.
    name = f"{shard_of(game):02d}/{game}-{digest[:8].hex()}.jsonl.gz"
    archive.store(name, content)
    archived = Archived(game, name, digest, len(content), last.version, last.hash)
    # What follows looks at the file alone: what it says must be the log, and have the chain of the stream.
    again = archive.contents_of(archived, is_fresh=True)
    chain = stream_findings(
        (one.event for one in again.lines), version=last.version, last=len(again.lines), head=last.hash
    )
    if faults := [Finding(f"game {game}", what) for what in chain]:
        raise NotWhole(faults)
    if again != contents:
        raise ArchiveUnavailable(f"{name} does not say what the log says")
    archives.take_out(archived, facts_of(events), before=before)
    return archived


def restore(game: UUID) -> bool:
    """Put an archived *game* back into the log. Return whether it was archived. Its file stays, for older backups.

    Raises ArchiveUnavailable, and MovedOn if somebody else has restored it.
    """
    archived, _ = archive.find(game)
    if archived is None:
        return False
    lines = archive.contents_of(archived).lines
    archives.put_back(archived, lines, [archive.columns_of(one) for one in lines])
    return True
