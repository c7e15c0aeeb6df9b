"""Selectors: which faces a rule speaks of, written as words and compiled to a bit mask with one bit a face."""

from collections.abc import Iterable
from typing import Final, TypeAlias

from games.rules.cards import ALL_FACES, BY_TEXT, JOKER, RANKS, SUITS, Card

Mask: TypeAlias = int
"""Bit ``card`` is set for every face that belongs to it."""

NOTHING: Final = 0


def mask_of(cards: Iterable[Card]) -> Mask:
    """Return the mask of *cards*."""
    mask = NOTHING
    for card in cards:
        mask |= 1 << card
    return mask


EVERYTHING: Final = mask_of(ALL_FACES)
OF_SUIT: Final = {suit: mask_of(card for card in ALL_FACES if card.suit == suit) for suit in SUITS}
OF_RANK: Final = {rank: mask_of(card for card in ALL_FACES if card.rank == rank) for rank in RANKS}

_WORDS: Final = {
    "any": EVERYTHING,
    JOKER: 1 << BY_TEXT[JOKER],
    **OF_SUIT,
    **OF_RANK,
    **{text: 1 << card for text, card in BY_TEXT.items()},
}


def select(words: str) -> Mask:
    """Return the mask of a selector: ``"7 J QH"``, ``"any -8"``, ``"X"``, ``""`` for nothing (a minus takes away).

    Raises ValueError for a word that is no rank, suit, card or ``any``.
    """
    mask = NOTHING
    for word in words.split():
        name = word.removeprefix("-")
        if name not in _WORDS:
            raise ValueError(f"{word!r} is no rank, suit, card or 'any'")
        mask = mask & ~_WORDS[name] if word.startswith("-") else mask | _WORDS[name]
    return mask
