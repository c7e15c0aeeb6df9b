"""`manage.py up` with real processes and real kills. The tests share one service, which each of them finds ready."""

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import urllib.request
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http import HTTPStatus
from http.client import HTTPConnection
from pathlib import Path
from urllib.error import HTTPError

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from config.embedded.cluster import Cluster
from tests.config.service import PARTS, ROOT, Service, await_that, is_running

_LONG_SILENCES = "SELECT count(*) FROM outage WHERE cause = 'web' AND ended - began > interval '1 min'"
"""A busy machine may keep the web silent for two seconds, which is an outage too."""

pytestmark = pytest.mark.slow


def test_it_says_where_it_is_and_how_to_play(service: Service) -> None:
    said = service.first_said
    (first,) = re.findall(r"ready at (http://127\.0\.0\.1:\d+)/api/v1/$", said, re.MULTILINE)
    assert f"{first}/api/v1/docs/" in said
    assert "make play PORT=" in said
    assert "Warning" not in said
    for line in said.splitlines():
        assert re.match(r"\d\d:\d\d:\d\d +\w+ \| \S", line), line
    assert said.index("makes its data in") < said.index("prepares the tables")
    assert "Four bots play a public game, so that there is something to watch: make play ARGS=" in said
    address = (service.state / "address").read_text()
    assert f"ready at {address}/api/v1/" in service.said()
    with urllib.request.urlopen(f"{address}/api/v1/") as index:
        assert json.load(index)["documentation"] == "/api/v1/docs/"


def test_all_addresses_are_probed_on_this_machine_and_a_refused_name_is_in_the_log(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    place = Path(tempfile.mkdtemp(prefix="maumau-open-"))
    place.chmod(0o711)
    docs = tmp_path_factory.mktemp("docs")
    service = Service(place, HOST_ADDRESS="0.0.0.0", ALLOWED_HOSTS="games.lan", DOCS_ROOT=str(docs))  # noqa: S104
    try:
        service.start()
        address = (place / "address").read_text()
        assert address.startswith("http://127.0.0.1:")
        assert f"docs     {address}/docs/   (after `make docs`)" in service.said()

        def status(host: str) -> int:
            with closing(HTTPConnection(address.removeprefix("http://"))) as connection:
                connection.request("GET", "/api/v1/", headers={"Host": host})
                answer = connection.getresponse()
                assert "ALLOWED_HOSTS" not in answer.read().decode()
                return answer.status

        assert [status(host) for host in ("games.lan", "other.lan", "other.lan")] == [200, 400, 400]
        await_that(lambda: "You may need to add 'other.lan' to ALLOWED_HOSTS." in service.said())
        assert service.said().count("other.lan' to ALLOWED_HOSTS") <= 2, "each web process says it once"
        assert "Traceback" not in service.said()
    finally:
        service.stop()
        shutil.rmtree(place)
        service.output.unlink()


def test_the_web_has_a_heartbeat_of_its_own(service: Service) -> None:
    with psycopg.connect(Cluster(service.state).url("maumau"), autocommit=True) as connection:

        def beat() -> object:
            return connection.execute("SELECT at FROM heartbeat WHERE name = 'web'").fetchone()

        def outages() -> object:
            return connection.execute(_LONG_SILENCES).fetchone()

        def await_a_beat() -> None:
            last = beat()
            await_that(lambda: beat() not in {None, last})

        await_a_beat()  # it may tell of an outage that another test made
        before = outages()
        await_a_beat()
        assert outages() == before


def test_the_processes_of_the_service_are_listed_with_their_memory(service: Service) -> None:
    supervisor = (service.state / "up.lock").read_text().strip()
    for of in ([], [supervisor]):
        said = subprocess.run(
            [sys.executable, "manage.py", "processes", *of],
            cwd=ROOT, env=service.environment, capture_output=True, text=True, check=True,
        ).stdout  # fmt: skip
        assert {"worker", "checker", "all"} <= {line.split()[0] for line in said.splitlines()}


def test_the_docs_need_no_internet_and_no_inline_script(service: Service) -> None:
    address = (service.state / "address").read_text()
    with urllib.request.urlopen(f"{address}/api/v1/docs/") as page:
        html = page.read().decode()
        assert "script-src 'self'" in page.headers["Content-Security-Policy"]
    assert "http" not in html.replace("http-equiv", "")
    assert "<script>" not in html
    assert "<style" not in html
    sources = [part.split('"')[0] for mark in ('src="', 'href="') for part in html.split(mark)[1:]]
    assert len(sources) >= 5
    for source in sources:
        with urllib.request.urlopen(address + source) as asset:
            assert asset.status == 200
            assert asset.read()


def test_a_second_start_is_refused(service: Service) -> None:
    second = service.manage("up", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    said, _ = second.communicate(timeout=120)
    assert second.returncode == 1
    assert b"already runs at http://127.0.0.1:" in said
    assert service.is_ready()


@pytest.mark.parametrize("name", PARTS)
def test_a_killed_part_is_started_again(service: Service, name: str) -> None:
    await_that(lambda: service.pid_of(name))
    before = service.pid_of(name)
    assert before, service.said()
    os.kill(before, signal.SIGKILL)
    await_that(lambda: service.pid_of(name) not in {None, before})
    await_that(service.is_ready)


def test_the_port_never_closes_while_web_is_replaced(service: Service) -> None:
    web = [service.pid_of(f"web {number}") for number in (1, 2)]
    for pid in web:
        assert pid, service.said()
        os.kill(pid, signal.SIGKILL)
    address = (service.state / "address").read_text()
    for _ in range(4):  # each time the system chooses a process
        with urllib.request.urlopen(f"{address}/api/v1/healthz", timeout=60) as answer:
            assert answer.status == 200
    await_that(lambda: all(service.pid_of(f"web {number}") not in {None, *web} for number in (1, 2)))


def make_guest(service: Service) -> int:
    """Return the status of a request that writes to the database.

    It is sent again after a 503, which a process answers whose connection is older than a restart of PostgreSQL.
    """
    where = f"{(service.state / 'address').read_text()}/api/v1/auth/guest"
    request = urllib.request.Request(where, b"{}", {"Content-Type": "application/json"})
    while True:
        try:
            with urllib.request.urlopen(request, timeout=60) as answer:
                return int(answer.status)
        except HTTPError as refusal:
            with refusal:
                if refusal.code != HTTPStatus.SERVICE_UNAVAILABLE:
                    raise


def test_ctrl_c_ends_all_of_it_in_time_and_keeps_the_data(service: Service) -> None:
    keep("after_the_end", service)
    await_that(lambda: all(service.pids().values()))
    pids = service.pids()
    assert service.stop() == 0
    assert not [name for name, pid in pids.items() if is_running(pid)]
    assert service.said().rstrip().endswith("stopped")
    assert "does not end" not in service.said()  # within its seconds, after which it would be killed
    service.start()
    assert is_kept("after_the_end", service)


def test_after_a_killed_supervisor_its_processes_end_and_the_next_start_finds_the_data(service: Service) -> None:
    keep("after_a_kill", service)
    await_that(lambda: all(service.pids().values()))
    orphans = service.pids()
    service.stop(signal.SIGKILL)
    address = (service.state / "address").read_text()
    service.environment["PORT"] = address.rsplit(":", 1)[1]
    service.start()
    service.environment["PORT"] = "0"
    assert "still runs since an earlier start" in service.said()
    assert "games already" not in service.said()
    assert (service.state / "address").read_text() == address
    await_that(lambda: not any(is_running(orphans[name]) for name in PARTS if name != "postgres"))
    assert is_kept("after_a_kill", service)
    assert service.stop(signal.SIGTERM) == 0
    assert not is_running(orphans["postgres"])


def keep(name: str, service: Service) -> None:
    """Make a table with this name."""
    with psycopg.connect(Cluster(service.state).url("maumau"), autocommit=True) as connection:
        connection.execute(SQL("CREATE TABLE {} AS SELECT 'kept' AS word").format(Identifier(name)))


def is_kept(name: str, service: Service) -> bool:
    """Return whether the table is still there, with what is in it."""
    with psycopg.connect(Cluster(service.state).url("maumau")) as connection:
        return connection.execute(SQL("SELECT word FROM {}").format(Identifier(name))).fetchone() == ("kept",)


def test_what_is_under_way_at_the_end_is_answered(service: Service) -> None:
    waiting = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'player'::regclass"
    with (
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(Cluster(service.state).url("maumau"), autocommit=True) as watching,
        psycopg.connect(Cluster(service.state).url("maumau")) as holding,
    ):
        holding.execute("LOCK TABLE player IN EXCLUSIVE MODE")
        asked = pool.submit(make_guest, service)
        await_that(lambda: asked.done() or watching.execute(waiting).fetchone() != (0,))
        assert not asked.done(), asked.result()
        assert service.process
        service.process.send_signal(signal.SIGTERM)
        await_that(lambda: service.pid_of("worker") is None)  # the processes have noticed
        holding.rollback()
        assert asked.result() == 201
    assert service.stop(signal.SIGTERM) == 0
