"""A service that was ready once is kept running, even if children die, PostgreSQL is killed, or the disk is full."""

import os
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import threading
import time
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path

import psycopg
import pytest

from config.embedded import keeper as keeping
from config.embedded import supervisor
from config.embedded.account import Refused
from config.embedded.cluster import Cluster
from config.embedded.keeper import LEAST_ROOM, Keeper
from config.embedded.supervisor import Child
from tests.config.service import await_that

_FLAKY = """
import pathlib, sys, time
lives = pathlib.Path(sys.argv[1])
lives.write_text(lives.read_text() + "x" if lives.exists() else "x")
if len(lives.read_text()) > 8:
    time.sleep(60)
sys.exit(3)
"""

_SERVES = """
import os, time, uvicorn
from config.embedded.heartbeat import PIPE, BeatingServer, Heartbeat

async def serve(scope, receive, send):
    if scope["path"] == "/block":
        time.sleep(600)
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": b"%d" % os.getpid()})

config = uvicorn.Config(serve, lifespan="off", log_config=None, fd=int(os.environ["SOCKET"]))
BeatingServer(config, Heartbeat(int(os.environ[PIPE]))).run()
"""
"""A web server whose event loop can be blocked. Its other threads go on."""


class Kept:
    """A server and its keeper. The test calls the keeper as the supervisor does."""

    def __init__(self, home: Path) -> None:
        self.cluster = Cluster(home)
        self.said: list[str] = []
        self.keeper = Keeper(self.cluster, self.said.append)

    def until(self, condition: Callable[[], object], seconds: float = 40) -> None:
        until = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < until, self.said
            self.keeper.tend()
            time.sleep(0.02)

    def until_it_answers(self) -> None:
        self.until(self.keeper.tend)

    def pid(self) -> int:
        return int((self.cluster.data / "postmaster.pid").read_text().split("\n", 1)[0])

    def execute(self, *statements: str) -> None:
        with psycopg.connect(self.cluster.url("postgres"), autocommit=True) as connection:
            for statement in statements:
                connection.execute(statement)

    def write(self, name: str, content: str) -> None:
        file = self.cluster.data / name
        file.write_text(content)
        os.chown(file, self.cluster.account.uid, self.cluster.account.gid)


@pytest.fixture
def kept(home: Path) -> Iterator[Kept]:
    kept = Kept(home)
    yield kept
    kept.cluster.remove()


def flaky(lives: Path) -> Child:
    """Return a child that dies at once eight times, and then works."""
    return Child("flaky", [sys.executable, "-S", "-c", _FLAKY, str(lives)], {})


@pytest.fixture
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(supervisor, "_LONGEST_PAUSE", 0.05)
    monkeypatch.setattr(supervisor, "_TICK", 0.01)


@pytest.mark.usefixtures("impatient")
def test_a_child_that_dies_over_and_over_is_started_until_it_works(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    child, stop, lives = flaky(tmp_path / "lives"), threading.Event(), tmp_path / "lives"
    thread = threading.Thread(target=supervisor.watch, args=([child], stop), kwargs={"also": lambda: False})
    thread.start()

    await_that(lambda: lives.exists() and len(lives.read_text()) == 9)
    stop.set()
    thread.join()
    supervisor.end([child])

    assert capsys.readouterr().out.count("flaky | ended with 3; starting it again in 0.1 s") == 8


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[tuple[Child, int]]:
    """A child that serves, and its port."""
    monkeypatch.setattr(supervisor, "SILENCE", 4.0)
    with socket.create_server(("127.0.0.1", 0)) as listening:
        environment = {**os.environ, "SOCKET": str(listening.fileno())}
        child = Child("server", [sys.executable, "-c", _SERVES], environment, (listening.fileno(),), has_heartbeat=True)
        yield child, listening.getsockname()[1]
    supervisor.end([child], grace=0)


def tend_until(child: Child, condition: Callable[[], object]) -> None:
    """Look after the child as the supervisor does, until the condition holds."""

    def tended() -> object:
        child.tend()
        return condition()

    await_that(tended)


def serves(port: int, path: str = "/", seconds: float = 1) -> int:
    """Return the process that answers, or 0."""
    with suppress(OSError), urllib.request.urlopen(f"http://127.0.0.1:{port}{path}", timeout=seconds) as answer:
        return int(answer.read())
    return 0


def test_a_server_whose_event_loop_is_blocked_is_replaced(
    server: tuple[Child, int], capsys: pytest.CaptureFixture[str]
) -> None:
    child, port = server
    tend_until(child, lambda: serves(port))
    first = serves(port, seconds=30)
    assert not serves(port, "/block")
    tend_until(child, lambda: serves(port) not in {0, first})

    said = capsys.readouterr().out
    assert "server | hangs: nothing was heard of it for 4 s, so it is killed" in said
    assert "server | ended with -9; starting it again in" in said


def test_what_was_stopped_together_with_the_supervisor_goes_on(
    server: tuple[Child, int], capsys: pytest.CaptureFixture[str]
) -> None:
    child, port = server
    tend_until(child, lambda: serves(port))
    first = serves(port, seconds=30)
    os.kill(first, signal.SIGSTOP)
    child.tend()  # it reads what came before
    time.sleep(supervisor.SILENCE + 1)  # nobody looks meanwhile, as in a machine that sleeps
    child.tend()
    os.kill(first, signal.SIGCONT)
    until = time.monotonic() + supervisor.SILENCE + 1
    tend_until(child, lambda: time.monotonic() > until)

    assert serves(port, seconds=30) == first
    assert "hangs" not in capsys.readouterr().out


@pytest.mark.usefixtures("impatient")
def test_before_the_service_was_ever_ready_it_is_given_up(tmp_path: Path) -> None:
    child = flaky(tmp_path / "lives")

    assert supervisor.watch([child], threading.Event(), also=lambda: True) is child
    assert child.fails == 6


def test_no_pause_is_longer_than_eight_seconds(capsys: pytest.CaptureFixture[str]) -> None:
    child = Child("brief", [sys.executable, "-S", "-c", ""], {}, fails=10**6)
    child.start()
    assert child.process
    child.process.wait()

    child.tend()

    assert "ended with 0; starting it again in 8.0 s" in capsys.readouterr().out
    assert keeping.LONGEST_PAUSE == 8


def test_a_server_that_is_killed_again_and_again_comes_back_each_time(kept: Kept) -> None:
    kept.until_it_answers()
    kept.execute("CREATE TABLE keepsake AS SELECT 1 AS n")
    for _ in range(3):
        before = kept.pid()
        os.kill(before, signal.SIGKILL)
        kept.until(lambda: not kept.keeper.tend())
        kept.until_it_answers()
        assert kept.pid() != before
    kept.execute("UPDATE keepsake SET n = n + 1")

    assert kept.said.count("answers again") == 3
    assert sum(line.startswith("is gone (it was killed); starting it again in") for line in kept.said) == 3


def test_a_server_that_recovers_for_long_is_waited_for_with_progress(
    kept: Kept, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that recovers until it is promoted. From outside, it replays an endless log."""
    kept.until_it_answers()
    kept.cluster.stop()
    kept.write("standby.signal", "")
    kept.write("postgresql.auto.conf", "hot_standby = off\n")
    for name, seconds in (("_FIRST_START_SECONDS", 0.0), ("_PROGRESS_SECONDS", 0.1)):
        monkeypatch.setattr(keeping, name, seconds)
    kept.keeper = Keeper(kept.cluster, kept.said.append)

    kept.until(lambda: len(kept.said) > 5)
    assert not kept.cluster.answers()
    assert all(line.startswith("does not answer yet, after ") for line in kept.said)
    assert any("standby mode" in line or "recovery" in line for line in kept.said)

    kept.write("promote", "")
    os.kill(kept.pid(), signal.SIGUSR1)
    kept.until_it_answers()


def test_a_server_that_never_starts_is_refused_with_its_own_words(kept: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    kept.until_it_answers()
    kept.cluster.stop()
    kept.write("postgresql.auto.conf", "no_such_setting = 1\n")
    monkeypatch.setattr(keeping, "_FIRST_START_SECONDS", 0.0)
    kept.keeper = Keeper(kept.cluster, kept.said.append)

    with pytest.raises(Refused, match=r"PostgreSQL does not start: .*configuration file .* contains errors"):
        kept.until_it_answers()


def test_what_a_killed_start_leaves_is_made_anew(kept: Kept) -> None:
    unfinished = kept.cluster.data.with_name("postgres.unfinished")
    unfinished.mkdir()
    unfinished.joinpath("PG_VERSION").write_text("18\n")

    kept.until_it_answers()

    assert not unfinished.exists()


def test_a_strangers_files_are_not_taken_for_data(kept: Kept) -> None:
    kept.cluster.account.own_directory(kept.cluster.data)
    kept.write("novel.txt", "It was a dark and stormy night")

    with pytest.raises(Refused, match="holds something else"):
        kept.until_it_answers()
    assert kept.cluster.data.joinpath("novel.txt").exists()


@pytest.fixture
def cramped() -> Iterator[Kept]:
    """A server on a file system of 160 MB."""
    place = Path(tempfile.mkdtemp(prefix="maumau-small-"))
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=160m,mode=0711", "tmpfs", place], capture_output=True, check=False
    )
    if mounted.returncode:
        place.rmdir()
        pytest.skip(f"no file system can be mounted here: {mounted.stderr.decode().strip()}")
    kept = Kept(place)
    yield kept
    (place / "filler").unlink(missing_ok=True)
    kept.cluster.remove()
    subprocess.run(["umount", "-l", place], check=True)
    place.rmdir()


@pytest.mark.slow
@pytest.mark.skipif(os.geteuid() != 0, reason="only root can mount a small disk")
def test_a_full_disk_is_told_of_and_waited_for(cramped: Kept, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(keeping, "_DISK_SECONDS", 0.0)
    kept, filler = cramped, cramped.cluster.data.with_name("filler")
    kept.until_it_answers()
    kept.execute("CREATE TABLE keepsake AS SELECT 1 AS n", "CHECKPOINT")
    _fill(filler)

    for _ in range(200):  # until the log of the server needs room
        try:
            kept.execute("CREATE TABLE IF NOT EXISTS long (x text)", "INSERT INTO long SELECT repeat('x', 2000) FROM "
                         "generate_series(1, 2000)", "DROP TABLE long")  # fmt: skip
        except psycopg.OperationalError:
            break
        _fill(filler)
    kept.until(lambda: any(line.startswith("the disk is full: ") for line in kept.said))
    os.kill(kept.pid(), signal.SIGKILL)
    (kept.cluster.data / "postmaster.pid").unlink()
    _fill(filler)
    kept.until(lambda: any(line.startswith("did not start (the disk is full); starting it") for line in kept.said))
    filler.unlink()
    kept.until_it_answers()

    assert any("Make room" in line for line in kept.said)
    assert any(line.startswith("there is room on the disk again") for line in kept.said)
    kept.execute("UPDATE keepsake SET n = n + 1")


def _fill(file: Path) -> None:
    """Fill the disk with `file`."""
    try:
        with file.open("ab", buffering=0) as filler:
            while shutil.disk_usage(file).free:
                filler.write(bytes(min(LEAST_ROOM, shutil.disk_usage(file).free)))
    except OSError:
        pass
