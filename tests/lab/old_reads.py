"""A client that reads what may be old (ADR 24): who answers it, the primary or a replica, and how old that is."""

import threading
import time
from itertools import cycle
from typing import Final, NamedTuple

import psycopg
from django.conf import settings

from games.api.old_reads import HEADER
from games.client.http import Unreachable
from tests.benchmarks.service import Player
from tests.lab.lab import Lab, await_value

_PAUSE: Final = 0.1
_SETTLED: Final = settings.REPLICA_STALENESS + 3.0
"""Seconds after which no replica answers any more that lags or is away."""
_SLACK: Final = 1.5
"""Seconds by which an answer may be older than `REPLICA_STALENESS`: it is decided first, and read then."""
_ENOUGH: Final = 20
_BUSY: Final = {429, 503}
_SCANS: Final = "SELECT coalesce(sum(coalesce(seq_scan, 0) + coalesce(idx_scan, 0)), 0) FROM pg_stat_user_tables"


class Read(NamedTuple):
    """An answer."""

    at: float
    """By the monotonic clock, in seconds."""
    age: float | None
    """What `Staleness` says, in seconds. None if the primary answered."""


class OldReads:
    """The client, and the answers that it got."""

    def __init__(self, player: Player) -> None:
        self.player = player
        self.faults: list[str] = []
        """Answers that must not come."""
        self._reads: list[Read] = []
        self._paths = cycle(["/leaderboards", f"/players/{player.id}", f"/players/{player.id}/games"])

    def read_on(self, stopped: threading.Event) -> None:
        """Read until *stopped* is set."""
        while not stopped.wait(_PAUSE):
            path = next(self._paths)
            try:
                answer = self.player.http.send("GET", path, None, self.player.headers)
            except Unreachable:
                continue
            if answer.status == 200:
                age = answer.headers.get(HEADER.lower())
                self._reads.append(Read(time.monotonic(), float(age) if age else None))
                if age and float(age) > settings.REPLICA_STALENESS + _SLACK:
                    self.faults.append(f"{path} was {age} s old")
            elif answer.status not in _BUSY:
                self.faults.append(f"{path} was answered with {answer.status}")

    def await_replica(self) -> None:
        """Wait until a replica has answered all of the next reads. Raises TimeoutError."""
        begun = len(self._reads)

        def is_replica() -> bool:
            last = self._reads[begun:][-_ENOUGH:]
            return len(last) == _ENOUGH and all(read.age is not None for read in last)

        await_value(is_replica, "old reads from a replica")

    def share(self, begun: float, ended: float) -> float:
        """Return the share of reads in this time that a replica answered; 0 if there were none."""
        reads = self._between(begun, ended)
        return sum(read.age is not None for read in reads) / max(1, len(reads))

    def wrong_without_replicas(self, begun: float, ended: float) -> list[str]:
        """Return what is wrong with the reads of a time in which no replica was fit to answer."""
        reads = self._between(begun + _SETTLED, ended)
        old = sum(read.age is not None for read in reads)
        return ([f"{old} reads came from a replica that was away or behind"] if old else []) + (
            [] if reads else ["no read was answered while the replicas were away or behind"]
        )

    def _between(self, begun: float, ended: float) -> list[Read]:
        return [read for read in self._reads.copy() if begun <= read.at <= ended]


def await_scans(lab: Lab) -> None:
    """Wait until the replicas themselves have counted more scans of tables. Raises TimeoutError.

    So it is not only the header that says who answers.
    """
    names = (lab.synchronous(), lab.asynchronous())
    before = {name: _scans(lab, name) for name in names}
    await_value(lambda: any(_scans(lab, name) >= before[name] + _ENOUGH for name in names), "scans on a replica")


def _scans(lab: Lab, name: str) -> int:
    with psycopg.connect(host=name, dbname="maumau", user="postgres", password=lab.values["SUPERUSER_PASSWORD"]) as one:
        (found,) = one.execute(_SCANS).fetchone() or (0,)
        return int(found)
