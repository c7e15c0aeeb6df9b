"""What seats, cards and numbers are called in sentences."""

from collections.abc import Sequence
from typing import Any, Final

from games.management.terminal.http import Json
from games.management.terminal.notation import GLYPHS, SUITS

_FIRST: Final = {"be": "are"}
_THIRD: Final = {"be": "is", "have": "has", "may": "may", "go": "goes", "pass": "passes", "miss": "misses"}


class Names:
    """What the seats are called by who reads; ``you`` is the reader's own seat."""

    def __init__(self, seats: Sequence[Json], you: int | None) -> None:
        self._names = [_name(seat) for seat in seats]
        self._you = you

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self._you else self.formal(seat)

    def formal(self, seat: int) -> str:
        """Return the name of a seat, also of one's own."""
        return self._names[seat] if 0 <= seat < len(self._names) else f"seat {seat}"

    def whose(self, seat: int) -> str:
        """Return the owner of something, at the beginning of a sentence."""
        return "Your" if seat == self._you else f"{self.formal(seat)}'s"

    def verb(self, seat: int, verb: str) -> str:
        """Return a verb in the form that goes with a seat."""
        return _FIRST.get(verb, verb) if seat == self._you else _THIRD.get(verb, f"{verb}s")

    def does(self, seat: int | None, verb: str, rest: str = "") -> str:
        """Return a sentence, such as ``You lay 7♠.`` or ``clever-1 lays 7♠.``."""
        if seat is None:
            return ""
        who = "You" if seat == self._you else self.formal(seat)
        return f"{who} {self.verb(seat, verb)}{f' {rest}' if rest else ''}."


def face(card: str) -> str:
    """Return a card with its suit as a glyph: ``7♠``, ``10♥``; ``Joker`` for a joker."""
    rank, suit = card[0], card[1:]
    return {"T": "10", "X": "Joker"}.get(rank, rank) + GLYPHS.get(suit, "")


def faces(cards: Any) -> str:
    """Return cards, or how many they are where they are hidden."""
    if isinstance(cards, int):
        return counted(cards, "card") if cards else "no card"
    return " ".join(map(face, cards)) or "no card"


def counted(number: int, what: str) -> str:
    """Return a number of things: ``a card``, ``2 cards``."""
    return f"a {what}" if number == 1 else f"{number} {what}s"


def nominated(value: str) -> str:
    """Return a suit or a rank in words."""
    return SUITS.get(value, f"the rank {'10' if value == 'T' else value}")


def _name(seat: Json) -> str:
    if seat["bot"] and not seat["player"]:
        return f"{seat['bot']}-{seat['seat']}"
    return str(seat["player"]["name"]) if seat["player"] else f"seat {seat['seat']}"
