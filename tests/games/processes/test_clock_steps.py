"""The clock of the database is set while a web process and a worker run, and while the worker is away."""

import time
from collections.abc import Iterator, Sequence
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any, Final
from uuid import UUID, uuid4

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games.db import rows
from games.integrity.verify import Verifier
from games.management.health_report import clock_steps
from tests.games.api.serving import Client, serving
from tests.games.children import await_that, kill, process, surroundings
from tests.games.wall_clock import WallClock

PATIENCE: Final = 120.0
"""Seconds in which everything is long over, also on a machine that does other things."""
TURN: Final = 3000
"""Seconds of a turn that is not over before the test."""


class Table:
    """A game of two people, who look at it and move by HTTP."""

    def __init__(self, clients: Sequence[Client], turn: int = TURN) -> None:
        self.clients = clients
        wish = {"variant": "mau_mau", "seats": 2, "clock": {"turn": turn, "bank": 0}}
        _, made = clients[0].send("POST", "/games", wish, Idempotency_Key=str(uuid4()))
        self.id = UUID(made["id"])
        assert clients[1].send("POST", f"/games/{self.id}/seats", {})[0] == 201

    def seen(self) -> tuple[Client, dict[str, Any]]:
        """Return the player on turn and what they see."""
        tables = [(client, client.send("GET", f"/games/{self.id}")[1]) for client in self.clients]
        return next((client, table) for client, table in tables if table["you"]["moves"])

    def move(self) -> None:
        """Begin the turn of the other player."""
        client, table = self.seen()
        assert client.move(str(self.id), table)[0] in {200, 201}

    def left(self) -> float:
        """Return how many seconds the page shows."""
        _, table = self.seen()
        deadline, now = (datetime.fromisoformat(table[name]) for name in ("deadline", "server_time"))
        return (deadline - now).total_seconds()

    def events(self) -> list[str]:
        return [type_ for (type_,) in rows("SELECT type FROM event WHERE stream = %s ORDER BY version", [self.id])]


@pytest.fixture
def surrounded(committed_db: CommittedDatabase) -> Iterator[tuple[WallClock, Sequence[Client]]]:
    """The clock of the database, and two people whom a web process serves."""
    wall = WallClock(everywhere=True)
    with serving(committed_db.url, pool=4) as server:
        yield wall, (Client(server), Client(server))


def steps() -> list[str]:
    return [cause for (cause,) in rows("SELECT cause FROM outage WHERE cause IN ('jump', 'back') ORDER BY id")]


@pytest.mark.slow
def test_ten_days_forward_and_back_cost_no_turn_and_leave_no_deadline_ahead(
    committed_db: CommittedDatabase, tmp_path: Path, surrounded: tuple[WallClock, Sequence[Client]]
) -> None:
    wall, clients = surrounded
    environment = surroundings(committed_db, tmp_path)
    with process("worker", environment):
        await_that(lambda: rows("SELECT 1 FROM heartbeat WHERE name = 'driver'"), PATIENCE)
        before, began = Table(clients), time.monotonic()
        before.move()

        wall.step(timedelta(days=10))
        await_that(lambda: steps() == ["jump"], PATIENCE)
        left = before.left()
        assert TURN + began - time.monotonic() - 3 < left <= TURN
        ahead, absent = Table(clients), Table(clients, turn=30)
        ahead.move()
        absent.move()

        wall.step(timedelta(days=-10))
        await_that(lambda: "deadline-moved" in ahead.events() and "deadline-moved" in absent.events(), PATIENCE)
        assert 0 < ahead.left() <= TURN
        left = before.left()
        assert TURN + began - time.monotonic() - 3 < left <= TURN
        await_that(lambda: "time-ran-out" in absent.events(), PATIENCE)

    assert "time-ran-out" not in [*before.events(), *ahead.events()]
    assert steps() == ["jump", "back"]
    assert [line.is_well for line in clock_steps()] == [False, False]
    assert [Verifier().game(one.id) for one in (before, ahead, absent)] == [[], [], []]


@pytest.mark.slow
def test_a_worker_that_comes_back_after_a_step_finds_it(
    committed_db: CommittedDatabase, tmp_path: Path, surrounded: tuple[WallClock, Sequence[Client]]
) -> None:
    wall, clients = surrounded
    environment = surroundings(committed_db, tmp_path)
    with process("worker", environment) as worker:
        await_that(lambda: rows("SELECT 1 FROM heartbeat WHERE name = 'driver'"), PATIENCE)
        wall.step(timedelta(hours=3))
        await_that(lambda: steps() == ["jump"], PATIENCE)
        table = Table(clients)
        table.move()
        kill(worker)
        wall.step(timedelta(hours=-3))
    assert table.left() > TURN

    with process("worker", environment):
        await_that(lambda: "deadline-moved" in table.events(), PATIENCE)
        assert 0 < table.left() <= TURN

    assert steps() == ["jump", "back"]
    assert "time-ran-out" not in table.events()
    assert Verifier().game(table.id) == []
