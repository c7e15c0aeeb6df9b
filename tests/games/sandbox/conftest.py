"""Rulesets as their authors write them."""

from copy import deepcopy
from typing import Any

import pytest

SMALL: dict[str, Any] = {
    "key": "annas-game",
    "name": "Anna's Game",
    "players": {"least": 2, "most": 4},
    "deck": {"ranks": "7 8 9 T J Q K A", "count": {"2": 1}},
    "deal": {"size": {"2": 5}},
    "wild": {"suit": "J"},
}


@pytest.fixture
def small() -> dict[str, Any]:
    """A plain game that nothing is wrong with."""
    return deepcopy(SMALL)
