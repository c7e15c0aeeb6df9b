"""The games of a test have the same ids and seeds whenever it runs, so the same cards."""

import secrets
from itertools import count
from random import Random
from uuid import UUID

import pytest

from games.services import opening


@pytest.fixture(autouse=True)
def same_chance(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the id and the seed of each game that is made in this process by the name of the test."""
    fix_chance(request.node.nodeid, monkeypatch)


def fix_chance(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Draw the id and the seed of each game by *name*, until *monkeypatch* is undone."""
    lots, numbers = Random(name), count(1)

    def uuid7() -> UUID:
        return UUID(int=next(numbers) << 80 | 7 << 76 | 0b10 << 62 | lots.getrandbits(62))

    monkeypatch.setattr(opening, "uuid7", uuid7)
    monkeypatch.setattr(secrets, "token_hex", lambda size: lots.randbytes(size).hex())
