"""Cards and moves in the notation: split into parts, corrected after typing, sorted."""

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


class MoveParts(NamedTuple):
    """The parts of a play, each with the sign that opens it. A part that is missing is empty.

    Cards that end in ``+`` are the first of a group whose other cards are still open.
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
        """Whether the other cards of the group are still open."""
        return self.cards.endswith("+")

    def leads_to(self, other: "MoveParts") -> bool:
        """Return whether *other* has all parts that are given here, and perhaps more. Words do not count."""
        cards = other.cards.startswith(self.cards) if self.is_open else other.cards == self.cards
        return cards and all(not mine or mine == its for mine, its in zip(self[1:4], other[1:4], strict=True))


def split(move: str) -> MoveParts:
    """Return the parts of a play. Any other move is a single part.

    >>> split("JC>H!")
    MoveParts(cards='JC', claim='', nominated='>H', target='', word='!')
    """
    found = _PLAY.fullmatch(move)
    return MoveParts(**found.groupdict(default="")) if found else MoveParts(move)


def is_play(move: str) -> bool:
    """Return whether *move* plays cards."""
    return _PLAY.fullmatch(move) is not None


def normalize(text: str) -> str:
    """Return a typed line without glyphs, without blanks round signs, and with ten as T. The case stays.

    >>> normalize("10♠ > h")
    'TS>h'
    """
    tight = re.sub(r"\s*([>~@+!])\s*", r"\1", text.strip().translate(_PLAIN))
    return re.sub(r"\b10(?=[SHDC])", "T", tight, flags=re.IGNORECASE)


def with_case(text: str) -> str:
    """Return a normalized line with the capitals of the notation.

    >>> with_case("jc>h!Mau"), with_case("Accuse 1")
    ('JC>H!mau', 'accuse 1')
    """
    body, mark, word = text.partition("!")
    play = body.upper() + mark + word.lower()
    if is_play(play):
        return play
    # In a move that does not play cards, cards and suits have capitals, and everything else has small letters.
    return " ".join(
        word.upper() if re.fullmatch(rf"{_FACE}|[SHDC]", word.upper()) else word.lower() for word in text.split()
    )


def sorted_hand(cards: Iterable[str]) -> list[str]:
    """Return a hand sorted by suit, and in each suit from the lowest rank."""
    return sorted(cards, key=sort_key)


def sort_key(card: str) -> int:
    """Return the place of a card in a sorted hand. Jokers come last."""
    return (*GLYPHS, "").index(card[1:]) * 20 + RANKS.find(card[0])
