"""Somebody holds a lock for long: those who need it get a 503 in time, and all others are served."""

import json
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import AbstractContextManager
from functools import partial
from http.client import HTTPConnection
from typing import Final, Self
from urllib.parse import urlsplit
from uuid import UUID

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games.integrity.games import game_findings, shard_findings
from tests.config.locking import holding, waiting
from tests.config.service import await_that
from tests.games.api.serving import ROOT, Client, Server, serving

POOL: Final = 8
_ENDLESS: Final = "import django; django.setup(); from base.sql import patience; patience.WEB = patience.ENDLESS"
"""A process whose requests wait for as long as it takes."""
_SLOW_CHANGE: Final = """
import django; django.setup()
from django.core.management import call_command
from django.core.management.commands import migrate
from django.db import connection, transaction

@transaction.atomic
def change(*_, **__):
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE game ADD COLUMN for_a_test integer")

migrate.Command.handle = change
call_command("migrate")
"""

pytestmark = pytest.mark.slow


def _serving(database: CommittedDatabase, before: str = "") -> AbstractContextManager[Server]:
    settings = "tests.games.api.served_settings"
    return serving(database.url, pool=POOL, before=before, DJANGO_SETTINGS_MODULE=settings)


@pytest.fixture
def server(committed_db: CommittedDatabase) -> Iterator[Server]:
    """A web process with a pool of `POOL` connections."""
    with _serving(committed_db) as one:
        yield one


def table(server: Server) -> tuple[str, list[Client]]:
    """Return a game that two players have begun, and the players."""
    players = [Client(server), Client(server)]
    status, game = players[0].send("POST", "/games", {"variant": "mau_mau", "seats": 2})
    assert status == 201, game
    assert players[1].send("POST", f"/games/{game['id']}/seats", {})[0] == 201
    return str(game["id"]), players


def move(game: str, players: list[Client]) -> int:
    """Make a move of the player on turn, and return the status of the answer."""
    _, seen = players[0].send("GET", f"/games/{game}")
    if "on_turn" not in seen:
        return 503
    mover = players[seen["on_turn"]]
    return int(mover.move(game, mover.send("GET", f"/games/{game}")[1])[0])


class Request:
    """A move that the player on turn sends, under one key, and what is answered."""

    def __init__(self, game: str, players: list[Client]) -> None:
        seen = players[0].send("GET", f"/games/{game}")[1]
        self.mover = players[seen["on_turn"]]
        self.turn = seen["turn"]
        self._where = f"/games/{game}/moves"
        moves = self.mover.send("GET", f"/games/{game}")[1]["you"]["moves"]
        self._body = json.dumps({"turn": self.turn, "move": moves[0]})

    def begin(self, server: Server | None = None) -> HTTPConnection:
        """Send it, and return the connection on which the answer will come."""
        address = urlsplit((server or self.mover.server).address)
        there = HTTPConnection(str(address.hostname), address.port, timeout=90)
        headers = {"Authorization": f"Bearer {self.mover.token}", "Content-Type": "application/json"}
        there.request("POST", address.path + self._where, self._body, {**headers, "Idempotency-Key": "one"})
        return there

    def answer(self, server: Server | None = None) -> int:
        """Send it, and return the status of the answer. A 503 names its problem, and when to come again."""
        return status_of(self.begin(server))


def status_of(sent: HTTPConnection) -> int:
    """Return the status of the answer to what was *sent*."""
    with sent.getresponse() as answer:
        if answer.status == 503:
            assert answer.headers["Content-Type"] == "application/problem+json"
            assert int(answer.headers["Retry-After"]) >= 1
            assert json.loads(answer.read())["code"] == "busy"
    sent.close()
    return answer.status


class Devices:
    """Four devices of the players of a game, which repeat a move whenever they get no answer in time, or a 503."""

    def __init__(self, game: str, players: list[Client]) -> None:
        self.answers: list[tuple[int, float]] = []
        self._stopped = threading.Event()
        self._move = partial(move, game, players)
        self._threads = [threading.Thread(target=self._retry) for _ in range(4)]

    def _retry(self) -> None:
        while not self._stopped.is_set():
            begun = time.monotonic()
            self.answers.append((self._move(), time.monotonic() - begun))
            self._stopped.wait(0.2)

    def __enter__(self) -> Self:
        for one in self._threads:
            one.start()
        return self

    def __exit__(self, *_: object) -> None:
        self._stopped.set()
        for one in self._threads:
            one.join()


def _row(game: str) -> str:
    return f"SELECT 1 FROM game WHERE id = '{game}' FOR UPDATE"  # noqa: S608 - an id


def test_who_holds_the_row_of_a_game_stops_only_this_game(server: Server, committed_db: CommittedDatabase) -> None:
    game, players = table(server)
    others = [table(server) for _ in range(3)]
    with holding(committed_db.url, _row(game)):
        with Devices(game, players) as devices:
            await_that(lambda: waiting(committed_db.url) == 2)
            await_that(lambda: any(status == 503 for status, _ in devices.answers))
            for _ in range(7):  # 21 moves of other players
                assert [move(*other) for other in others] == [201] * 3
                assert waiting(committed_db.url) <= 2
                assert players[0].send("GET", f"/games/{game}")[0] == 200
        assert {status for status, _ in devices.answers} == {503}
    await_that(lambda: move(game, players) == 201)
    for one, _ in [(game, players), *others]:
        assert not list(game_findings(UUID(one)))
    assert not list(shard_findings())


def test_two_wait_for_a_game_and_all_others_are_refused(committed_db: CommittedDatabase) -> None:
    with _serving(committed_db, _ENDLESS) as server:
        request = Request(*table(server))
        game, players = table(server)
        other = Request(game, players)
        with holding(committed_db.url, _row(game)):
            inside = [other.begin() for _ in range(2)]
            await_that(lambda: waiting(committed_db.url) == 2)
            assert [other.answer() for _ in range(12)] == [503] * 12
            assert waiting(committed_db.url) == 2
            assert request.answer() == 201
        assert [status_of(one) for one in inside] == [201, 201]  # one move, and its repetition
        assert other.answer() == 201
        assert players[0].send("GET", f"/games/{game}")[1]["turn"] == other.turn + 1


@pytest.mark.parametrize(
    "statement",
    ["LOCK TABLE game", "ALTER TABLE game ADD COLUMN for_a_test integer", "LOCK TABLE event IN EXCLUSIVE MODE"],
)
def test_who_locks_a_table_stops_the_service_only_as_long(
    statement: str, server: Server, committed_db: CommittedDatabase
) -> None:
    game, players = table(server)
    with holding(committed_db.url, statement), Devices(game, players) as devices:
        await_that(lambda: len(devices.answers) >= 12)
    assert {status for status, _ in devices.answers} <= {201, 503}
    assert 503 in {status for status, _ in devices.answers}
    await_that(lambda: move(game, players) == 201)
    await_that(lambda: not waiting(committed_db.url))
    assert not list(game_findings(UUID(game)))


def test_what_runs_for_a_caller_who_hangs_up_ends(committed_db: CommittedDatabase) -> None:
    with _serving(committed_db, _ENDLESS) as server:
        game, players = table(server)
        request = Request(game, players)
        with holding(committed_db.url, _row(game)):
            sent = request.begin()
            await_that(lambda: waiting(committed_db.url) == 1)
            sent.close()
            await_that(lambda: not waiting(committed_db.url))
        assert players[0].send("GET", f"/games/{game}")[1]["turn"] == request.turn
        assert request.answer() == 201


def test_a_process_that_is_frozen_in_a_transaction_gives_its_lock_back(
    server: Server, committed_db: CommittedDatabase
) -> None:
    game, players = table(server)
    request = Request(game, players)
    with _serving(committed_db) as frozen:
        with holding(committed_db.url, _row(game)):
            sent = request.begin(frozen)
            await_that(lambda: waiting(committed_db.url) == 1)
            os.kill(frozen.process.pid, signal.SIGSTOP)
        # Its transaction has the lock now.
        await_that(lambda: request.answer() == 201)
        os.kill(frozen.process.pid, signal.SIGCONT)
        assert status_of(sent) == 503
        assert request.answer(frozen) == 201
    assert not list(game_findings(UUID(game)))


def test_a_change_of_a_table_that_is_in_use_stops_nobody(server: Server, committed_db: CommittedDatabase) -> None:
    game, players = table(server)
    command = [sys.executable, "-c", _SLOW_CHANGE]
    environment = {**os.environ, "DATABASE_URL": committed_db.url}
    with holding(committed_db.url, "SELECT FROM game LIMIT 1"):
        process = subprocess.Popen(command, cwd=ROOT, env=environment, stderr=subprocess.PIPE, text=True)
        assert process.stderr
        await_that(lambda: waiting(committed_db.url))
        statuses = [move(game, players)]
        assert process.stderr.readline() == "A table is in use. Trying again.\n"
        statuses.append(move(game, players))
    assert statuses == [201, 201]
    with process.stderr:
        assert process.wait(90) == 0
