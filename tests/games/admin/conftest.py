"""Fixtures for tests of the admin: an operator, and games in every status."""

import pytest
from django.test import Client

from games.projections.registry import catch_up
from games.rules.commands import CloseTable, Resign
from games.rules.game import Status
from players.models import Player
from tests.games.tables import Table


@pytest.fixture
def operator(db: None, client: Client) -> Client:  # noqa: ARG001 - accounts lie in the database
    client.force_login(Player.objects.create_superuser("operator", "correct horse battery"))
    return client


@pytest.fixture
def waiting(db: None) -> Table:  # noqa: ARG001 - the game lies in the database
    table = Table(1).open()
    catch_up()
    return table


@pytest.fixture
def running(db: None) -> Table:  # noqa: ARG001 - the game lies in the database
    table = Table(2, seats=3, shard=3).start().play(12)
    assert table.game.status == Status.PLAYING
    return table


@pytest.fixture
def closed(db: None) -> Table:  # noqa: ARG001 - the game lies in the database
    table = Table(4).open()
    table.handle(CloseTable())
    assert table.game.status == Status.OVER
    return table


@pytest.fixture
def over(db: None) -> Table:  # noqa: ARG001 - the game lies in the database
    table = Table(3).start().play(12)
    table.handle(Resign(seat=0))
    assert table.game.status == Status.OVER
    return table
