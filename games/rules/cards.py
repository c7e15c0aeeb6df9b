"""Several cards: how they are written, what is taken from them, and the deck (K-5, K-6, K-7)."""

from collections.abc import Iterable, Sequence
from typing import TypeAlias

from games.rules.card import ALL_FACES, BY_TEXT, FACES, HIDDEN, JOKER, RANKS, SUITS, Card, Nomination, Rank, Suit

__all__ = [
    "ALL_FACES",
    "BY_TEXT",
    "FACES",
    "HIDDEN",
    "JOKER",
    "RANKS",
    "SUITS",
    "Card",
    "Cards",
    "Nomination",
    "Rank",
    "Suit",
    "deck_of",
    "parse_cards",
    "print_cards",
    "without",
]

Cards: TypeAlias = tuple[Card, ...]


def parse_cards(text: str) -> Cards:
    """Return the cards that *text* names, separated by blanks. Raises ValueError for a word that is no card."""
    return tuple(Card.parse(word) for word in text.split())


def print_cards(cards: Iterable[Card]) -> str:
    """Return *cards* in the notation, separated by blanks: the inverse of ``parse_cards``."""
    return " ".join(map(str, cards))


def without(cards: Cards, gone: Iterable[Card]) -> Cards:
    """Return *cards* less one copy of each of *gone*. Raises ValueError if one of them is not there.

    >>> print_cards(without(parse_cards("7S TH 7S"), parse_cards("7S")))
    'TH 7S'
    """
    left = list(cards)
    for card in gone:
        left.remove(card)
    return tuple(left)


def deck_of(ranks: Sequence[Rank], jokers: int, decks: int) -> Cards:
    """Return *decks* decks of the four suits of *ranks* and *jokers* jokers each, in deck order."""
    one = [card for card in ALL_FACES if card.rank in ranks and card.rank]
    return tuple(sorted(decks * (one + jokers * [BY_TEXT[JOKER]])))
