"""A proxy between a client and the service that behaves as a bad network does."""

import asyncio
import threading
from collections import Counter
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Final, Self
from urllib.parse import urlsplit

FATES: Final = {
    "passes": 40,
    "drop": 12,  # the request never arrives
    "lose": 12,  # it arrives, and its answer does not
    "cut": 10,  # half of the answer arrives
    "delay": 12,
    "double": 8,  # it arrives twice at once
    "echo": 6,  # it arrives again, when the client has long gone on
}
"""What can happen to a request, with the odds of it."""
_SLOW: Final = 0.05
"""Seconds: the longest delay."""


class FlakyProxy:
    """Forwards each request to the service, or does not, as its `Random` decides. `met` counts what happened."""

    def __init__(self, service: str, seed: int) -> None:
        where = urlsplit(service)
        self._to = str(where.hostname), where.port
        self._random = Random(seed)
        self._echoes: set[asyncio.Task[bytes]] = set()
        self.met: Counter[str] = Counter()
        self.address = ""

    @classmethod
    @contextmanager
    def before(cls, service: str, seed: int) -> Iterator[Self]:
        """Run a proxy before the service in a thread of its own. Leave when no request is under way."""
        proxy, started = cls(service, seed), threading.Event()
        thread = threading.Thread(target=lambda: asyncio.run(proxy._listen(started)))
        thread.start()
        try:
            assert started.wait(60)
            yield proxy
        finally:
            proxy._loop.call_soon_threadsafe(proxy._end.set)
            thread.join(30)

    async def _listen(self, started: threading.Event) -> None:
        self._loop, self._end = asyncio.get_running_loop(), asyncio.Event()
        async with await asyncio.start_server(self.serve, "127.0.0.1", 0) as server:
            self.address = f"http://127.0.0.1:{server.sockets[0].getsockname()[1]}"
            started.set()
            await self._end.wait()
            await asyncio.gather(*self._echoes)

    async def serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Serve one connection of a client until it, or fate, closes it."""
        with suppress(OSError, asyncio.IncompleteReadError):
            while await self._exchange(await self._request(reader), writer):
                pass
        writer.close()

    async def _request(self, reader: asyncio.StreamReader) -> bytes:
        head = await reader.readuntil(b"\r\n\r\n")
        lengths = [line for line in head.lower().split(b"\r\n") if line.startswith(b"content-length:")]
        body = await reader.readexactly(int(lengths[0].partition(b":")[2])) if lengths else b""
        return head.replace(b"\r\n", b"\r\nConnection: close\r\n", 1) + body

    async def _exchange(self, request: bytes, writer: asyncio.StreamWriter) -> bool:
        """Let a request meet its fate. Return whether the connection stays open."""
        (fate,) = self._random.choices([*FATES], [*FATES.values()])
        self.met[fate] += 1
        if fate == "drop":
            return False
        if fate == "delay":
            await asyncio.sleep(self._random.uniform(0, _SLOW))
        answer, *_ = await asyncio.gather(*(self._forward(request) for _ in range(2 if fate == "double" else 1)))
        if fate == "echo":
            echo = asyncio.create_task(self._forward(request, after=self._random.uniform(0, 10 * _SLOW)))
            self._echoes.add(echo)
            echo.add_done_callback(self._echoes.discard)
        if fate != "lose":
            writer.write(answer[: len(answer) // 2] if fate == "cut" else answer)
            await writer.drain()
        return False  # the service closes each connection after its answer

    async def _forward(self, request: bytes, after: float = 0) -> bytes:
        await asyncio.sleep(after)
        reader, writer = await asyncio.open_connection(*self._to)
        writer.write(request)
        answer = await reader.read()
        writer.close()
        return answer
