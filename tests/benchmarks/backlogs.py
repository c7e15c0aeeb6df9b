"""Backlogs of due work in databases of their own, and the rate at which processes of `benchmarks.due` resolve them."""

import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from typing import Final, TypeAlias

import psycopg
from psycopg import sql

from tests.benchmarks.measuring import Measure, Row, Series
from tests.benchmarks.service import NoService, Service

InTurns: TypeAlias = Callable[[list[tuple[str, Measure]]], list[Series]]
Timed: TypeAlias = Callable[[tuple[str, Callable[[float], float]]], list[Series]]

_PROGRAM: Final = ("-m", "tests.benchmarks.due")
_FILLED: Final = "backlog"
_MEASURED: Final = "backlog_measured"
_DUE_NOW: Final = 100
"""Clocks that are due while many deadlines are ahead."""
_EVENTS: Final = "SELECT count(*) FROM event"
_WITHOUT_CLAIMS: Final = "the same transactions, by processes that get a list of games and claim nothing"
_LONGEST: Final = 60.0
"""Seconds after which the rest of a backlog is left."""
_SETTLED: Final = 2.0
"""Seconds before lateness is measured. The first moves of a table are due at once, so they would count as late."""


class Backlog:
    """Games in a database of their own, on the server of a *service*. Half of them are due, half are not.

    Of so many more, the deadlines are *ahead*.
    """

    def __init__(self, service: Service, games: int, *, ahead: int = 0) -> None:
        self._server = service.database
        self._environment = {**service.environment, "LOG_LEVEL": "ERROR"}
        self._name = f"{_FILLED}_{games}_{ahead}"
        self._run("CREATE DATABASE {}", self._name)
        _finish([_start(self._within(self._name), *_PROGRAM, "copies", str(games), str(ahead))])
        self._stored = self._count(self._name)
        self._events: dict[str, float] = {}

    def rate(self, what: str, seconds: float, processes: int) -> float:
        """Return how many games a second so many *processes* handle, doing *what*. Every call has fresh games."""
        self._run("CREATE DATABASE {} TEMPLATE {} STRATEGY file_copy", _MEASURED, self._name)
        environment = self._within(_MEASURED)
        started = [
            _start(environment, *_PROGRAM, what, str(seconds), str(number), str(processes))
            for number in range(processes)
        ]
        told = [line.split() for line in _finish(started)]
        done = sum(float(games) for games, _ in told)
        self._events[what] = (self._count(_MEASURED) - self._stored) / max(done, 1)
        self._run("DROP DATABASE {} WITH (FORCE)", _MEASURED)
        return done / max(float(spent) for _, spent in told)

    def passes(self, seconds: float) -> tuple[float, float, float]:
        """Return how many passes a second claim what is due, and the median and the longest in milliseconds."""
        (told,) = _finish([_start(self._within(self._name), *_PROGRAM, "passes", str(seconds))])
        count, spent, median, longest = map(float, told.split())
        return count / spent, median, longest

    def events(self, what: str) -> float:
        """Return how many events *what* stored for each game when it was last measured."""
        return self._events[what]

    def _count(self, database: str) -> int:
        """Return the number of events in a *database*."""
        with psycopg.connect(self._within(database)["DATABASE_URL"]) as connection:
            (count,) = connection.execute(_EVENTS).fetchone() or (0,)
            return int(count)

    def _within(self, database: str) -> dict[str, str]:
        scheme, _, query = self._server.partition("?")
        return {**self._environment, "DATABASE_URL": f"{scheme.rsplit('/', 1)[0]}/{database}?{query}"}

    def _run(self, statement: str, *names: str) -> None:
        with psycopg.connect(self._server, autocommit=True) as connection:
            connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))


def due(service: Service, games: int, in_turns: InTurns) -> Iterator[Row]:
    """Resolve clocks that are due at once, in turns with peers.

    They are one worker, two processes that do the same work without claims, and two that store moves in other games.
    """
    backlog, work = Backlog(service, games), f"{games:,} clocks due at once"
    two, one, words, moves = in_turns(
        [
            ("two workers", lambda: backlog.rate("clock", _LONGEST, 2)),
            ("one worker", lambda: backlog.rate("clock", _LONGEST, 1)),
            ("two processes without claims", lambda: backlog.rate("words", _LONGEST, 2)),
            ("moves stored by two processes", lambda: backlog.rate("moves", _LONGEST, 2)),
        ]
    )
    spoken, moved = backlog.events("clock"), backlog.events("moves")
    yield Row(work, "games/s", two, one, 1.5, "PostgreSQL runs on the same cores")
    yield Row(work, "games/s", two, words, 0.8, _WITHOUT_CLAIMS)
    yield Row(work, "games/s", two, moves, note=f"a clock stores {spoken:.1f} events a game, a move {moved:.1f}")
    yield Row(work, "events/s", _times(two, spoken), _times(moves, moved))


def sweep(service: Service, ahead: int, seconds: float, in_turns: InTurns) -> Iterator[Row]:
    """Claim what is due while so many deadlines are *ahead*, in turns with hardly any ahead."""
    found = list[tuple[float, float]]()

    def passes(backlog: Backlog) -> float:
        rate, *milliseconds = backlog.passes(seconds)
        if backlog is many:
            found.append((milliseconds[0], milliseconds[1]))
        return rate

    many, few = Backlog(service, _DUE_NOW, ahead=ahead), Backlog(service, _DUE_NOW)
    ours, peer = in_turns([(f"{ahead:,} ahead", lambda: passes(many)), ("hardly any ahead", lambda: passes(few))])
    median, longest = statistics.median(one for one, _ in found), max(one for _, one in found)
    note = f"{_DUE_NOW} are due; a pass takes {median:.2f} ms in the median, at most {longest:.2f} ms"
    yield Row(f"a pass of the clock, {ahead:,} deadlines ahead", "passes/s", ours, peer, 1 / 1.2, note)


def _times(series: Series, events: float) -> Series:
    return Series(series.name, tuple(rate * events for rate in series.rates))


def lateness(service: Service, tables: int, measure: Callable[[float], float], timed: Timed) -> Iterator[Row]:
    """Yield how late bots and clocks are at so many *tables* each, while *measure* loads the service."""
    found: list[str] = []

    def measure_lateness(seconds: float) -> list[str]:
        return [
            f"{who}: {count / seconds:.0f} moves/s, late by {1000 * half:.0f} ms at p50 and {1000 * most:.0f} ms at p99"
            for who, (count, half, most) in late(service, "tables", tables, seconds).items()
        ]

    def load(seconds: float) -> float:
        with ThreadPoolExecutor(1) as beside:
            measured = beside.submit(measure_lateness, seconds)
            rate = measure(seconds + _SETTLED)
            found.extend(measured.result())
        return rate

    (series,) = timed(("our service", load))
    yield Row(f"moves beside {tables} tables of bots and of clocks", "moves/s", series, note="; ".join(found[-2:]))


def open_tables(service: Service, what: str, tables: int) -> None:
    """Open so many *tables* (WHAT of `due`)."""
    _finish([_start(service.environment, *_PROGRAM, what, str(tables))])


def late(service: Service, what: str, tables: int, seconds: float) -> dict[str, tuple[float, float, float]]:
    """Open so many *tables* (WHAT of `due`), and return how many moves bots and clocks made in *seconds*, and how late.

    Lateness is in seconds: the median and the 99th percentile.
    """
    open_tables(service, what, tables)
    time.sleep(seconds + _SETTLED)
    (output,) = _finish([_start(service.environment, *_PROGRAM, "lateness", str(seconds))])
    lines = [line.split() for line in output.splitlines()]
    return {who: (float(count), float(half), float(most)) for who, count, half, most in lines}


def _start(environment: Mapping[str, str], *arguments: str) -> "subprocess.Popen[str]":
    return subprocess.Popen([sys.executable, *arguments], env=environment, stdout=subprocess.PIPE, text=True)


def _finish(started: "list[subprocess.Popen[str]]") -> list[str]:
    """Return what each printed. Raises NoService."""
    printed = [one.communicate()[0] for one in started]
    if any(one.returncode for one in started):
        raise NoService(f"{started[0].args!r} failed")
    return printed
