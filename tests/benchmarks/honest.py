"""A bare view that nothing slows down: no middleware, two round trips of prepared statements, and the fastest server.

granian serves `bare.RawMove` in as many processes as `make up` has, on the PostgreSQL of a service.
"""

import os
import socket
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path
from types import TracebackType
from typing import Final, Self

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


class HonestServer:
    """The server. It runs while its block does. Entering it raises NoPeer."""

    url: str

    def __init__(self, service: Service, place: Path) -> None:
        """*service* has the PostgreSQL; *place* is a folder for the server's package."""
        self._service, self._place = service, place

    def __enter__(self) -> Self:
        python = environments.install(self._place / _PACKAGE, _PACKAGE)
        (packages,) = python.parents[1].glob("lib/python*/site-packages")
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        self.url = f"http://127.0.0.1:{port}"
        environment = {
            **self._service.environment,
            "DJANGO_SETTINGS_MODULE": _SETTINGS,
            "DATABASE_POOL": str(_THREADS),
            "PYTHONPATH": os.pathsep.join([str(packages), str(environments.ROOT)]),
        }
        options = [
            "--interface",
            "wsgi",
            "--workers",
            str(settings.WEB_CONCURRENCY),
            "--blocking-threads",
            str(_THREADS),
        ]
        self._process = subprocess.Popen(
            [sys.executable, "-m", "granian", *options, "--port", str(port), "tests.benchmarks.bare_wsgi:application"],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        try:
            self._wait_until_ready()
        except BaseException:
            self.__exit__(None, None, None)
            raise
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._process.terminate()
        self._process.wait()

    def processes(self) -> list[psutil.Process]:
        """Return the processes of the server."""
        process = psutil.Process(self._process.pid)
        return [process, *process.children(recursive=True)]

    def _wait_until_ready(self) -> None:
        until = time.monotonic() + _START_SECONDS
        while time.monotonic() < until and self._process.poll() is None:
            with suppress(Unreachable), HttpClient(self.url) as http:
                http.send("GET", "/bare/ready")
                return
            time.sleep(0.1)
        raise NoPeer("granian did not start")
