"""Many idle streams in one web process: what they cost, how soon they hear of a move, and what a storm does.

The clients are one event loop in a process of its own: `python -m tests.benchmarks.streams`. It reads what to open from
its input, prints a line when all streams are open, and obeys the lines `storm` and `end`.
"""

import asyncio
import json
import resource
import statistics
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from random import Random
from typing import Any, Final
from urllib.parse import urlsplit

import psutil

from games.client.http import accepted
from tests.benchmarks import cpu
from tests.benchmarks.duel import Duel
from tests.benchmarks.measuring import Row, Series
from tests.benchmarks.service import Player, Service

_AT_ONCE: Final = 400
"""Connections that a storm opens at the same time."""
_SIGN_INS: Final = 8
_IN_ACCOUNT: Final = 10
"""Streams of an account."""


@dataclass(slots=True)
class Opened:
    """A stream of the clients."""

    path: str
    token: str
    last: str = ""
    """The last id that came."""
    doubled: int = 0
    writer: asyncio.StreamWriter | None = None
    refused: int = 0


@dataclass(slots=True)
class Clients:
    """All streams of one event loop."""

    host: str
    port: int
    streams: list[Opened]
    heard: dict[str, list[float]] = field(default_factory=dict)
    """When each id came, for each stream that got it."""
    news: asyncio.Event = field(default_factory=asyncio.Event)

    async def open(self) -> None:
        """Open all streams, and return when each has its first part."""
        room = asyncio.Semaphore(_AT_ONCE)
        await asyncio.gather(*(self._open(stream, room) for stream in self.streams))

    async def _open(self, stream: Opened, room: asyncio.Semaphore) -> None:
        async with room:
            while True:
                reader, writer = await asyncio.open_connection(self.host, self.port)
                resumed = f"Last-Event-ID: {stream.last}\r\n" if stream.last else ""
                head = f"GET /api/v1{stream.path} HTTP/1.1\r\nHost: {self.host}:{self.port}\r\n"
                writer.write(f"{head}Authorization: Bearer {stream.token}\r\n{resumed}\r\n".encode())
                answer = (await reader.readuntil(b"\r\n\r\n")).decode().lower()
                if answer.split()[1] == "200":
                    break
                stream.refused += 1
                writer.close()
                await asyncio.sleep(float(answer.partition("retry-after: ")[2].partition("\r\n")[0] or 1))
            stream.writer = writer
            await reader.readline()
        asyncio.get_running_loop().create_task(self._read(stream, reader)).add_done_callback(lambda _: None)

    async def _read(self, stream: Opened, reader: asyncio.StreamReader) -> None:
        with suppress(ConnectionError):
            while line := await reader.readline():
                if line.startswith(b"id: "):
                    number = line[4:].decode().strip()
                    stream.doubled += bool(stream.last) and int(number) != int(stream.last) + 1
                    stream.last = number
                    self.heard.setdefault(f"{stream.path} {number}", []).append(time.time())
                    self.news.set()

    def drop(self) -> None:
        """Cut all connections."""
        for stream in self.streams:
            if stream.writer:
                stream.writer.transport.abort()


async def obey() -> None:
    """Do what the input says, one line after the other."""
    lines = asyncio.StreamReader()
    loop = asyncio.get_running_loop()
    await loop.connect_read_pipe(lambda: asyncio.StreamReaderProtocol(lines), sys.stdin)
    lines._limit = 2**26  # type: ignore[attr-defined]  # noqa: SLF001 - the first line has a token for each stream
    asked = json.loads(await lines.readline())
    clients = Clients(asked["host"], asked["port"], [Opened(path, token) for path, token in asked["streams"]])
    while command := (await lines.readline()).decode().split():
        begun = time.perf_counter()
        if command[0] == "open":
            clients.drop()
            await clients.open()
        elif command[0] == "heard":
            wanted = f"{command[1]} {command[2]}"
            with suppress(TimeoutError):
                async with asyncio.timeout(20):
                    while len(clients.heard.get(wanted, ())) < int(command[3]):
                        await clients.news.wait()
                        clients.news.clear()
        answer = {
            "seconds": time.perf_counter() - begun,
            "heard": clients.heard.get(" ".join(command[1:3]), []),
            "missing": sum(stream.doubled for stream in clients.streams),
            "refused": sum(stream.refused for stream in clients.streams),
        }
        sys.stdout.write(json.dumps(answer) + "\n")
        sys.stdout.flush()


class ClientProcess:
    """The process of the clients."""

    def __init__(self, url: str, streams: list[tuple[str, str]]) -> None:
        """Start it. *streams* are paths with a token for each."""
        where = urlsplit(url)
        self._process = subprocess.Popen(
            [sys.executable, "-m", "tests.benchmarks.streams"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self._write(json.dumps({"host": where.hostname, "port": where.port, "streams": streams}))

    def ask(self, *command: object) -> dict[str, Any]:
        """Give a command, and return its answer."""
        self._write(" ".join(map(str, command)))
        assert self._process.stdout
        return dict(json.loads(self._process.stdout.readline()))

    def close(self) -> None:
        """End it."""
        self._process.kill()
        self._process.wait()

    def _write(self, line: str) -> None:
        assert self._process.stdin
        self._process.stdin.write(line + "\n")
        self._process.stdin.flush()


def _seconds(processes: Iterable[psutil.Process]) -> float:
    times = [process.cpu_times() for process in processes]
    return sum(one.user + one.system for one in times)


def _bytes(processes: Iterable[psutil.Process]) -> int:
    return sum(process.memory_info().rss for process in processes)


def measure(service: Service, count: int, watchers: int, seconds: float, step: Callable[[str], None]) -> Iterator[Row]:
    """Open *count* streams, of games and of accounts. *watchers* of them watch a game in which moves are made."""
    files, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    step(f"making accounts for {count:,} streams")
    with ThreadPoolExecutor(_SIGN_INS) as pool:
        accounts = list(pool.map(lambda _: Player(service.url), range(-(-count // _IN_ACCOUNT))))
    watched, beside = (Duel((Player(service.url), Player(service.url)), Random(0), endless=True) for _ in range(2))
    games = [
        accepted(player.post("/games", {"variant": "mau_mau", "seats": 2})).body["id"]
        for player in accounts[: count // 20]
    ]
    watched.open()
    beside.open()
    paths = [f"/games/{watched.game}/stream"] * watchers
    paths += [
        "/me/stream" if number % 2 else f"/games/{games[number % len(games)]}/stream"
        for number in range(count - watchers)
    ]
    tokens = [accounts[number % len(accounts)].headers["Authorization"].split()[1] for number in range(count)]
    web = cpu.web_processes(service)
    before = _bytes(web)
    others = ClientProcess(service.url, [*zip(paths, tokens, strict=True)])
    try:
        calm = [beside.step() for _ in range(20)]
        step(f"opening {count:,} streams")
        opened = others.ask("open")
        each = (_bytes(web) - before) / count
        step("waiting")
        spent, begun = _seconds(web), time.perf_counter()
        time.sleep(seconds)
        idle = (_seconds(web) - spent) / (time.perf_counter() - begun)
        step("moving")
        last = [_latency(others, watched, watchers) for _ in range(10)]
        moves = [beside.step() for _ in range(20)]
        step("a storm")
        with ThreadPoolExecutor(1) as pool:
            storm = pool.submit(others.ask, "open")
            stormy = [beside.step()]
            while not storm.done():
                stormy.append(beside.step())
            again = storm.result()
        after = _latency(others, watched, watchers)
    finally:
        others.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, most))
    name = f"{count:,} streams"
    yield Row(f"{name}: opened", "streams/s", Series("", (count / opened["seconds"],)))
    yield Row(f"{name}: memory of each", "KB", Series("", (each / 1_024,)))
    yield Row(f"{name}: CPU when idle", "% of a core", Series("", (idle * 100,)))
    note = f"the last of {watchers} watchers heard of a move after {_ms(last)}, after the storm {after * 1_000:.0f} ms"
    yield Row(f"{name}: a move beside them", "moves/s", Series("", (1 / statistics.median(moves),)),
              Series("without streams", (1 / statistics.median(calm),)), note=note)  # fmt: skip
    note = (
        f"{again['seconds']:.1f} s, {again['refused']} were refused before; {len(stormy)} moves meanwhile took "
        f"{_ms(stormy)}; events that were missing or came twice: {again['missing']}"
    )
    yield Row(f"{name}: all come back at once", "streams/s", Series("", (count / again["seconds"],)), note=note)


def _latency(others: ClientProcess, duel: Duel, watchers: int) -> float:
    """Return the seconds from the request of a move until the last of its watchers has heard of it."""
    before = time.time()
    duel.step()
    heard = others.ask("heard", f"/games/{duel.game}/stream", duel.table["version"], watchers)["heard"]
    return float(max(heard, default=before + 20) - before)


def _ms(seconds: list[float]) -> str:
    return f"{statistics.median(seconds) * 1_000:.0f} ms (at most {max(seconds) * 1_000:.0f})"


if __name__ == "__main__":
    asyncio.run(obey())
