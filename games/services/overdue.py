"""What the clock does for a table: it speaks once for whose time is up, however many workers look."""

from games import store
from games.services.moves import speak
from games.services.writing import Table, is_late
from games.store import GameRow


def speak_if_late(row: GameRow) -> bool:
    """Let the clock speak for the seat on turn, or for nonces that are due, if time is up; return whether it did.

    Needs the *row* locked.
    """
    if not is_late(row):
        return False
    speak(Table(row, store.game_of(row)))
    return True
