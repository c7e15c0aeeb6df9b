"""A bare view that nothing slows down: no middleware, two round trips of prepared statements, and the fastest server.

granian serves `bare.RawMove` in as many processes as `make up` has, on the PostgreSQL of a service.
"""

import os
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
from django.conf import settings

from games.client.http import HttpClient, Unreachable
from tests.benchmarks import environments
from tests.benchmarks.environments import NoPeer
from tests.benchmarks.service import Service

NAME: Final = "a bare view on granian"
_PACKAGE: Final = "granian"
_SETTINGS: Final = "tests.benchmarks.bare_settings"
_THREADS: Final = 8
"""Requests that a process serves at once, with a connection for each."""
_START_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class HonestServer:
    """The server while it runs."""

    url: str
    _process: "subprocess.Popen[bytes]"

    def processes(self) -> list[psutil.Process]:
        """Return the processes of the server."""
        process = psutil.Process(self._process.pid)
        return [process, *process.children(recursive=True)]


@contextmanager
def honest_server(service: Service, place: Path) -> Iterator[HonestServer]:
    """Serve on the PostgreSQL of *service* while the block runs; *place* gets the server's package. Raises NoPeer."""
    python = environments.install(place / _PACKAGE, _PACKAGE)
    (packages,) = python.parents[1].glob("lib/python*/site-packages")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    environment = {
        **service.environment,
        "DJANGO_SETTINGS_MODULE": _SETTINGS,
        "DATABASE_POOL": str(_THREADS),
        "PYTHONPATH": os.pathsep.join([str(packages), str(environments.ROOT)]),
    }
    options = f"--interface wsgi --workers {settings.WEB_CONCURRENCY} --blocking-threads {_THREADS} --port {port}"
    process = subprocess.Popen(
        [sys.executable, "-m", "granian", *options.split(), "tests.benchmarks.bare_wsgi:application"],
        env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    server = HonestServer(f"http://127.0.0.1:{port}", process)
    try:
        _wait_until_ready(server.url, process)
        yield server
    finally:
        process.terminate()
        process.wait()


def _wait_until_ready(url: str, process: "subprocess.Popen[bytes]") -> None:
    until = time.monotonic() + _START_SECONDS
    while time.monotonic() < until and process.poll() is None:
        with suppress(Unreachable), HttpClient(url) as http:
            http.send("GET", "/bare/ready")
            return
        time.sleep(0.1)
    raise NoPeer("granian did not start")
