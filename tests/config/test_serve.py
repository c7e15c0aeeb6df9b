"""`manage.py serve` with two web processes: what one of them does, the other one knows."""

import json
import os
import re
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing, suppress
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from uuid import uuid4

import psutil
import psycopg
import pytest

from config.embedded.forking import name_of
from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.service import ROOT, await_that, is_running
from tests.games.api.serving import SECRET_KEY

_LISTENERS = """
    SELECT count(*) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()
"""

pytestmark = pytest.mark.slow


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


@pytest.fixture
def served(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Served]:
    served = Served(committed_db, tmp_path / "log")
    with served.opened:
        yield served
    if served.process.poll() is None:
        served.process.kill()
        served.process.wait()


def open_streams(connection: HTTPConnection) -> str:
    connection.request("GET", "/api/v1/metrics")
    with connection.getresponse() as answer:
        (found,) = re.findall(r'^maumau_streams_open{kind="account"} (.*)$', answer.read().decode(), re.MULTILINE)
        return str(found)


def test_two_processes_serve_one_address_like_one(served: Served) -> None:
    one, other = served.connect_each().values()
    tokens = [ask(one, "POST", "/api/v1/auth/guest", {})[1]["access"] for _ in range(2)]
    _, made = ask(one, "POST", "/api/v1/games", {"variant": "crazy_eights", "seats": 2}, tokens[0])
    game = f"/api/v1/games/{made['id']}"
    assert ask(other, "POST", f"{game}/seats", {}, tokens[1])[0] == 201
    status, table = ask(other, "GET", game, token=tokens[0])
    assert (status, table["status"]) == (200, "playing")

    # A poll at one process ends with a move that the other one stores.
    actor = tokens[0] if table["you"]["moves"] else tokens[1]
    with (
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(served.environment["DATABASE_URL"], autocommit=True) as listening,
    ):
        waiting = pool.submit(ask, one, "GET", f"{game}/events?after={table['version']}&wait=25", None, tokens[0])
        await_that(lambda: listening.execute(_LISTENERS).fetchone() != (0,))
        assert not waiting.done()
        _, table = ask(other, "GET", game, token=actor)
        move = {"turn": table["turn"], "move": table["you"]["moves"][0]}
        assert ask(other, "POST", f"{game}/moves", move, actor)[0] == 201
        status, feed = waiting.result(60)
    assert status == 200
    assert feed["items"][0]["version"] == table["version"] + 1

    # The metrics of each process are those of both.
    streams = served.connect_each()
    for connection in streams.values():
        connection.request("GET", "/api/v1/me/stream", headers={"Authorization": f"Bearer {tokens[0]}"})
        assert connection.getresponse().status == 200
    assert [open_streams(connection) for connection in (one, other)] == ["2.0", "2.0"]

    # A process that is killed is replaced, and its streams have ended.
    before = served.processes()
    before["web 1"].kill()
    await_that(lambda: served.processes().get("web 1", before["web 1"]).pid != before["web 1"].pid)
    assert open_streams(served.connect_each()["web 1"]) == "1.0"
    assert '"process": "web 1"' in served.said()

    # All of it ends with its parent, after what is under way is answered.
    processes = [process.pid for process in served.processes().values()]
    served.process.send_signal(signal.SIGTERM)
    assert served.process.wait(60) == 0
    assert not any(map(is_running, processes))
    assert "does not end" not in served.said()


def test_processes_end_with_a_parent_that_is_killed(served: Served) -> None:
    processes = [process.pid for process in served.processes().values()]
    served.process.kill()
    served.process.wait()
    await_that(lambda: not any(map(is_running, processes)))


def test_an_address_that_is_in_use_is_refused(served: Served) -> None:
    command = [sys.executable, "manage.py", "serve", "--port", str(served.port)]
    done = subprocess.run(
        command, cwd=ROOT, env=served.environment, capture_output=True, text=True, timeout=60, check=False
    )
    assert done.returncode == 1
    assert f"Cannot listen on 127.0.0.1:{served.port} (Address already in use)" in done.stderr
