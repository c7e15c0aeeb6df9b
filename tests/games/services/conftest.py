"""Tables to play at."""

from uuid import UUID, uuid4

import pytest

from tests.games.services.sitting import Sitting


@pytest.fixture
def player() -> UUID:
    return uuid4()


@pytest.fixture
def duel(db: None) -> Sitting:  # noqa: ARG001 - the game lies in the database
    """Two players at a running game."""
    return Sitting.of(2)
