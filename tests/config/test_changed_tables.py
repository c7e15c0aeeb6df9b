"""Columns get other types while people play against bots: nobody gets a 500, and no work is put off."""

import threading
import time
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import psycopg
import pytest
from psycopg.sql import SQL, Identifier

from config.embedded.cluster import Cluster
from tests.config.service import Service
from tests.games.api.serving import Client, Server

_COLUMNS = """
    SELECT table_name, column_name FROM information_schema.columns
    WHERE data_type IN ('text', 'character varying')
      AND table_name IN ('game', 'seat', 'player', 'session', 'game_state')
    EXCEPT SELECT table_name, column_name FROM information_schema.view_column_usage ORDER BY 1, 2
"""
_ALTER = SQL("ALTER TABLE {} ALTER {} TYPE {}")
_ROUNDS = 2
"""How often each column changes its type and has its old one again."""
_PLAYERS = 3
_MOVES = 10
"""Moves of each player before the first change, so that all is prepared, and at least as many after the last."""
_SECONDS = 300

pytestmark = pytest.mark.slow


class Player:
    """A client that plays against a bot for ever, and repeats what is answered by a 503."""

    def __init__(self, service: Service) -> None:
        assert service.process
        self.statuses: Counter[int] = Counter()
        self.moves = 0
        self._client = Client(Server(f"{(service.state / 'address').read_text()}/api/v1", service.process))

    def send(self, method: str, where: str, body: object = None) -> tuple[int, dict[str, object]]:
        key = str(uuid4())
        while True:
            status, answer = self._client.send(method, where, body, Idempotency_Key=key)
            self.statuses[status] += 1
            if status != 503:
                return status, answer

    def play(self, stop: threading.Event) -> None:
        """Play one game after the other until *stop* is set."""
        while not stop.is_set():
            _, opened = self.send("POST", "/games", {"variant": "mau_mau", "seats": 2, "bots": ["novice"]})
            status, table = self.send("GET", f"/games/{opened['id']}")
            while status == 200 and table["status"] == "playing" and not stop.is_set():
                if moves := table["you"]["moves"]:  # type: ignore[index]
                    wish = {"turn": table["turn"], "move": moves[0]}
                    self.moves += self.send("POST", f"/games/{opened['id']}/moves", wish)[0] == 201
                status, table = self.send("GET", f"/games/{opened['id']}")


def test_nobody_gets_a_500_and_no_work_is_put_off(service: Service) -> None:
    players, stop = [Player(service) for _ in range(_PLAYERS)], threading.Event()
    database = Cluster(service.state).url("maumau")
    with ThreadPoolExecutor(_PLAYERS) as pool, psycopg.connect(database, autocommit=True) as connection:
        playing = [pool.submit(player.play, stop) for player in players]

        def await_moves() -> None:
            goals, until = [player.moves + _MOVES for player in players], time.monotonic() + _SECONDS
            while any(player.moves < goal for player, goal in zip(players, goals, strict=True)):
                assert time.monotonic() < until, [player.statuses for player in players]
                assert not any(one.done() for one in playing), [one.exception() for one in playing if one.done()]
                time.sleep(0.05)

        try:
            await_moves()
            columns = connection.execute(_COLUMNS).fetchall()
            assert len(columns) > 3
            for _ in range(_ROUNDS):
                for table, column in columns:
                    for kind in ("varchar(4000)", "text"):
                        connection.execute(_ALTER.format(Identifier(table), Identifier(column), SQL(kind)))
            await_moves()
        finally:
            stop.set()
        for one in playing:
            one.result()
        put_off = connection.execute("SELECT kind, key, reason FROM claim WHERE reason <> ''").fetchall()

    answers = sum((player.statuses for player in players), Counter[int]())
    assert not [status for status in answers if status >= 500 and status != 503], answers
    assert put_off == []
    assert "Traceback" not in service.said()
