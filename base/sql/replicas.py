"""Old reads from replicas of the database: how fresh a replica is, and when the primary answers in its place (ADR 24).

A thread asks the primary twice a second how long its log (WAL) is. A replica that has replayed so much of it has all
that was committed until then. No clock of a server counts, and a replica that is cut off cannot seem fresh.
"""

import os
import random
import select
import socket
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import cache
from threading import Lock, Thread
from typing import Final, NamedTuple, TypeVar
from uuid import UUID

import psycopg
import structlog
from django.conf import settings
from django.db import DEFAULT_DB_ALIAS, Error, InterfaceError, OperationalError, connections
from psycopg.pq import ExecStatus
from psycopg.pq.abc import PGconn

from base.sql.routing import plain_parameters, replica_chosen

_EVERY: Final = 0.5
"""Seconds between two questions to a server."""
_PATIENCE: Final = 1.0
"""Seconds in which a server answers a trifle. Otherwise it counts as away."""
_CONNECT_SECONDS: Final = 2
_TRUSTED_SECONDS: Final = 2 * _EVERY + _PATIENCE
"""How long a replica counts as there after it has answered."""
_LONGEST_READ: Final = 10.0
"""The most seconds that a read from a replica may take. Then the primary does it."""
_WRITTEN: Final = b"SELECT pg_current_wal_lsn()"
_REPLAYED: Final = b"SELECT CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn() END"
"""Null from a server that is no replica: a primary that was cut off must not pass for one."""

T = TypeVar("T")
_log = structlog.get_logger(__name__)


class Read(NamedTuple):
    """When it was seen, in seconds of the monotonic clock, and how long the log of the primary was then, in bytes."""

    at: float
    position: int


class _Server:
    """A server, and the thread of this process that asks it from the first request for it on."""

    def __init__(self, alias: str, question: bytes) -> None:
        self._alias, self._question = alias, question
        self._lock, self._watch = Lock(), Thread(target=self._inquire, name=f"watch {alias}", daemon=True)
        self._is_started = False

    def watch(self) -> None:
        """Let the thread run, if it does not yet."""
        with self._lock:
            if not self._is_started:
                self._is_started = True
                self._watch.start()

    def _inquire(self) -> None:
        while True:
            try:
                parameters = plain_parameters(self._alias) | {
                    "connect_timeout": _CONNECT_SECONDS, "application_name": "replica watch",
                }  # fmt: skip
                with psycopg.connect(**parameters, autocommit=True) as connection:
                    while True:
                        begun = time.monotonic()
                        self.note(begun, _position(ask(connection.pgconn, self._question)))
                        time.sleep(_EVERY)
            except (psycopg.Error, Error, OSError) as fault:
                self.is_away(fault)
            time.sleep(_EVERY)

    def note(self, at: float, position: int | None) -> None:
        raise NotImplementedError

    def is_away(self, fault: Exception) -> None:
        """Take note that the server does not answer the thread."""


class _Primary(_Server):
    """Knows how long the log was at which time."""

    def __init__(self) -> None:
        super().__init__(DEFAULT_DB_ALIAS, _WRITTEN)
        self._seen: deque[Read] = deque()

    def note(self, at: float, position: int | None) -> None:
        if position is None:
            return
        self._seen.append(Read(at, position))
        while self._seen[0].at < at - settings.REPLICA_STALENESS:
            self._seen.popleft()

    def covered(self, position: int) -> float | None:
        """Return the last time for which a replica that has replayed up to *position* lacks nothing.

        None if that is longer ago than `REPLICA_STALENESS` allows, or not known.
        """
        for one in reversed([*self._seen]):
            if one.position <= position:
                return one.at if time.monotonic() - one.at <= settings.REPLICA_STALENESS else None
        return None


class _Replica(_Server):
    """A replica: whether it answers, and the reads that wait for it.

    A read waits for a statement as long as the server likes: for a server that hangs, or for a table that a migration
    locks there. So the thread shuts the socket of such a read down. libpq then reports that the connection is lost.
    """

    def __init__(self, alias: str) -> None:
        super().__init__(alias, _REPLAYED)
        self.alias = alias
        self._reads: dict[socket.socket, float] = {}
        """The sockets of the reads that run now, and until when each may."""
        self._answered = float("-inf")
        self._is_there = True

    def note(self, at: float, position: int | None) -> None:
        del position  # each read asks for it, on the connection that it uses: a proxy may have several behind it
        self._end_reads(until=time.monotonic())
        self._answered = at
        if not self._is_there:
            self._is_there = True
            _log.warning("a replica is back", replica=self.alias)

    def lost(self, fault: Exception) -> None:
        self._answered = float("-inf")
        if self._is_there:
            self._is_there = False
            _log.warning("a replica is away; the primary answers", replica=self.alias, fault=type(fault).__name__)

    def is_away(self, fault: Exception) -> None:
        self.lost(fault)
        self._end_reads(until=float("inf"))

    @contextmanager
    def reading(self, connection: "psycopg.Connection[object]", seconds: float) -> Iterator[None]:
        """Limit the statements of this block: after *seconds*, or if the replica hangs, they raise OperationalError."""
        with socket.socket(fileno=os.dup(connection.fileno())) as way:
            with self._lock:
                self._reads[way] = time.monotonic() + seconds
            try:
                yield
            finally:
                with self._lock:
                    del self._reads[way]

    def _end_reads(self, until: float) -> None:
        with self._lock:
            for way, last in self._reads.items():
                if last < until:
                    with suppress(OSError):  # the server has ended it already
                        way.shutdown(socket.SHUT_RDWR)

    def is_there(self) -> bool:
        """Return whether the replica has answered a moment ago."""
        return time.monotonic() - self._answered < _TRUSTED_SECONDS


@cache
def _servers() -> tuple[_Primary, list[_Replica]]:
    return _Primary(), [_Replica(alias) for alias in connections if alias != DEFAULT_DB_ALIAS]


def read(
    work: Callable[[], T], *, holds: Callable[[], bool], caller: UUID | None = None, seconds: float = _LONGEST_READ
) -> tuple[T, float | None]:
    """Return what *work* reads, and the age of it: in the last so many seconds something may have changed.

    It reads from a replica that lags by `REPLICA_STALENESS` at most, and for which *holds*, asked there, says that it
    has what it must have. The same *caller* gets the same replica as long as it is fit. Where there is none, or the
    work fails there for whatever reason or takes longer than *seconds*, the primary does it. Then the age is None.
    """
    if not settings.REPLICA_URL or connections[DEFAULT_DB_ALIAS].in_atomic_block:
        return work(), None
    primary, replicas = _servers()
    primary.watch()
    first = caller.int if caller else random.randrange(len(replicas))  # noqa: S311 - no secret
    for number in range(len(replicas)):
        replica = replicas[(first + number) % len(replicas)]
        replica.watch()
        if not replica.is_there():
            continue
        with replica_chosen(replica.alias) as connection:
            try:
                connection.ensure_connection()
                with connection.wrap_database_errors:
                    position = _position(ask(connection.connection.pgconn, _REPLAYED))
                fresh = None if position is None else primary.covered(position)
                if fresh is not None:
                    with replica.reading(connection.connection, seconds):
                        if holds():
                            return work(), time.monotonic() - fresh
            except (OperationalError, InterfaceError) as fault:
                replica.lost(fault)
            except Exception as fault:  # noqa: BLE001 - it may be that the replica does not know it yet
                _log.debug("the primary repeats a read", replica=replica.alias, fault=type(fault).__name__)
    return work(), None


def ask(connection: PGconn, question: bytes) -> bytes | None:
    """Return the one value that *question* asks for. Raises psycopg.OperationalError after a second without answer.

    By hand: psycopg waits for an answer as long as the server likes, and so would everybody who reads from a replica
    that hangs.
    """
    connection.send_query(question)
    connection.flush()
    readable, until, answer = select.poll(), time.monotonic() + _PATIENCE, None
    readable.register(connection.socket, select.POLLIN)
    while True:
        while connection.is_busy():
            if not readable.poll(max(0.0, until - time.monotonic()) * 1000):
                raise psycopg.OperationalError("no answer in time")
            connection.consume_input()
        if (found := connection.get_result()) is None:
            break
        answer = found
    if answer is None or answer.status != ExecStatus.TUPLES_OK:
        raise psycopg.OperationalError("no answer")
    return answer.get_value(0, 0)


def _position(text: bytes | None) -> int | None:
    """Return a position in the log in bytes, from the form that PostgreSQL shows.

    >>> _position(b"16/B374D848") == 0x16_B374D848
    True
    """
    if text is None:
        return None
    high, low = text.split(b"/")
    return (int(high, 16) << 32) + int(low, 16)
