"""Clients that send as slowly as they can (slowloris) use up nothing, and hold up nobody."""

import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from urllib.parse import urlsplit

import pytest
from django.db import connections

from config.embedded.pytest_plugin import CommittedDatabase
from tests.games.api.serving import Client, Server, serving

pytestmark = pytest.mark.slow

PATIENCE = 4
"""Seconds that the server gives its clients."""
HEAD = b"POST /api/v1/auth/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
BEGINNINGS = {
    "nothing": b"",
    "a part of a head": HEAD,
    "no body": HEAD + b"Content-Length: 60000\r\n\r\n",
    "a part of a body": HEAD + b"Content-Length: 60000\r\n\r\n{",
    "a part of a chunk": HEAD + b"Transfer-Encoding: chunked\r\n\r\n5\r\n{",
    "a request and a part of the next": b"GET /api/v1/healthz HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\nGET /api",
}


@pytest.fixture
def server(committed: CommittedDatabase) -> Iterator[Server]:
    connections.close_all()
    with serving(committed.url, pool=2, SLOW_CLIENT_SECONDS=str(PATIENCE)) as server:
        yield server


def connect(server: Server) -> socket.socket:
    address = urlsplit(server.address)
    return socket.create_connection((str(address.hostname), address.port or 80), timeout=30)


def is_open(connection: socket.socket) -> bool:
    """Read what has come, and send one byte more: each byte alone comes in time."""
    try:
        if not connection.recv(65_536):
            return False
    except TimeoutError:
        pass
    except ConnectionError:
        return False
    with suppress(ConnectionError):
        connection.send(b"x")
    return True


def test_slow_heads_and_bodies_are_cut_off_and_stop_nobody(server: Server) -> None:
    with ExitStack() as block:
        slow = [(name, block.enter_context(connect(server))) for name in [*BEGINNINGS] * 10]
        for name, connection in slow:
            connection.sendall(BEGINNINGS[name])
            connection.settimeout(0.001)
        guest = Client(server)
        assert guest.send("GET", "/me")[0] == 200

        until = time.monotonic() + 90
        while slow and time.monotonic() < until:
            slow = [(name, one) for name, one in slow if is_open(one)]
            time.sleep(0.1)

    assert [name for name, _ in slow] == []
    assert guest.send("GET", "/me")[0] == 200


def test_a_large_body_over_a_slow_line_arrives(server: Server) -> None:
    piece, count = b" " * 12_000, 5
    body = b"".join([piece] * count) + b"{}"
    with connect(server) as connection:
        connection.sendall(HEAD + f"Content-Length: {len(body)}\r\nConnection: close\r\n\r\n".encode())
        for start in range(0, len(body), len(piece)):
            time.sleep(PATIENCE / 4)  # each piece in time, all of them not
            connection.sendall(body[start : start + len(piece)])
        assert connection.recv(65_536).startswith(b"HTTP/1.1 201")
