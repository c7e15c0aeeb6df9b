"""Everything that is kept, held against the log; what is found is kept too, until it is gone."""

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
"""A shard that is longer is not rebuilt in passing: its read model would stand still meanwhile."""

_chance: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Verifier:
    """Verifies, and keeps what it finds. Each method returns its findings."""

    _open: set[tuple[str, str]] = field(default_factory=findings.still_open)
    """Findings that were open at the start: one that finds nothing writes only to close them."""

    def log(self, shards: Iterable[int] = SHARDS) -> list[Finding]:
        """Look at the log at large, all *shards* of it: guarded, dense, chained; and what stands beside all games."""
        return self._kept(Scope.LOG, None, shard_findings(shards))

    def game(self, game: UUID) -> list[Finding]:
        """Look at a game: its chain, its secrets; its row, state, seats, keys and clock as its events make them."""
        where, verified = f"game {game}", verify_game(game)
        found = [*verified.findings, *clock_findings(where, verified), *snapshot_findings(game, verified)]
        return self._kept(Scope.GAME, where, found)

    def ladders(self) -> list[Finding]:
        """Look at the ladders: their streams, their ratings, and the games that ought to be rated."""
        return self._kept(Scope.LADDER, None, chain(ladder_findings(), result_findings()))

    def anchor(self, anchor: Anchor) -> list[Finding]:
        """Look whether the log goes on from *anchor*."""
        return self._kept(Scope.ANCHOR, None, anchor_findings(anchor))

    def read_model(self, projection: Projection, shard: int) -> list[Finding]:
        """Look at the rows of a shard: they must be what the log makes of them."""
        where = place_of(projection, shard)
        try:
            found = [Finding(where, f"read model: {what}") for what in differences_from_log(projection, shard)]
        except Exception as error:  # noqa: BLE001 - whatever stands in its way is to be reported
            found = [Finding(where, f"log: it cannot be rebuilt: {error!r}")]
        return self._kept(Scope.READ_MODEL, where, found)

    def some(self, games: Iterable[UUID]) -> list[Finding]:
        """Look at *games*, and at one shard of one read model if it is short."""
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
    """Return how findings name a shard of a read model."""
    return f"projection {projection.name}, shard {shard}"


def keep_differences(projection: Projection, shard: int, lines: Iterable[str]) -> None:
    """Keep how the live rows of a shard differ from rebuilt ones; none close what was found before."""
    where = place_of(projection, shard)
    findings.keep(Scope.READ_MODEL, [Finding(where, f"read model: {line}") for line in lines], where)
