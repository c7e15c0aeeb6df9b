"""The API served by a real web server, in a process of its own, and clients that speak HTTP to it."""

import json
import os
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests.games.children import threads

ROOT = Path(__file__).resolve().parents[3]
SECRET_KEY = "a key of a test, long enough to sign tokens with it"  # noqa: S105
_RUN = """
import runpy
runpy.run_module("config.embedded.child", run_name="__main__")
"""
_BLIND = """
from games.api import listener
listener.LOOK_SECONDS = 3_600
"""
"""A process that does not look for itself what has gone on."""


@dataclass
class Server:
    """Where it serves, and which process does."""

    address: str
    process: "subprocess.Popen[bytes]"

    @property
    def threads(self) -> int:
        return threads(self.process.pid)


@dataclass
class Client:
    """A client that speaks HTTP, signed in as a guest."""

    server: Server
    token: str = ""
    player: dict[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        _, signed = self.send("POST", "/auth/guest", {})
        self.token, self.player = signed["access"], signed["player"]

    def send(self, method: str, where: str, body: Any = None, **headers: str) -> tuple[int, Any]:
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        if self.token:
            given["Authorization"] = f"Bearer {self.token}"
        content = None if body is None else json.dumps(body).encode()
        if content:
            given["Content-Type"] = "application/json"
        request = urllib.request.Request(f"{self.server.address}{where}", content, given, method=method)
        try:
            with urllib.request.urlopen(request, timeout=40) as answer:
                return answer.status, json.loads(answer.read() or b"null")
        except urllib.error.HTTPError as refusal:
            return refusal.code, json.loads(refusal.read() or b"null")

    def announce(self, where: str, length: int) -> int:
        """Send the head of a POST with a body of so many bytes, and return the status that comes before the body."""
        address = urlsplit(f"{self.server.address}{where}")
        there = HTTPConnection(str(address.hostname), address.port, timeout=40)
        there.putrequest("POST", address.path)
        for name, value in (("Authorization", f"Bearer {self.token}"), ("Content-Type", "application/json")):
            there.putheader(name, value)
        there.putheader("Content-Length", str(length))
        there.endheaders()
        try:
            return there.getresponse().status
        finally:
            there.close()

    def metrics(self) -> str:
        """Return the metrics of the service."""
        with urllib.request.urlopen(f"{self.server.address}/metrics", timeout=20) as answer:
            return str(answer.read().decode())

    def move(self, game: str, table: dict[str, Any], key: str = "k") -> tuple[int, Any]:
        wish = {"turn": table["turn"], "move": table["you"]["moves"][0]}
        return self.send("POST", f"/games/{game}/moves", wish, Idempotency_Key=f"{key}-{table['turn']}")


@contextmanager
def serving(  # noqa: PLR0913  # each names one thing that may differ
    database: str,
    *,
    pool: int,
    send_buffer: int = 0,
    code: str = str(ROOT),
    rereads: bool = True,
    before: str = "",
    **settings: str,
) -> Iterator[Server]:
    """Serve on a free port, with production's settings unless other *settings* are given, by the *code* in a folder.

    The system buffers *send_buffer* bytes of what a client has not read; with 0 as many as it likes. A server that
    never *rereads* wakes nobody unless it is told to: however busy the machine is, who is woken was woken by that.
    *before* is a program that the process runs first.
    """
    listening = socket.create_server(("127.0.0.1", 0), backlog=512)
    if send_buffer:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, send_buffer)
    environment = {
        "DJANGO_SETTINGS_MODULE": "config.settings.production",
        "DATABASE_URL": database,
        "DATABASE_POOL": str(pool),
        "BROKER_URL": "memory://",
        "SECRET_KEY": SECRET_KEY,
        "ALLOWED_HOSTS": "127.0.0.1",
        "SECURE_SSL_REDIRECT": "0",
        "LOG_LEVEL": "ERROR",
        "WEB_SOCKET": str(listening.fileno()),
        **settings,
    }
    program = ("" if rereads else _BLIND) + before + _RUN
    command = [sys.executable, "-c", program, "web", str(os.getpid())]
    process = subprocess.Popen(
        command, cwd=code, env={**os.environ, **environment}, pass_fds=[listening.fileno()], stderr=subprocess.DEVNULL
    )
    server = Server(f"http://127.0.0.1:{listening.getsockname()[1]}/api/v1", process)
    listening.close()
    try:
        _await_health(server)
        yield server
    finally:
        process.terminate()
        process.wait(30)


def _await_health(server: Server) -> None:
    until = time.monotonic() + 90
    while True:
        try:
            with urllib.request.urlopen(f"{server.address}/healthz", timeout=2):
                return
        except OSError:
            assert server.process.poll() is None, "the server has ended"
            assert time.monotonic() < until, "the server does not answer"
            time.sleep(0.1)
