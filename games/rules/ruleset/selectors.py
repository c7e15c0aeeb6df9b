"""Selectors: which faces a rule speaks of, written as words and compiled to the set of them."""

from typing import Annotated, Final, TypeAlias

from games.rules.cards import ALL_FACES, BY_TEXT, JOKER, RANKS, SUITS, Card

Faces: TypeAlias = frozenset[Card]

NOTHING: Final[Faces] = frozenset()
EVERYTHING: Final = frozenset(ALL_FACES)
OF_SUIT: Final = {suit: frozenset(card for card in ALL_FACES if card.suit == suit) for suit in SUITS}
OF_RANK: Final = {rank: frozenset(card for card in ALL_FACES if card.rank == rank) for rank in RANKS}

_WORDS: Final = {
    "any": EVERYTHING,
    JOKER: frozenset({BY_TEXT[JOKER]}),
    **OF_SUIT,
    **OF_RANK,
    **{text: frozenset({card}) for text, card in BY_TEXT.items()},
}


def select(words: str) -> Faces:
    """Return the faces of a selector: ``"7 J QH"``, ``"any -8"``, ``"X"``, ``""`` for nothing (a minus takes away).

    Raises ValueError for a word that is not a rank, a suit, a card or ``any``.
    """
    faces = NOTHING
    for word in words.split():
        name = word.removeprefix("-")
        if name not in _WORDS:
            raise ValueError(
                f'"{word}" is not a rank, suit or card. Write words such as 7, S, QH, X or any, separated by blanks.'
            )
        faces = faces - _WORDS[name] if word.startswith("-") else faces | _WORDS[name]
    return faces


Selector: TypeAlias = Annotated[str, select]
"""A text that ``select`` reads. ``read`` refuses any other."""
