"""Rebuild a read model: build the next generation beside the live one, compare their rows, then let it be read.

The state of a rebuild is in its checkpoints, which commit with the rows: you can kill it at any point, and it goes on
from there. Followers keep a shard that equals the live one up to date, so both stay equal until the switch.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, TypeAlias

from django.db import OperationalError, transaction

from games.log.shards import SHARDS
from games.projections import comparing, generations
from games.projections.base import Projection, Stopped
from games.projections.generations import Place

BATCH: Final = 5_000
"""Events that are projected in one transaction."""

AfterBatch: TypeAlias = Callable[[], None]


@dataclass(frozen=True, slots=True)
class Built:
    """The result of building one shard of the next generation."""

    shard: int
    events: int = 0
    """How many were read."""
    rows: int = 0
    """How many were compared."""
    differences: tuple[str, ...] = ()
    """How the live rows differ from them."""
    fault: str = ""
    """Why it stopped; empty if it did not."""


@dataclass(frozen=True, slots=True)
class Rebuild:
    """A generation of *projection* that is being built while *live* is read."""

    projection: Projection
    live: int
    generation: int

    def shard(
        self, shard: int, *, accept: bool = False, batch: int = BATCH, after_batch: AfterBatch = lambda: None
    ) -> Built:
        """Build *shard* up to where the live one is, compare both, and let followers take it from there.

        If the two differ, followers leave the shard alone, unless you *accept* the differences. *after_batch* is called
        after each batch.
        """
        try:
            self.build(shard, batch=batch, after_batch=after_batch)
            built = self._compare(shard, accept=accept)
            if accept or not built.differences:
                while self._advance(shard, batch):
                    after_batch()
        except Stopped as stopped:
            return Built(shard, fault=str(stopped))
        return built

    def build(self, shard: int, *, batch: int = BATCH, after_batch: AfterBatch = lambda: None) -> None:
        """Project *shard* up to where the live one is. Raises Stopped."""
        while True:
            (place,) = self._places([shard])
            left = place.live - place.next
            if place.status != "building" or left <= 0:
                return
            done = self._advance(shard, min(batch, left))
            after_batch()
            if done in {0, left}:
                return

    def go_live(self) -> bool:
        """Let readers read the new generation, all shards at once, if all equal the old ones; return whether they do.

        The old one is not followed any more. It only takes room, until it is dropped.
        """
        shards = list(SHARDS)
        with transaction.atomic():
            # Both generations are locked first. So the new one can be brought to where the old one is, and stay there.
            generations.hold(self.projection, [self.live, self.generation], shards)
            found = self._places(shards)
            if any(place.status != "running" for place in found):
                return False
            for place in found:
                self._step_to(place.shard, self.generation, place.live - place.next)
            generations.make_live(self.projection, self.generation)
            generations.mark(self.projection, self.live, shards, "retired")
        return True

    def positions(self) -> tuple[int, int]:
        """Return how many events were read, and how many there are to read."""
        found = self._places(list(SHARDS))
        return sum(min(place.next, place.live) for place in found), sum(place.live for place in found)

    def _places(self, shards: list[int]) -> list[Place]:
        return generations.places(self.projection, self.live, self.generation, shards)

    def _advance(self, shard: int, batch: int) -> int:
        return self.projection.catch_up(shard, generation=self.generation, limit=batch, waits=True)

    def _compare(self, shard: int, *, accept: bool) -> Built:
        """Compare both generations at the same position; mark the new one as running if they are equal."""
        with transaction.atomic():
            # Followers must not move either of them while both step to the same position and are compared.
            generations.hold(self.projection, [self.live, self.generation], [shard])
            (place,) = self._places([shard])
            if place.status != "building":
                return self._counted(place)
            self._step_to(shard, self.generation, place.live - place.next)
            self._step_to(shard, self.live, place.next - place.live)
            (place,) = self._places([shard])
            found = []
            if place.next != place.live:
                where = f"position {place.live} ({place.live_status})"
                found.append(f"the live one stands at {where}, the new one at {place.next}")
            found += comparing.differences(self.projection, shard, live=self.live, fresh=self.generation)
            if accept or not found:
                generations.mark(self.projection, self.generation, [shard], "running")
            return self._counted(place, found)

    def _counted(self, place: Place, found: list[str] | None = None) -> Built:
        rows = comparing.count(self.projection, place.shard, self.generation)
        return Built(place.shard, place.next, rows, tuple(found or ()))

    def _step_to(self, shard: int, generation: int, left: int) -> None:
        try:
            while left > 0 and (done := self.projection.step(shard, generation=generation, limit=min(BATCH, left))):
                left -= done
        except OperationalError:
            raise
        except Exception as fault:
            raise Stopped(f"projection {self.projection.name} stopped at shard {shard}: {fault!r}") from fault


def rebuild(projection: Projection) -> Rebuild:
    """Begin the next generation of *projection*, or go on with one that was begun."""
    generation = generations.begin(projection)
    return Rebuild(projection, generations.live_of(projection), generation)
