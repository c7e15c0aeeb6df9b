"""How soon the opponent hears of a move, by a long poll and by a stream, and how soon a bot answers.

Nothing else happens at the service meanwhile. The next move is made when the opponent has heard of the last one.
"""

import statistics
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from datetime import datetime
from functools import partial
from http.client import HTTPConnection, HTTPException
from queue import Queue
from random import Random
from socket import SHUT_RDWR
from threading import Thread
from typing import Final, TypeAlias
from urllib.parse import urlsplit

from games.client.http import BASE
from tests.benchmarks import backlogs
from tests.benchmarks.duel import Duel
from tests.benchmarks.measuring import Measure, Row, Series
from tests.benchmarks.service import Player, Service

InTurns: TypeAlias = Callable[[list[tuple[str, Measure]]], list[Series]]
Listen: TypeAlias = Callable[[int], Callable[[], float]]
"""Lets a seat listen. Returns what waits until it has heard of the move that is made then, and returns the time."""

_HALF: Final = 15
_MOST: Final = 60
_BOT: Final = 100
"""Goals in milliseconds: half of all moves, 99 of 100, and 99 of 100 answers of bots."""
_WAITS: Final = 0.03
"""Seconds after which a long poll that was sent waits at the service."""
_PATIENCE: Final = 20.0
_LEAST: Final = 3.0
"""Seconds in which bots answer at least once."""


@dataclass(slots=True)
class Delays:
    """Seconds until the opponent heard of each move."""

    recorded: list[float] = field(default_factory=list)
    """Since the move was recorded in the log, in a transaction that was committed after that."""
    sent: list[float] = field(default_factory=list)
    """Since the player sent the move."""


def heard(service: Service, seconds: float, in_turns: InTurns) -> Iterator[Row]:
    """Measure both ways in turns. Yield the median and the 99th percentile of each."""
    ways = {"long poll": (_polls, Delays()), "stream": (_streams, Delays())}
    halves = in_turns(
        [
            (name, partial(_measure, service.url, listening, delays, seconds))
            for name, (listening, delays) in ways.items()
        ]
    )
    for half, (name, (_, delays)) in zip(halves, ways.items(), strict=True):
        note = (
            f"{len(delays.sent)} moves; since the move was sent {1_000 * statistics.median(delays.sent):.1f} ms at p50 "
            f"and {1_000 * p99(delays.sent):.1f} ms at p99"
        )
        yield Row(f"a recorded move heard by {name}, p50", "ms", half, note=note, most=_HALF)
        most = Series(name, (1_000 * p99(delays.recorded),))
        yield Row(f"a recorded move heard by {name}, p99", "ms", most, most=_MOST)


def bots(service: Service, tables: int, seconds: float) -> Iterator[Row]:
    """Let bots play at so many *tables*. Yield how long they took to answer after their pause."""
    count, half, most = backlogs.late(service, "bots", tables, max(seconds, _LEAST))["bot"]
    note = f"{count:.0f} answers of bots at {tables} tables, after a pause of a second"
    yield Row("a bot's answer after its pause, p50", "ms", Series("", (half * 1_000,)), note=note)
    yield Row("a bot's answer after its pause, p99", "ms", Series("", (most * 1_000,)), most=_BOT)


def p99(found: list[float]) -> float:
    """Return the 99th percentile."""
    return statistics.quantiles(found, n=100)[-1] if len(found) > 1 else found[0]


def _measure(
    url: str, listening: Callable[[Duel], AbstractContextManager[Listen]], delays: Delays, seconds: float
) -> float:
    """Move for some seconds in a new game. Return the median of milliseconds since moves were recorded."""
    duel = Duel((Player(url), Player(url)), Random(0), endless=True)
    duel.open()
    first, until = len(delays.sent), time.monotonic() + seconds
    with listening(duel) as listen:
        while len(delays.sent) == first or time.monotonic() < until:
            wait = listen(1 - duel.table["on_turn"])
            sent = time.time()
            duel.step()
            known = wait()
            delays.sent.append(known - sent)
            delays.recorded.append(known - datetime.fromisoformat(duel.recorded).timestamp())
    return statistics.median(delays.recorded[first:]) * 1_000


@contextmanager
def _polls(duel: Duel) -> Iterator[Listen]:
    """Listen by long polls."""
    path = f"/games/{duel.game}"

    def ask(player: Player, etag: str) -> float:
        player.get(f"{path}?wait=20", If_None_Match=etag)
        return time.time()

    def listen(seat: int) -> Callable[[], float]:
        player = duel.players[seat]
        answer = pool.submit(ask, player, player.get(path).headers["etag"])
        time.sleep(_WAITS)
        return answer.result

    with ThreadPoolExecutor(1) as pool:
        yield listen


@contextmanager
def _streams(duel: Duel) -> Iterator[Listen]:
    """Listen by a stream for each seat, which stays open."""
    where, path = urlsplit(duel.players[0].http.url), f"{BASE}/games/{duel.game}/stream?after={duel.table['version']}"
    queues: list[Queue[tuple[int, float]]] = []

    def read(connection: HTTPConnection, queue: Queue[tuple[int, float]]) -> None:
        with suppress(OSError, HTTPException), connection.getresponse() as answer:
            while line := answer.readline():
                if line.startswith(b"id: "):
                    queue.put((int(line[4:]), time.time()))

    def listen(seat: int) -> Callable[[], float]:
        def wait() -> float:
            while True:
                version, known = queues[seat].get(timeout=_PATIENCE)
                if version == duel.table["version"]:
                    return known

        return wait

    with ExitStack() as opened:
        for player in duel.players:
            connection = HTTPConnection(where.hostname or "", where.port)
            opened.callback(connection.close)
            connection.request("GET", path, headers=player.headers)
            queues.append(Queue())
            reader = Thread(target=read, args=(connection, queues[-1]))
            reader.start()
            opened.callback(reader.join)
            opened.callback(connection.sock.shutdown, SHUT_RDWR)
        yield listen
