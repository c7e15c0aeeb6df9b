"""The names of seats, cards and numbers in sentences."""

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
    """The names of the seats and of the cards of a *pack*, for one reader. *you* is the reader's seat."""

    def __init__(self, seats: Sequence[Json], you: int | None, pack: str = "french") -> None:
        self._suits, self._ranks = _SUITS.get(pack), _RANKS.get(pack, {})
        self._names = [
            f"{seat['bot']}-{seat['seat']}"
            if seat["bot"] and not seat["player"]
            else str(seat["player"]["name"] if seat["player"] else f"seat {seat['seat']}")
            for seat in seats
        ]
        self._you = you
        self._guests = {seat["seat"] for seat in seats if is_guest(seat["player"])}

    @property
    def has_glyphs(self) -> bool:
        """Whether the suits of the pack have glyphs."""
        return self._suits is None

    def __getitem__(self, seat: int) -> str:
        return "you" if seat == self._you else self.formal(seat)

    def formal(self, seat: int) -> str:
        """Return the name of a seat, even for the reader's own."""
        return self._names[seat] if 0 <= seat < len(self._names) else f"seat {seat}"

    def label(self, seat: int) -> str:
        """Return the name of a seat for a list, which marks the guests among the others."""
        return marked(self[seat], is_guest=seat in self._guests and seat != self._you)

    def whose(self, seat: int) -> str:
        """Return a possessive for the beginning of a sentence: ``Your`` or ``clever-1's``."""
        return "Your" if seat == self._you else f"{self.formal(seat)}'s"

    def verb(self, seat: int, verb: str) -> str:
        """Return *verb*, given in the infinitive, in the form for a seat: ``play`` or ``plays``."""
        return _FIRST.get(verb, verb) if seat == self._you else _THIRD.get(verb, f"{verb}s")

    def does(self, seat: int | None, verb: str, rest: str = "") -> str:
        """Return a sentence, such as ``You play 7♠.`` or ``clever-1 plays 7♠.``."""
        if seat is None:
            return ""
        who = "You" if seat == self._you else self.formal(seat)
        return f"{who} {self.verb(seat, verb)}{f' {rest}' if rest else ''}."

    def face(self, card: str) -> str:
        """Return a card: ``7♠``, ``10♥``, ``Joker``; ``Unter of leaves`` if the suits have no glyphs."""
        rank, suit = card[0], card[1:]
        called = self._ranks.get(rank) or {"T": "10", "X": "Joker"}.get(rank, rank)
        if suit and self._suits:
            return f"{called} of {self._suits[suit]}"
        return called + GLYPHS.get(suit, "")

    def card(self, card: str) -> str:
        """Return a card with its article in a sentence: ``7♠``, ``the Unter of leaves``, ``a Joker``."""
        if card == "X":
            return "a Joker"
        return f"the {self.face(card)}" if self._suits else self.face(card)

    def faces(self, cards: Any) -> str:
        """Return *cards* in words. Hidden cards come as their number."""
        if isinstance(cards, int):
            return counted(cards, "card") if cards else "no card"
        return (", " if self._suits else " ").join(map(self.card, cards)) or "no card"

    def suit(self, suit: str) -> str:
        """Return the name of a suit in this pack."""
        return (self._suits or _FRENCH)[suit]

    def rank(self, rank: str) -> str:
        """Return the name of a rank in this pack."""
        return self._ranks.get(rank) or ("10" if rank == "T" else rank)

    def nominated(self, value: str) -> str:
        """Return a suit or a rank in words."""
        return self.suit(value) if value in _FRENCH else f"the rank {self.rank(value)}"


def is_guest(player: Json | None) -> bool:
    """Return whether an answer says that a player is a guest. Older services do not say it."""
    return bool(player and player.get("guest"))


def marked(name: str, *, is_guest: bool) -> str:
    """Return a name that says whether it is that of a guest, who may call themselves what they like.

    >>> marked("Anna", is_guest=True), marked("Anna", is_guest=False)
    ('Anna (guest)', 'Anna')
    """
    return f"{name} (guest)" if is_guest else name


def counted(number: int, what: str) -> str:
    """Return a number of things.

    >>> counted(1, "card"), counted(2, "card")
    ('a card', '2 cards')
    """
    return f"a {what}" if number == 1 else f"{number} {what}s"
