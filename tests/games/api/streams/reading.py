"""A client of streams: it speaks HTTP/1.1 over a socket of its own, and reads event by event."""

import json
import socket
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Self
from urllib.parse import urlsplit

from tests.games.api.serving import Client

PATIENCE = 60
"""Seconds in which a busy machine sends everything."""


@dataclass(frozen=True)
class Message:
    """An event: what its lines say, by the names of the fields."""

    name: str
    data: bytes
    id: str = ""

    @property
    def content(self) -> Any:
        return json.loads(self.data)


@dataclass
class Stream:
    """An answer that stays open. Use it in a `with` block."""

    client: Client
    where: str
    headers: dict[str, str] = field(default_factory=dict)
    buffer: int = 0
    """The size of the socket's buffer; 0 for that of the system."""
    status: int = 0
    answer: dict[str, str] = field(default_factory=dict)
    comments: int = 0
    retry: int = 0

    def __enter__(self) -> Self:
        address = urlsplit(self.client.server.address)
        self._socket = socket.socket()
        if self.buffer:
            self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, self.buffer)
        self._socket.settimeout(PATIENCE)
        self._socket.connect((address.hostname, address.port))
        self._rest, self._text = b"", b""
        lines = [f"GET {address.path}{self.where} HTTP/1.1", f"Host: {address.netloc}"]
        if self.client.token:
            lines.append(f"Authorization: Bearer {self.client.token}")
        lines += [f"{name}: {value}" for name, value in self.headers.items()]
        self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
        return self

    def __exit__(self, *_: object) -> None:
        self._socket.close()

    def head(self) -> Self:
        """Read the head of the answer."""
        if not self.status:
            text = self._until(b"\r\n\r\n").decode()
            first, *lines = text.split("\r\n")
            self.status = int(first.split()[1])
            self.answer = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines if line)}
        return self

    def body(self) -> Any:
        """Return the JSON of an answer that is no stream."""
        self.head()
        length = int(self.answer["content-length"])
        while len(self._rest) < length:
            self._receive()
        return json.loads(self._rest[:length])

    def next(self) -> Message | None:
        """Return the next event, or None at the end."""
        self.head()
        assert self.status == 200, self.status
        while True:
            while b"\n\n" not in self._text:
                size = int(self._until(b"\r\n"), 16)
                while len(self._rest) < size + 2:
                    self._receive()
                chunk, self._rest = self._rest[:size], self._rest[size + 2 :]
                if not size:
                    assert self._text == b""
                    return None
                self._text += chunk
            block, _, self._text = self._text.partition(b"\n\n")
            lines = [line.partition(b": ") for line in block.split(b"\n")]
            fields = {name.decode(): value for name, _, value in lines}
            if "retry" in fields:
                self.retry = int(fields["retry"])
            elif "data" in fields:
                return Message(fields.get("event", b"").decode(), fields["data"], fields.get("id", b"").decode())
            else:
                self.comments += 1

    def until(self, holds: Callable[[Message], bool]) -> list[Message]:
        """Return the events up to the first for which that holds."""
        found: list[Message] = []
        until = time.monotonic() + PATIENCE
        while not found or not holds(found[-1]):
            assert time.monotonic() < until, found
            message = self.next()
            assert message, found
            found.append(message)
        return found

    def rest(self) -> list[Message]:
        """Return the events up to the end."""
        return [*iter(self.next, None)]

    def _until(self, mark: bytes) -> bytes:
        while mark not in self._rest:
            self._receive()
        found, _, self._rest = self._rest.partition(mark)
        return found

    def _receive(self) -> None:
        more = self._socket.recv(65_536)
        if not more:
            raise ConnectionError("the server has closed the connection")
        self._rest += more
