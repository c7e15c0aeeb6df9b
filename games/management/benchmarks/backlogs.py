"""Backlogs of due work in a database of one's own, and who works them off: processes of `benchmarks.due`."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from types import TracebackType
from typing import Final, Self, TypeAlias

from config.embedded import broker
from config.embedded.cluster import Cluster
from games.management.benchmarks.measuring import Measure, Row, Series
from games.management.benchmarks.service import NoService, Service

InTurns: TypeAlias = Callable[[list[tuple[str, Measure]]], list[Series]]
Timed: TypeAlias = Callable[[tuple[str, Callable[[float], float]]], list[Series]]

_PROGRAM: Final = ("-m", "games.management.benchmarks.due")
_DATABASE: Final = "bench"
_BROKER: Final = "bench_broker"
_SETTLED: Final = 2.0
"""Seconds before lateness is measured: the first moves of a table are due when it is made."""


class Backlog:
    """A PostgreSQL server of one's own, as durable as the service's, without a service."""

    def __enter__(self) -> Self:
        self._place = Path(tempfile.mkdtemp(prefix="maumau-backlog-"))
        self._place.chmod(0o711)
        self._cluster = Cluster(self._place)
        self._cluster.start()
        self._cluster.ensure_database(_DATABASE)
        self._cluster.ensure_database(_BROKER)
        url = broker.address(self._cluster.url("postgres"), _BROKER)
        broker.install(url)
        self._environment = {
            **os.environ,
            "BROKER_URL": url,
            "DATABASE_POOL": "0",
            "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
            "DATABASE_URL": self._cluster.url(_DATABASE),
            "DATA": str(self._place),
            "LOG_LEVEL": "ERROR",
        }
        _finish([_start(self._environment, "manage.py", "migrate", "--verbosity", "0")])
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._cluster.stop()
        shutil.rmtree(self._place, ignore_errors=True)

    def clocks(self, games: int, seconds: float, workers: int) -> float:
        """Return how many of so many due *games* so many *workers* resolve a second; they stop when none is due."""
        _finish([_start(self._environment, *_PROGRAM, "copies", str(games))])
        return self._rate("clock", seconds, workers)

    def moves(self, seconds: float, writers: int) -> float:
        """Return how many moves so many *writers* store a second, each in games of its own."""
        return self._rate("moves", seconds, writers)

    def _rate(self, what: str, seconds: float, processes: int) -> float:
        started = [_start(self._environment, *_PROGRAM, what, str(seconds)) for _ in range(processes)]
        told = [line.split() for line in _finish(started)]
        return sum(float(done) for done, _ in told) / max(float(spent) for _, spent in told)


def due(games: int, seconds: float, in_turns: InTurns) -> Iterator[Row]:
    """Resolve so many clocks that are due at once, with two workers and with one, and store moves, in turns."""
    longest, work = max(seconds, games / 20), f"{games:,} clocks due at once"
    with Backlog() as backlog:
        two, one, stored = in_turns(
            [
                ("two workers", lambda: backlog.clocks(games, longest, 2)),
                ("one worker", lambda: backlog.clocks(games, longest, 1)),
                ("moves stored by two processes", lambda: backlog.moves(seconds, 2)),
            ]
        )
    yield Row(work, "games/s", two, one, 1.5, "PostgreSQL runs on the same cores")
    yield Row(work, "games/s", two, stored, 0.9)


def lateness(service: Service, tables: int, measure: Callable[[float], float], timed: Timed) -> Iterator[Row]:
    """Tell how late bots and clocks are at so many *tables* each, while *measure* loads the service."""
    found: list[str] = []

    def load(seconds: float) -> float:
        with ThreadPoolExecutor(1) as beside:
            late = beside.submit(_lateness, service, tables, seconds)
            rate = measure(seconds + _SETTLED)
            found.extend(late.result())
        return rate

    (series,) = timed(("our service", load))
    yield Row(f"moves beside {tables} tables of bots and of clocks", "moves/s", series, note="; ".join(found[-2:]))


def _lateness(service: Service, tables: int, seconds: float) -> list[str]:
    """Tell for bots and clocks how many moves a second they made, each due a second after another, and how late."""
    _finish([_start(service.environment, *_PROGRAM, "tables", str(tables))])
    time.sleep(seconds + _SETTLED)
    (told,) = _finish([_start(service.environment, *_PROGRAM, "lateness", str(seconds))])
    return [
        f"{who}: {float(count) / seconds:.0f} moves/s, late by {1000 * float(half):.0f} ms at p50 "
        f"and {1000 * float(most):.0f} ms at p99"
        for who, count, half, most in map(str.split, told.splitlines())
    ]


def _start(environment: dict[str, str], *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True)  # noqa: S603


def _finish(started: "list[subprocess.Popen[str]]") -> list[str]:
    """Return what each printed. Raises NoService."""
    printed = [one.communicate()[0] for one in started]
    if any(one.returncode for one in started):
        raise NoService(f"{started[0].args!r} failed")
    return printed
