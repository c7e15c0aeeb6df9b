"""`manage.py serve` with two web processes: what one of them does, the other one knows."""

import re
import signal
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection

import psycopg
import pytest

from tests.config.served import Served, ask
from tests.config.service import ROOT, await_that, is_running

_LISTENERS = """
    SELECT count(*) FROM pg_stat_activity WHERE application_name = 'listener' AND datname = current_database()
"""

pytestmark = pytest.mark.slow


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
