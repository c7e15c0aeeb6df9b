"""Rebuilds of read models from a log of simulated games, and the peers to compare them with."""

import sys
from collections.abc import Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final

from tests.benchmarks import environments
from tests.benchmarks.measuring import Measure

PAGES: Final = "keyset pages and JSON decode"
LIBRARY: Final = "the eventsourcing library's log"
MODELS: Final = ("lobby", "results")
"""A read model that uses few events, and one that uses nearly all."""
_READING: Final = "tests.benchmarks.reading"
_PEER: Final = "eventsourcing"
_SHORT: Final = 0.1


def fill(environment: Mapping[str, str], games: int) -> None:
    """Play *games* games of all variants in the log of the service with this *environment*."""
    _run(environment, "manage.py", "simulate", "all", "--store", "--games", str(games))


def measures(environment: Mapping[str, str], seconds: float) -> Iterator[tuple[str, Measure]]:
    """Yield the measures of that log: pages first, then each read model."""

    def rate(what: str) -> float:
        return float(_run(environment, "-m", _READING, what, str(seconds)))

    for name, what in ((PAGES, "pages"), *((name, name) for name in MODELS)):
        yield name, partial(rate, what)


def library(environment: Mapping[str, str], place: Path, seconds: float) -> tuple[str, Measure]:
    """Return the measure of the eventsourcing library, installed at *place*, on the same server. Raises NoPeer."""
    python = environments.install(place, f"{_PEER}[postgres]", "psycopg[binary]")
    address = _run(environment, "-m", _READING, "where", "0")
    program = f"eventsourcing_log {address}"
    environments.rate(python, program, _SHORT)
    return LIBRARY, partial(environments.rate, python, program, seconds)


def _run(environment: Mapping[str, str], *arguments: str) -> str:
    return environments.run([sys.executable, *arguments], environments.ROOT, environment)
