"""Everything that is kept, held against the log; what is found is kept too, until it is gone."""

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import chain
from random import SystemRandom
from typing import Final
from uuid import UUID

from games.integrity import findings
from games.integrity.anchors import Anchor, anchor_faults
from games.integrity.clocks import clock_faults
from games.integrity.findings import Fault, Proof
from games.integrity.games import examine
from games.integrity.ladders import ladder_faults, result_faults
from games.integrity.shards import shard_faults
from games.integrity.snapshots import snapshot_faults
from games.log.shards import SHARDS
from games.projections import generations
from games.projections.base import Projection
from games.projections.drift import drift
from games.projections.registry import PROJECTIONS

MOST_EVENTS: Final = 20_000
"""A shard that is longer is not rebuilt in passing: its read model would stand still meanwhile."""

_chance: Final = SystemRandom()


@dataclass(frozen=True, slots=True)
class Verifier:
    """Looks for faults, and keeps what it finds. Each answer is what was found."""

    _open: set[tuple[str, str]] = field(default_factory=findings.still_open)
    """What was found before: a proof that finds nothing writes only to close such a finding."""

    def log(self, shards: Iterable[int] = SHARDS) -> list[Fault]:
        """Look at the log at large, all *shards* of it: guarded, dense, chained; and what stands beside all games."""
        return self._kept(Proof.LOG, None, shard_faults(shards))

    def game(self, game: UUID) -> list[Fault]:
        """Look at a game: its chain, its secrets; its row, state, seats, keys and clock as its events make them."""
        where, examined = f"game {game}", examine(game)
        found = [*examined.faults, *clock_faults(where, examined), *snapshot_faults(game, examined)]
        return self._kept(Proof.GAME, where, found)

    def ladders(self) -> list[Fault]:
        """Look at the ladders: their streams, their ratings, and the games that ought to be rated."""
        return self._kept(Proof.LADDER, None, chain(ladder_faults(), result_faults()))

    def anchor(self, anchor: Anchor) -> list[Fault]:
        """Look whether the log goes on from *anchor*."""
        return self._kept(Proof.ANCHOR, None, anchor_faults(anchor))

    def read_model(self, projection: Projection, shard: int) -> list[Fault]:
        """Look at the rows of a shard: they must be what the log makes of them."""
        where = place_of(projection, shard)
        try:
            found = [Fault(where, f"read model: {what}") for what in drift(projection, shard)]
        except Exception as error:  # noqa: BLE001 - whatever stands in its way is to be reported
            found = [Fault(where, f"log: it cannot be rebuilt: {error!r}")]
        return self._kept(Proof.READ_MODEL, where, found)

    def some(self, games: Iterable[UUID]) -> list[Fault]:
        """Look at *games*, and at one shard of one read model if it is short."""
        found = [fault for game in games for fault in self.game(game)]
        projection, shard = _chance.choice([*PROJECTIONS.values()]), _chance.choice(SHARDS)
        if generations.position(projection, shard) <= MOST_EVENTS:
            found += self.read_model(projection, shard)
        return found

    def _kept(self, proof: Proof, place: str | None, faults: Iterable[Fault]) -> list[Fault]:
        found = list(faults)
        if found or any(what == proof and place in {where, None} for what, where in self._open):
            findings.keep(proof, found, place)
        return found


def place_of(projection: Projection, shard: int) -> str:
    """Return how findings name a shard of a read model."""
    return f"projection {projection.name}, shard {shard}"


def keep_drift(projection: Projection, shard: int, lines: Iterable[str]) -> None:
    """Keep how the live rows of a shard differ from rebuilt ones; none close what was found before."""
    where = place_of(projection, shard)
    findings.keep(Proof.READ_MODEL, [Fault(where, f"read model: {line}") for line in lines], where)
