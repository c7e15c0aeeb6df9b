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
from tests.benchmarks import backlogs, boardgame_io
from tests.benchmarks.boardgame_io import BoardgameIo
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
_QUIET: Final = 0.03
"""Seconds before each move, in which a long poll reaches the service. The clients of the peer wait as long."""
_PATIENCE: Final = 60.0
_LEAST: Final = 3.0
"""Seconds in which bots answer at least once."""


@dataclass(slots=True)
class Delays:
    """Seconds until the opponent heard of each move: a list for each round."""

    logged: list[list[float]] = field(default_factory=list)
    """Since the move was recorded in the log, in a transaction that was committed after that."""
    sent: list[list[float]] = field(default_factory=list)
    """Since the player sent the move."""


def heard(service: Service, seconds: float, in_turns: InTurns, peer: BoardgameIo | None, missing: str) -> Iterator[Row]:
    """Measure both ways in turns, and the socket of a *peer*; *missing* says why there is none.

    Yield the median and the 99th percentile of each. boardgame.io tells of a move before it is stored.
    """
    polled, streamed, others = Delays(), Delays(), Delays()
    measures: list[tuple[str, Measure]] = [
        ("long poll", partial(_measure, service.url, _polls, polled, seconds)),
        ("stream", partial(_measure, service.url, _streams, streamed, seconds)),
    ]
    if peer:
        measures.append((boardgame_io.NAME, partial(_measure_peer, peer, others, seconds)))
    in_turns(measures)
    for name, delays in (("long poll", polled), ("stream", streamed)):
        note = f"{sum(map(len, delays.sent))} moves"
        yield Row(f"a recorded move heard by {name}, p50", "ms", _half(delays.logged), note=note, most=_HALF)
        yield Row(f"a recorded move heard by {name}, p99", "ms", _most(delays.logged), most=_MOST)
        for which, percentile in (("p50", _half), ("p99", _most)):
            socket = percentile(others.sent, boardgame_io.NAME) if peer else None
            yield Row(f"a sent move heard by {name}, {which}", "ms", percentile(delays.sent), socket, note=missing)
            missing = ""


def bots(service: Service, tables: int, experts: int, seconds: float) -> Iterator[Row]:
    """Let bots play at so many *tables*, alone and then beside so many tables of *experts*, which think for long.

    Yield how long the quick ones took to answer after their pause.
    """
    for where in ("", f" beside {experts} tables of experts"):
        if where:
            backlogs.open_tables(service, "experts", experts)
        count, half, most = backlogs.late(service, "bots", tables, max(seconds, _LEAST))["bot"]
        note = f"{count:.0f} answers of bots at {tables} tables, after a pause of a second"
        yield Row(f"a bot's answer after its pause{where}, p50", "ms", Series("", (half * 1_000,)), note=note)
        yield Row(f"a bot's answer after its pause{where}, p99", "ms", Series("", (most * 1_000,)), most=_BOT)


def _half(rounds: list[list[float]], name: str = "") -> Series:
    """Return the median of each round, in milliseconds."""
    return Series(name, tuple(1_000 * statistics.median(found) for found in rounds))


def _most(rounds: list[list[float]], name: str = "") -> Series:
    """Return the 99th percentile of all rounds together, in milliseconds."""
    found = [seconds for each in rounds for seconds in each]
    return Series(name, (1_000 * (statistics.quantiles(found, n=100)[-1] if len(found) > 1 else found[0]),))


def _measure(
    url: str, listening: Callable[[Duel], AbstractContextManager[Listen]], delays: Delays, seconds: float
) -> float:
    """Move for some seconds in a new game, and add what was found to *delays*. Return the number of moves."""
    duel = Duel((Player(url), Player(url)), Random(0), endless=True)
    duel.open()
    since_sent, since_logged = list[float](), list[float]()
    until = time.monotonic() + seconds
    with listening(duel) as listen:
        while not since_sent or time.monotonic() < until:
            wait = listen(1 - duel.table["on_turn"])
            time.sleep(_QUIET)
            sent = time.time()
            duel.step()
            known = wait()
            since_sent.append(known - sent)
            since_logged.append(known - datetime.fromisoformat(duel.at).timestamp())
    delays.sent.append(since_sent)
    delays.logged.append(since_logged)
    return len(since_sent)


def _measure_peer(peer: BoardgameIo, delays: Delays, seconds: float) -> float:
    """Let a pair of players move, and add what was found to *delays*. Return the number of moves."""
    delays.sent.append(peer.heard(seconds))
    return len(delays.sent[-1])


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
