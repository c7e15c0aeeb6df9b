"""What seats, cards and numbers are called in sentences."""

from collections.abc import Sequence
from typing import Any, Final

from games.client.http import Json
from games.client.notation import GLYPHS

_FRENCH: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
_SUITS: Final = {
    "german": {"S": "leaves", "H": "hearts", "D": "bells", "C": "acorns"},
    "swiss": {"S": "shields", "H": "roses", "D": "bells", "C": "acorns"},
}
_RANKS: Final = {
    "german": {"J": "Unter", "Q": "Ober", "K": "King", "A": "Ace"},
    "swiss": {"T": "Banner", "J": "Under", "Q": "Ober", "K": "King", "A": "Ace"},
}
_FIRST: Final = {"be": "are"}
_THIRD: Final = {"be": "is", "have": "has", "may": "may", "go": "goes", "pass": "passes", "miss": "misses"}


class Names:
    """What the seats are called by who reads, and the cards of the *pack*; ``you`` is the reader's own seat."""

    def __init__(self, seats: Sequence[Json], you: int | None, pack: str = "french") -> None:
        self._suits, self._ranks = _SUITS.get(pack), _RANKS.get(pack, {})
        self._names = [_name(seat) for seat in seats]
        self._you = you

    @property
    def has_glyphs(self) -> bool:
        """Whether there are signs for the suits."""
        return self._suits is None

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

    def face(self, card: str) -> str:
        """Return a card: ``7♠``, ``10♥``, ``Joker``; ``Unter of leaves`` where suits have no glyphs."""
        rank, suit = card[0], card[1:]
        called = self._ranks.get(rank) or {"T": "10", "X": "Joker"}.get(rank, rank)
        if suit and self._suits:
            return f"{called} of {self._suits[suit]}"
        return called + GLYPHS.get(suit, "")

    def card(self, card: str) -> str:
        """Return a card as a sentence speaks of it: ``7♠``, ``the Unter of leaves``, ``a Joker``."""
        if card == "X":
            return "a Joker"
        return f"the {self.face(card)}" if self._suits else self.face(card)

    def faces(self, cards: Any) -> str:
        """Return cards, or how many they are where they are hidden."""
        if isinstance(cards, int):
            return counted(cards, "card") if cards else "no card"
        return (", " if self._suits else " ").join(map(self.card, cards)) or "no card"

    def suit(self, suit: str) -> str:
        """Return what a suit is called."""
        return (self._suits or _FRENCH)[suit]

    def rank(self, rank: str) -> str:
        """Return what a rank is called."""
        return self._ranks.get(rank) or ("10" if rank == "T" else rank)

    def nominated(self, value: str) -> str:
        """Return a suit or a rank in words."""
        return self.suit(value) if value in _FRENCH else f"the rank {self.rank(value)}"


def counted(number: int, what: str) -> str:
    """Return a number of things: ``a card``, ``2 cards``."""
    return f"a {what}" if number == 1 else f"{number} {what}s"


def _name(seat: Json) -> str:
    if seat["bot"] and not seat["player"]:
        return f"{seat['bot']}-{seat['seat']}"
    return str(seat["player"]["name"]) if seat["player"] else f"seat {seat['seat']}"
