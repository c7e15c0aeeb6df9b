"""A language, and how cards, suits, ranks and seats are called in it.

Seats are only ever the subject of a sentence, or stand apart: a name is never inflected.
"""

from collections.abc import Callable, Iterable, Mapping
from gettext import NullTranslations
from typing import Any, Final

from django.utils.translation import trans_real

LANGUAGES: Final = ("en", "de", "cs", "nl", "pt")
"""What can be told in; the sources are English."""

GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}
GERMAN_PACK: Final = frozenset({"faraon", "prsi"})
"""Variants whose rule books speak of a German pack: their knaves are Unter and Ober, their suits have its names."""


class Speech:
    """A *language* of ``LANGUAGES``, for a game of *variant*; *names* tells the display name of a player by his id."""

    def __init__(self, language: str, variant: str, names: Mapping[str, str]) -> None:
        catalogue: NullTranslations = trans_real.translation(language)
        self.gettext: Callable[[str], str] = catalogue.gettext
        self.ngettext: Callable[[str, str, int], str] = catalogue.ngettext
        self.pgettext: Callable[[str, str], str] = catalogue.pgettext
        self._german = variant in GERMAN_PACK
        self._names = names
        self._sitters: dict[int, str] = {}

    def seats(self, taken: Mapping[str, Any], seat: int) -> None:
        """Know from now on who sits at *seat*: the data of a seat that was *taken*."""
        who = f"{taken['bot']}-{seat}" if taken["bot"] else self._names.get(taken["player"])
        self._sitters[seat] = who or self.gettext("Former player")

    def seat(self, seat: int) -> str:
        """Return what who sits at *seat* is called."""
        return self._sitters.get(seat, str(seat))

    def card(self, card: str) -> str:
        """Return a card, such as ``J♠``, as the players of the language say it."""
        if card == "X":
            return self.pgettext("card", "Joker")
        return self.pgettext("card", "{rank}{suit}").format(rank=self.rank(card[0]), suit=GLYPHS[card[1]])

    def cards(self, cards: Iterable[str] | int) -> str:
        """Return cards, or how many they are where they are hidden: what a verb governs."""
        if isinstance(cards, int):
            return self.ngettext("a card", "{count} cards", cards).format(count=cards)
        return ", ".join(map(self.card, cards))

    def rank(self, rank: str) -> str:
        """Return a rank: a number as it is."""
        if rank in "23456789T":
            return "10" if rank == "T" else rank
        return (self._german_ranks() if self._german else {}).get(rank) or self._ranks()[rank]

    def nominated(self, asked: str) -> str:
        """Return the suit or the rank that somebody asked for."""
        suits = self._german_suits() if self._german else self._suits()
        return suits.get(asked) or self.gettext("the rank {rank}").format(rank=self.rank(asked))

    def _ranks(self) -> dict[str, str]:
        return {
            "J": self.pgettext("rank", "J"),
            "Q": self.pgettext("rank", "Q"),
            "K": self.pgettext("rank", "K"),
            "A": self.pgettext("rank", "A"),
        }

    def _german_ranks(self) -> dict[str, str]:
        return {"J": self.pgettext("rank", "Unter"), "Q": self.pgettext("rank", "Ober")}

    def _suits(self) -> dict[str, str]:
        return {
            "S": self.pgettext("suit", "spades"),
            "H": self.pgettext("suit", "hearts"),
            "D": self.pgettext("suit", "diamonds"),
            "C": self.pgettext("suit", "clubs"),
        }

    def _german_suits(self) -> dict[str, str]:
        return {
            "S": self.pgettext("suit", "leaves"),
            "H": self.pgettext("suit", "hearts"),
            "D": self.pgettext("suit", "bells"),
            "C": self.pgettext("suit", "acorns"),
        }
