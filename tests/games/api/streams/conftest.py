"""A real web server, and running games."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from django.db import connections

from config.embedded.pytest_plugin import CommittedDatabase
from tests.games.api.serving import Client, Server, serving

Duel = tuple[str, list[Client]]


@pytest.fixture
def server(committed: CommittedDatabase) -> Iterator[Server]:
    connections.close_all()
    limits = {"STREAMS": "12", "STREAMS_PER_ACCOUNT": "3", "SLOW_CLIENT_SECONDS": "3"}
    with serving(committed.url, pool=4, send_buffer=4_096, rereads=False, **limits) as server:
        yield server


@pytest.fixture
def duels(server: Server) -> Callable[..., Duel]:
    """Make a running game of two clients, and return them in the order of seats."""

    def made(*clients: Client, **wanted: Any) -> Duel:
        found = [*clients] or [Client(server), Client(server)]
        status, game = found[0].send("POST", "/games", {"variant": "mau_mau", "seats": 2, **wanted})
        assert status == 201, game
        status, game = found[1].send("POST", f"/games/{game['id']}/seats", {})
        assert status == 201, game
        return game["id"], found

    return made


@pytest.fixture
def duel(duels: Callable[..., Duel]) -> Duel:
    return duels()
