"""Compare all that is kept with the log, and keep the findings until they are gone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from random import SystemRandom
from typing import Final
from uuid import UUID

from games.integrity import findings
from games.integrity.anchors import Anchor, anchor_findings
from games.integrity.clocks import clock_findings
from games.integrity.findings import Finding, Scope
from games.integrity.games import verify_game
from games.integrity.ladders import ladder_findings, result_findings
from games.integrity.shards import shard_findings
from games.integrity.snapshots import snapshot_findings
from games.log.shards import SHARDS
from games.projections import generations
from games.projections.base import Projection
from games.projections.comparing import differences_from_log
from games.projections.registry import PROJECTIONS

MOST_EVENTS: Final = 20_000
"""A longer shard is not rebuilt in passing, because its read model would stand still meanwhile."""

_chance: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Verifier:
    """Verifies and keeps the findings. Each method returns its own."""

    _open: set[tuple[str, str]] = field(default_factory=findings.still_open)
    """Scope and place of findings that were open at the start. Only they need a write if nothing is found."""

    def log(self, shards: Iterable[int] = SHARDS) -> list[Finding]:
        """Verify the log at large: its guards, the positions and chains of *shards*, and rows without a game."""
        return self._kept(Scope.LOG, None, shard_findings(shards))

    def game(self, game: UUID) -> list[Finding]:
        """Verify a game: its chain and secrets, and its row, snapshots, seats, keys and clock against its events."""
        where, verified = f"game {game}", verify_game(game)
        found = [*verified.findings, *clock_findings(where, verified), *snapshot_findings(game, verified)]
        return self._kept(Scope.GAME, where, found)

    def ladders(self) -> list[Finding]:
        """Verify the ladders: their streams, their ratings, and that all games are rated which should be."""
        return self._kept(Scope.LADDER, None, chain(ladder_findings(), result_findings()))

    def anchor(self, anchor: Anchor) -> list[Finding]:
        """Verify that the log goes on from *anchor*."""
        return self._kept(Scope.ANCHOR, None, anchor_findings(anchor))

    def read_model(self, projection: Projection, shard: int) -> list[Finding]:
        """Verify that the rows of *projection* in *shard* are those that the log makes."""
        where = place_of(projection, shard)
        try:
            found = [Finding(where, f"read model: {what}") for what in differences_from_log(projection, shard)]
        except Exception as error:  # noqa: BLE001 - a log that was changed can raise anything
            found = [Finding(where, f"log: it cannot be rebuilt: {error!r}")]
        return self._kept(Scope.READ_MODEL, where, found)

    def some(self, games: Iterable[UUID]) -> list[Finding]:
        """Verify *games*, and one shard of one read model unless it is long."""
        found = [finding for game in games for finding in self.game(game)]
        projection, shard = _chance.choice([*PROJECTIONS.values()]), _chance.choice(SHARDS)
        if generations.position(projection, shard) <= MOST_EVENTS:
            found += self.read_model(projection, shard)
        return found

    def _kept(self, scope: Scope, place: str | None, made: Iterable[Finding]) -> list[Finding]:
        found = list(made)
        if found or any(what == scope and place in {where, None} for what, where in self._open):
            findings.keep(scope, found, place)
        return found


def place_of(projection: Projection, shard: int) -> str:
    """Return the name of a shard of a read model in findings."""
    return f"projection {projection.name}, shard {shard}"


def keep_differences(projection: Projection, shard: int, lines: Iterable[str]) -> None:
    """Keep the differences of live rows from rebuilt ones as findings. No *lines* close those that are open."""
    where = place_of(projection, shard)
    findings.keep(Scope.READ_MODEL, [Finding(where, f"read model: {line}") for line in lines], where)
