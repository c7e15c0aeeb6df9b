"""What the driver does for a table: let the clock speak once, however many drivers there are."""

from uuid import UUID

from django.db import transaction

from games import store
from games.services.moves import speak
from games.services.writing import Table, is_late


def time_up(game: UUID) -> bool:
    """Let the clock speak for the seat on turn, or for nonces that are due, if time is up; return whether it did.

    A row that another transaction holds is left to it: it judges the time itself, or the driver comes back.
    """
    with transaction.atomic(durable=True):
        row = store.lock(game, skip_locked=True)
        if row is None or not is_late(row):
            return False
        speak(Table(row, store.game_of(row)))
    return True
