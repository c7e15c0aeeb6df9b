"""Games as they stood at every hundredth version: a cache for history. It may be emptied at any time."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any, Final
from uuid import UUID

from django.db import transaction

from games.db import rows, run
from games.log.codec import canonical
from games.log.shards import shard_of

EVERY: Final = 100
"""Versions."""

_BEFORE: Final = """
    SELECT version, state, clock FROM snapshot WHERE shard = %s AND game = %s AND version <= %s
    ORDER BY version DESC LIMIT 1
"""
_ALL: Final = "SELECT version, state, clock FROM snapshot WHERE shard = %s AND game = %s ORDER BY version"
_KEEP: Final = """
    INSERT INTO snapshot (shard, game, version, state, clock) VALUES (%s, %s, %s, %s, %s)
    ON CONFLICT (shard, game, version) DO UPDATE SET state = excluded.state, clock = excluded.clock
"""


@dataclass(frozen=True, slots=True)
class Snapshot:
    """A game at a version."""

    version: int
    state: bytes
    """As ``games.log.codec.dump_state`` writes it; other code may have."""
    clock: dict[str, Any]
    """The seat whose time runs, since when, and the time banks."""


def snapshot_before(game: UUID, version: int) -> Snapshot | None:
    """Return the last snapshot of *game* up to *version*; None if there is none."""
    found = rows(_BEFORE, [shard_of(game), game, version])
    return _snapshot(*found[0]) if found else None


def snapshots(game: UUID) -> list[Snapshot]:
    """Return all snapshots of *game*, in order."""
    return [_snapshot(*row) for row in rows(_ALL, [shard_of(game), game])]


def keep_snapshots(game: UUID, made: Iterable[Snapshot]) -> None:
    """Keep the snapshots *made* of *game*, in place of others of the same versions. One transaction."""
    with transaction.atomic():
        run([(_KEEP, [shard_of(game), game, one.version, one.state, canonical(one.clock).decode()]) for one in made])


def _snapshot(version: int, state: bytes, clock: dict[str, Any]) -> Snapshot:
    return Snapshot(version, bytes(state), clock)
