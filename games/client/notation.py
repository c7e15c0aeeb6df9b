"""Cards and moves in the notation: taken apart, repaired from what is typed, put in order."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

SUITS: Final = {"S": "spades", "H": "hearts", "D": "diamonds", "C": "clubs"}
GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
RANKS: Final = "23456789TJQKA"
_FACE: Final = r"(?:[2-9TJQKA][SHDC]|X)"
_PLAY: Final = re.compile(
    rf"(?P<cards>{_FACE}(?:\+{_FACE})*\+?)(?P<claim>~{_FACE})?(?P<nominated>>[2-9TJQKASHDC])?(?P<target>@\d+)?"
    r"(?P<word>![a-z-]*)?"
)
_PLAIN: Final = str.maketrans({glyph: suit for suit, glyph in GLYPHS.items()})


class Parts(NamedTuple):
    """A play taken apart; each part with the sign that opens it, empty where it is not there.

    Cards that end in ``+`` are the first of a group whose others are still to be said.
    """

    cards: str
    claim: str = ""
    nominated: str = ""
    target: str = ""
    word: str = ""

    def __str__(self) -> str:
        return "".join(self)

    @property
    def is_open(self) -> bool:
        """Whether more cards are to come."""
        return self.cards.endswith("+")

    def leads_to(self, other: "Parts") -> bool:
        """Return whether *other* says all that is said here, and perhaps more; words aside."""
        cards = other.cards.startswith(self.cards) if self.is_open else other.cards == self.cards
        return cards and all(not mine or mine == its for mine, its in zip(self[1:4], other[1:4], strict=True))


def split(move: str) -> Parts:
    """Return the parts of a play; a move that is none is one part."""
    found = _PLAY.fullmatch(move)
    return Parts(**found.groupdict(default="")) if found else Parts(move)


def is_play(move: str) -> bool:
    """Return whether *move* lays cards."""
    return _PLAY.fullmatch(move) is not None


def plain(text: str) -> str:
    """Return a line as one types cards in the notation: no glyphs, no blanks round signs, ten as T."""
    tight = re.sub(r"\s*([>~@+!])\s*", r"\1", text.strip().translate(_PLAIN))
    return re.sub(r"\b10(?=[SHDC])", "T", tight, flags=re.IGNORECASE)


def repaired(text: str) -> str:
    """Return a plain line in the case that the notation asks for."""
    body, mark, word = text.partition("!")
    play = body.upper() + mark + word.lower()
    return play if is_play(play) else " ".join(map(_repaired_word, text.split()))


def _repaired_word(word: str) -> str:
    """Return a word of a move that is no play: cards and suits in capitals, all else small."""
    is_card = re.fullmatch(rf"{_FACE}|[SHDC]", word.upper()) is not None
    return word.upper() if is_card else word.lower()


def in_order(cards: Iterable[str]) -> list[str]:
    """Return a hand as people sort it: by suits, in each from the lowest rank."""
    return sorted(cards, key=place)


def place(card: str) -> int:
    """Return where a card stands in a sorted hand."""
    return (*GLYPHS, "").index(card[1:]) * 20 + RANKS.find(card[0])
