"""A web process that is frozen in the middle of a move is replaced, and nothing that was answered is lost."""

import json
import os
import signal
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection, HTTPException
from uuid import uuid4

import psycopg
import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.locking import waiting
from tests.config.served import Served, ask
from tests.config.service import await_that
from tests.games.api.serving import Client, serving

_IN_TRANSACTION = """
    SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND state = 'idle in transaction'
"""
_LOCK = "SELECT FROM game WHERE id = %s FOR UPDATE NOWAIT"
_MANY = 20

pytestmark = pytest.mark.slow


def test_a_process_that_is_frozen_with_a_lock_is_replaced(served: Served, committed_db: CommittedDatabase) -> None:
    connections = served.connect_each()
    one, other = connections["web 1"], connections["web 2"]
    tokens = [ask(other, "POST", "/api/v1/auth/guest", {})[1]["access"] for _ in range(2)]
    _, made = ask(other, "POST", "/api/v1/games", {"variant": "crazy_eights", "seats": 2}, tokens[0])
    game = f"/api/v1/games/{made['id']}"
    assert ask(other, "POST", f"{game}/seats", {}, tokens[1])[0] == 201
    _, table = ask(other, "GET", game, token=tokens[0])
    actor = tokens[0] if table["you"]["moves"] else tokens[1]
    _, table = ask(other, "GET", game, token=actor)
    headers = {"Content-Type": "application/json", "Idempotency-Key": str(uuid4()), "Authorization": f"Bearer {actor}"}
    body = json.dumps({"turn": table["turn"], "move": table["you"]["moves"][0]})

    def move(connection: HTTPConnection) -> tuple[int, int]:
        """Return the status of the answer, and the version of the table after the move."""
        connection.request("POST", f"{game}/moves", body, headers)
        with connection.getresponse() as answer:
            return answer.status, json.loads(answer.read())["table"]["version"]

    frozen = served.processes()["web 1"]
    with (
        ThreadPoolExecutor(1) as pool,
        psycopg.connect(committed_db.url, autocommit=True) as looking,
        psycopg.connect(committed_db.url) as locking,
    ):
        locking.execute("LOCK TABLE seat IN ACCESS EXCLUSIVE MODE")
        moving = pool.submit(move, one)
        await_that(lambda: waiting(committed_db.url) == 1)
        os.kill(frozen.pid, signal.SIGSTOP)
        locking.rollback()
        await_that(lambda: looking.execute(_IN_TRANSACTION).fetchone() == (1,))
        with pytest.raises(psycopg.errors.LockNotAvailable):
            looking.execute(_LOCK, [made["id"]])
        assert ask(other, "GET", game, token=actor)[0] == 200, "the other process serves"

        await_that(lambda: served.processes().get("web 1", frozen).pid != frozen.pid)
        with pytest.raises((OSError, HTTPException)):
            moving.result(60)
        assert looking.execute(_LOCK, [made["id"]]).rowcount == 1

    assert '"hangs: nothing was heard of it for 10 s, so it is killed"' in served.said()
    status, version = move(served.connect())
    assert (status, version > table["version"]) == (201, True)
    again = [move(connection) for connection in served.connect_each().values()]
    assert again == [(201, version)] * 2, "it is made only once"
    assert ask(served.connect(), "GET", game, token=actor)[1]["version"] == version


def test_a_process_without_room_for_requests_is_not_ready_but_a_burst_is_no_trouble(
    committed_db: CommittedDatabase,
) -> None:
    with (
        serving(committed_db.url, pool=3) as server,
        ThreadPoolExecutor(_MANY) as pool,
        psycopg.connect(committed_db.url) as locking,
    ):
        client = Client(server)
        _, made = client.send("POST", "/games", {"variant": "crazy_eights", "seats": 2}, Idempotency_Key=str(uuid4()))

        def state() -> str:
            return str(client.send("GET", "/readyz")[1]["checks"]["requests"])

        def read() -> int:
            return client.send("GET", f"/games/{made['id']}")[0]

        burst = [pool.submit(read) for _ in range(_MANY)]
        states = {state()}
        while not all(one.done() for one in burst):
            states.add(state())
        assert states == {"ok"}
        assert {one.result() for one in burst} == {200}

        locking.execute("LOCK TABLE seat IN ACCESS EXCLUSIVE MODE")
        kept_out = [pool.submit(read) for _ in range(_MANY)]
        await_that(lambda: state().startswith("no room for "))
        assert client.send("GET", "/readyz")[0] == 503
        locking.rollback()
        assert {one.result() for one in kept_out} <= {200, 503}
        await_that(lambda: state() == "ok")
