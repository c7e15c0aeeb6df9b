"""A web process that lacks file descriptors or its database goes on, and its log says so once a minute."""

import json
import socket
import time
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from typing import Any
from urllib.error import HTTPError
from urllib.parse import urlsplit

import psutil
import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import make_conninfo

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.service import await_that
from tests.games.api.serving import Server, serving

pytestmark = pytest.mark.slow

FILES = 110
IDLE = 400
SECONDS = 6.0
OUT_OF_FILES = "socket.accept() out of system resource"


UPLOAD = (
    b"POST /api/v1/auth/guest HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"
    b"Content-Length: 60000\r\nExpect: 100-continue\r\n\r\n"
)


@contextmanager
def serving_with_few_files(database: str, log: Path, *, limit: int = FILES, taken: int = 0) -> Iterator[Server]:
    """Serve with a limit of so few file descriptors, of which so many are *taken* by other files."""
    before = f"""
import os, resource
os.dup2(os.open({str(log)!r}, os.O_WRONLY | os.O_CREAT | os.O_APPEND), 2)
resource.setrlimit(resource.RLIMIT_NOFILE, ({limit}, {limit}))
taken = [os.open(os.devnull, os.O_RDONLY) for _ in range({taken})]
"""
    with serving(database, pool=4, before=before, LOG_LEVEL="INFO", SLOW_CLIENT_SECONDS="600") as server:
        yield server


@pytest.fixture
def log(tmp_path: Path) -> Path:
    return tmp_path / "log"


def connect(server: Server) -> socket.socket:
    address = urlsplit(server.address)
    return socket.create_connection((str(address.hostname), address.port or 80), timeout=60)


def is_served(server: Server) -> bool:
    with urllib.request.urlopen(f"{server.address}/healthz", timeout=60) as answer:
        return bool(answer.status == 200)


def said(log: Path) -> list[dict[str, Any]]:
    """Return the lines of the log."""
    lines = [json.loads(line) for line in log.read_text().splitlines()]
    return [line for line in lines if line["logger"] != "py.warnings"]


def counted(log: Path, event: str) -> list[int]:
    """Return the counts of the lines that begin with this."""
    return [line.get("repeated", 1) for line in said(log) if line["event"].startswith(event)]


def busy_seconds(server: Server) -> float:
    times = psutil.Process(server.process.pid).cpu_times()
    return times.user + times.system


def files(server: Server) -> int:
    return psutil.Process(server.process.pid).num_fds()


def test_more_idle_connections_than_descriptors_stop_nobody(committed_db: CommittedDatabase, log: Path) -> None:
    with serving_with_few_files(committed_db.url, log) as server:
        with ExitStack() as block:
            for _ in range(IDLE):
                block.enter_context(closing(connect(server)))
            for _ in range(50):
                assert is_served(server)
                assert files(server) < FILES
        assert is_served(server)
    assert not counted(log, OUT_OF_FILES)
    assert len(said(log)) < 10, said(log)


def test_who_finds_no_place_is_told_so(committed_db: CommittedDatabase, log: Path) -> None:
    with serving_with_few_files(committed_db.url, log) as server:
        with ExitStack() as block:
            for _ in range(FILES // 2):
                upload = block.enter_context(closing(connect(server)))
                upload.sendall(UPLOAD)
                assert upload.recv(65_536).startswith(b"HTTP/1.1 100 ")
            with pytest.raises(HTTPError) as refused:
                is_served(server)
            assert refused.value.status == 503
            assert refused.value.headers["Retry-After"]
            assert refused.value.headers["Connection"] == "close"
            assert json.load(refused.value)["code"] == "busy"
        await_that(lambda: is_served(server))


def test_no_descriptors_at_all_are_one_line_a_minute_and_little_work(
    committed_db: CommittedDatabase, log: Path
) -> None:
    with serving_with_few_files(committed_db.url, log, taken=60) as server:
        with ExitStack() as block:
            for _ in range(IDLE):
                block.enter_context(closing(connect(server)))
            await_that(lambda: files(server) == FILES)
            await_that(lambda: counted(log, OUT_OF_FILES))
            spent, began = busy_seconds(server), time.monotonic()
            await_that(lambda: time.monotonic() > began + SECONDS)  # it has tried again several times
            lasted = time.monotonic() - began
            assert busy_seconds(server) - spent < lasted / 4
            assert counted(log, OUT_OF_FILES) == [1]
        assert is_served(server)
    first, *counts = counted(log, OUT_OF_FILES)
    assert first == 1
    assert 2 < sum(counts) < 10 * IDLE, counts


def test_an_outage_of_the_database_is_a_line_a_minute_for_each_fault(
    committed_db: CommittedDatabase, log: Path
) -> None:
    maintenance = make_conninfo(committed_db.url, dbname="postgres")
    gate = sql.SQL("ALTER DATABASE {} ALLOW_CONNECTIONS {}")

    def is_answered() -> bool:
        try:
            with urllib.request.urlopen(f"{server.address}/meta", timeout=60) as answer:
                return bool(answer.status == 200)
        except HTTPError:
            return False

    with (
        psycopg.connect(maintenance, autocommit=True) as postgres,
        serving_with_few_files(committed_db.url, log, limit=1_024) as server,
    ):
        await_that(is_answered)
        name = sql.Identifier(committed_db.name)
        postgres.execute(gate.format(name, sql.SQL("false")))
        postgres.execute(
            "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = %s", [committed_db.name]
        )
        assert not any(is_answered() for _ in range(2))  # each waits for the pool, which tries all the time
        postgres.execute(gate.format(name, sql.SQL("true")))
        await_that(is_answered)
    first, *counts = counted(log, "error connecting in")
    assert first == 1
    assert sum(counts) > 4
    assert len(counts) < 3
    assert len([line for line in said(log) if line["event"] != "request_finished"]) < 20, said(log)
