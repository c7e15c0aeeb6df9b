"""`manage.py serve` with two web processes, for tests of both."""

import json
import os
import re
import subprocess
import sys
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil

from config.embedded.forking import name_of
from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.service import ROOT, await_that
from tests.games.api.serving import SECRET_KEY


class Served:
    """A running server with two processes."""

    def __init__(self, database: CommittedDatabase, log: Path) -> None:
        self._log, self.opened = log, ExitStack()
        self.environment = {
            **os.environ, "DJANGO_SETTINGS_MODULE": "config.settings.production", "DATABASE_URL": database.url,
            "DATABASE_POOL": "4", "WEB_CONCURRENCY": "2", "BROKER_URL": "memory://", "SECRET_KEY": SECRET_KEY,
            "ALLOWED_HOSTS": "127.0.0.1", "SECURE_SSL_REDIRECT": "0",
        }  # fmt: skip
        with log.open("wb") as output:
            self.process = subprocess.Popen(
                [sys.executable, "manage.py", "serve", "--port", "0"],
                cwd=ROOT, env=self.environment, stdout=output, stderr=output,
            )  # fmt: skip
        await_that(lambda: self.process.poll() is not None or (len(self.processes()) == 2 and self._ports()), 180)
        assert self._ports(), self.said()
        self.port = int(self._ports()[0])

    def said(self) -> str:
        return self._log.read_text()

    def _ports(self) -> list[str]:
        return re.findall(r'"http://127\.0\.0\.1:(\d+)"', self.said())

    def processes(self) -> dict[str, psutil.Process]:
        """Return the web processes by their names."""
        children = psutil.Process(self.process.pid).children() if self.process.poll() is None else []
        found: dict[str, psutil.Process] = {}
        for one in children:
            with suppress(psutil.NoSuchProcess):  # it has just ended
                if (name := name_of(one.pid) or "").startswith("web") and one.status() != psutil.STATUS_ZOMBIE:
                    found[name] = one
        return found

    def connect(self) -> HTTPConnection:
        """Return a connection, which one of the processes serves."""
        made = self.opened.enter_context(closing(HTTPConnection("127.0.0.1", self.port, timeout=40)))
        assert ask(made, "GET", "/api/v1/healthz")[0] == 200
        return made

    def connect_each(self) -> dict[str, HTTPConnection]:
        """Return a connection to each of the processes."""
        found: dict[str, HTTPConnection] = {}
        for _ in range(100):  # the system chooses one by the port: that all go to the same never happens
            made = self.connect()
            port = made.sock.getsockname()[1]
            (name,) = (
                name
                for name, process in self.processes().items()
                for one in process.net_connections()
                if one.raddr[1:] == (port,)
            )
            if found.setdefault(name, made) is not made:
                made.close()
            if len(found) == 2:
                return found
        raise AssertionError("all connections go to one process")


def ask(
    connection: HTTPConnection, method: str, path: str, body: Any = None, token: str = ""
) -> tuple[int, dict[str, Any]]:
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4())}
    if token:
        headers["Authorization"] = f"Bearer {token}"
    connection.request(method, path, None if body is None else json.dumps(body), headers)
    with connection.getresponse() as answer:
        return answer.status, json.loads(answer.read() or b"{}")
