"""Rebuilds of read models, in one process or in several, with a progress bar."""

import time
from argparse import ArgumentParser
from concurrent.futures import Executor, Future, wait
from dataclasses import dataclass
from typing import Final

from rich.console import Console
from rich.progress import Progress

from games.integrity import verify
from games.log.shards import SHARDS
from games.management.parallel import bars, say
from games.projections.base import Projection, Stopped
from games.projections.rebuilding import Built, Rebuild, rebuild
from games.projections.registry import PROJECTIONS

_ALL: Final = "all"
_REFRESH: Final = 0.2
"""Seconds between two updates of the bar."""


@dataclass(frozen=True, slots=True)
class RebuildOptions:
    """How read models are rebuilt."""

    batch: int
    """Events in one transaction."""
    accept_differences: bool
    """Whether the new rows replace the live ones even where they differ."""


def add_name_argument(parser: ArgumentParser) -> None:
    """Add the argument that names a read model, or all."""
    names = [*PROJECTIONS, _ALL]
    parser.add_argument(
        "name", choices=names, metavar="NAME", help=f"a read model ({', '.join(PROJECTIONS)}), or {_ALL}"
    )


def projections_named(name: str) -> list[Projection]:
    """Return the projection of this name, or all."""
    return [*PROJECTIONS.values()] if name == _ALL else [PROJECTIONS[name]]


def rebuild_and_report(
    console: Console, projection: Projection, options: RebuildOptions, executor: Executor | None
) -> bool:
    """Rebuild a read model and print how it went. Return whether the new generation is live."""
    begun_at = time.monotonic()
    begun = rebuild(projection)
    with bars(console) as progress:
        shards = _build(begun, options, progress, executor)
    for one in shards:
        verify.keep_differences(projection, one.shard, () if options.accept_differences else one.differences)
        for line in (*one.differences, *([one.fault] if one.fault else [])):
            say(console, f"{verify.place_of(projection, one.shard)}: {line}")
    # The generation goes live only if every shard was built and equals the live one, or the differences are accepted.
    stopped, different = sum(bool(one.fault) for one in shards), sum(bool(one.differences) for one in shards)
    problem = ""
    if stopped:
        problem = f"stopped in {stopped} shards"
    elif different and not options.accept_differences:
        problem = f"differs from the live one in {different} shards"
    else:
        try:
            problem = "" if begun.go_live() else "stopped meanwhile"
        except Stopped as error:
            problem = str(error)
    events, rows = sum(one.events for one in shards), sum(one.rows for one in shards)
    fate = f"{problem}; generation {begun.live} stays live" if problem else "OK"
    seconds = time.monotonic() - begun_at
    counts = f"{events} events, {rows} rows, generation {begun.generation}"
    say(console, f"{projection.name}: {counts}, {fate}, {seconds:.1f} s")
    return not problem


def _build(begun: Rebuild, options: RebuildOptions, progress: Progress, executor: Executor | None) -> list[Built]:
    """Build all shards: in the processes of *executor*, or here if there is none."""
    task = progress.add_task(begun.projection.name)

    def update() -> None:
        done, total = begun.positions()
        progress.update(task, completed=done, total=total)

    update()
    if executor is None:
        return [
            begun.shard(shard, accept=options.accept_differences, batch=options.batch, after_batch=update)
            for shard in SHARDS
        ]
    arguments = (begun.projection.name, begun.live, begun.generation)
    waiting: set[Future[Built]] = {executor.submit(build_shard, *arguments, shard, options) for shard in SHARDS}
    built: list[Built] = []
    while waiting:
        done, waiting = wait(waiting, _REFRESH)
        update()
        built += [future.result() for future in done]
    return sorted(built, key=lambda one: one.shard)


def build_shard(name: str, live: int, generation: int, shard: int, options: RebuildOptions) -> Built:
    """Build one shard. It runs in another process, so all arguments can be pickled."""
    begun = Rebuild(PROJECTIONS[name], live, generation)
    return begun.shard(shard, accept=options.accept_differences, batch=options.batch)
