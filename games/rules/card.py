"""The face of one card: ranks, suits and their order in a deck (K-5). Apart from ``cards``, which mypyc compiles.

mypyc refuses a subclass of int, so ``Card`` stays outside of what is compiled.
"""

from typing import Final, Self, TypeAlias

Rank: TypeAlias = str
"""One letter of ``RANKS``."""

Suit: TypeAlias = str
"""One letter of ``SUITS``."""

Nomination: TypeAlias = str
"""A suit, a rank, or ``""`` for none; no letter is both."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "SHDC"
JOKER: Final = "X"
FACES: Final = 4 * len(RANKS) + 1
"""How many faces there are: four suits of thirteen ranks, and the joker."""


class Card(int):
    """The face of one playing card, written rank then suit: ``7S`` is the seven of spades, ``X`` a joker.

    A card is its place in deck order: rank by rank from the lowest, suits ``S H D C`` within a rank, the joker last.
    So cards sort in deck order, and a table of ``FACES`` entries may be indexed by a card.

    >>> card = Card.parse("TH")
    >>> card.rank, card.suit, str(card), card
    ('T', 'H', 'TH', Card.parse('TH'))
    """

    __slots__ = ()

    @classmethod
    def parse(cls, text: str) -> Self:
        """Return the card that *text* names. Raises ValueError if it names none."""
        try:
            return BY_TEXT[text]  # type: ignore[return-value]  # Card is final in practice: one value a face
        except KeyError:
            raise ValueError(f"{text!r} is no card") from None

    @property
    def rank(self) -> Rank:
        """The rank's letter; ``""`` for a joker (K-5)."""
        return _RANK_OF[self]

    @property
    def suit(self) -> Suit:
        """The suit's letter; ``""`` for a joker (K-5)."""
        return _SUIT_OF[self]

    def __str__(self) -> str:
        return _TEXT_OF[self]

    def __repr__(self) -> str:
        return f"Card.parse({_TEXT_OF[self]!r})"


_TEXT_OF: Final = (*(rank + suit for rank in RANKS for suit in SUITS), JOKER, "?")
_RANK_OF: Final = (*(rank for rank in RANKS for _ in SUITS), "", "")
_SUIT_OF: Final = (*(suit for _ in RANKS for suit in SUITS), "", "")

ALL_FACES: Final = tuple(Card(face) for face in range(FACES))
BY_TEXT: Final = {str(card): card for card in ALL_FACES}
HIDDEN: Final = Card(FACES)
"""Stands for a card that a viewer may not see, written ``?``; no deck holds it."""
