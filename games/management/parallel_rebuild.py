"""A read model rebuilt in one process or in several, with a bar that says how far it is."""

from argparse import ArgumentParser
from collections.abc import Iterator
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass
from typing import Final

from rich.progress import Progress

from games.log.shards import SHARDS
from games.projections.base import Projection
from games.projections.rebuilding import Built, Rebuild, Told
from games.projections.registry import PROJECTIONS

_ALL: Final = "all"
_LOOK: Final = 0.2
"""Seconds after which the bar moves."""


@dataclass(frozen=True, slots=True)
class Manner:
    """How it is done."""

    batch: int
    """Events in one transaction."""
    accept: bool
    """Whether what the log makes replaces the live rows also where they differ."""


def ask_for_names(parser: ArgumentParser) -> None:
    """Let a command be told which read models it is about."""
    names = [*PROJECTIONS, _ALL]
    parser.add_argument("name", choices=names, metavar="NAME", help=", ".join(names))


def named(name: str) -> list[Projection]:
    """Return the projection of this name, or all."""
    return [*PROJECTIONS.values()] if name == _ALL else [PROJECTIONS[name]]


def build(begun: Rebuild, manner: Manner, progress: Progress, executor: Executor | None) -> list[Built]:
    """Build all shards of the generation that was *begun*, and return what became of each; without others, alone."""
    task = progress.add_task(begun.projection.name)

    def look() -> None:
        done, whole = begun.positions()
        progress.update(task, completed=done, total=whole)

    look()
    if executor is not None:
        return sorted(_in_parallel(executor, begun, manner, look), key=lambda one: one.shard)
    return [begun.shard(shard, accept=manner.accept, batch=manner.batch, told=look) for shard in SHARDS]


def _in_parallel(executor: Executor, begun: Rebuild, manner: Manner, look: Told) -> Iterator[Built]:
    begun_as = (begun.projection.name, begun.live, begun.generation)
    waiting: set[Future[Built]] = {executor.submit(build_shard, *begun_as, shard, manner) for shard in SHARDS}
    while waiting:
        done, waiting = wait(waiting, _LOOK)
        look()
        yield from (one.result() for one in done)


def build_shard(name: str, live: int, generation: int, shard: int, manner: Manner) -> Built:
    """Build one shard in a process of its own."""
    begun = Rebuild(PROJECTIONS[name], live, generation)
    return begun.shard(shard, accept=manner.accept, batch=manner.batch)
