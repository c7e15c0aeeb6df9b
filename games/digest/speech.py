"""A language, and what cards, suits, ranks and seats are called in it.

Seats are only ever the subject of a sentence, or stand apart: a name is never inflected.
"""

from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from gettext import NullTranslations
from typing import Any, Final, NamedTuple

from django.utils.translation import gettext_noop, trans_real

from games.digest.packs import GLYPHS, cards_of, names_of, ranks_of, suits_of

_PARTED: Final = "|"
"""Between the two forms of what a card is called: as a subject, and as the object of a verb."""


_BOTS: Final = {"novice": gettext_noop("Novice"), "clever": gettext_noop("Clever"), "expert": gettext_noop("Expert")}
"""What bots are called, by their levels."""


def translated(sentence: str, language: str) -> str:
    """Return a *sentence* of the catalogues in a *language* of the settings; itself where that is English."""
    text: str = trans_real.translation(language).gettext(sentence)
    return text


class _Words(NamedTuple):
    """The names of the cards, suits and ranks of a pack in a language."""

    cards: Mapping[str, str]
    suits: Mapping[str, str]
    nominated: Mapping[str, str]
    named: Mapping[str, str]
    ranks: Mapping[str, str]


@lru_cache
def words_of(language: str, pack: str) -> _Words:
    """Return the names of *pack* in a *language* of the settings. They are looked up once."""
    s: NullTranslations = trans_real.translation(language)
    ranks = {
        "J": s.pgettext("rank", "J"),
        "Q": s.pgettext("rank", "Q"),
        "K": s.pgettext("rank", "K"),
        "A": s.pgettext("rank", "A"),
    }
    return _Words(cards_of(pack, s), suits_of(pack, s), ranks_of(pack, s), names_of(pack, s), ranks)


class Speech:
    """A *language* of the settings, for a game with a *pack*; *names* has the display names of players by their ids."""

    def __init__(self, language: str, pack: str, names: Mapping[str, str]) -> None:
        catalogue: NullTranslations = trans_real.translation(language)
        self.gettext: Callable[[str], str] = catalogue.gettext
        self.ngettext: Callable[[str, str, int], str] = catalogue.ngettext
        self.pgettext: Callable[[str, str], str] = catalogue.pgettext
        self._names = names
        self._sitters: dict[int, str] = {}
        self._cards, self._suits, self._nominated, self._named, self._ranks = words_of(language, pack)
        self._called: dict[str, str] = {}
        """Both forms of the name of a card, separated by ``|``, or its only form; of the cards named so far."""

    def seats(self, taken: Mapping[str, Any], seat: int) -> None:
        """Remember who sits at *seat*; *taken* is the data of the event ``seat-taken``."""
        bot = taken["bot"]
        who = self.gettext(_BOTS.get(bot, bot)) if bot else self._names.get(taken["player"])
        self._sitters[seat] = who or self.gettext("Former player")

    def forget_seats(self) -> None:
        """Forget who sits at the table, before a feed is read from its beginning once more."""
        self._sitters.clear()

    def seat(self, seat: int) -> str:
        """Return the name of whoever sits at *seat*; the number of the seat while nobody is known to sit there.

        Sitters of the same name are numbered in the order of their seats, such as several bots.
        """
        name = self._sitters.get(seat, str(seat))
        same = sorted(other for other, called in self._sitters.items() if called == name)
        return f"{name} {same.index(seat) + 1}" if len(same) > 1 else name

    def card(self, card: str) -> str:
        """Return a card as a subject, or what something is: ``J♠``, ``the Unter of leaves``."""
        return self._both(card).partition(_PARTED)[0]

    def cards(self, cards: Iterable[str] | int) -> str:
        """Return cards as the object of a verb, or how many they are where they are hidden."""
        if isinstance(cards, int):
            return self.ngettext("a card", "{count} cards", cards).format(count=cards)
        return ", ".join(self._both(card).rpartition(_PARTED)[2] for card in cards)

    def nominated(self, asked: str) -> str:
        """Return the suit or the rank that somebody asked for."""
        if asked in self._suits or asked in self._nominated:
            return self._suits.get(asked) or self._nominated[asked]
        return self.pgettext("nominated", "{number}s").format(number=number(asked))

    def rank(self, rank: str) -> str:
        """Return what a rank is called by itself: ``7``, ``Unter``."""
        return self._named.get(rank) or number(rank)

    def _both(self, card: str) -> str:
        if card not in self._called:
            self._called[card] = self._call(card)
        return self._called[card]

    def _call(self, card: str) -> str:
        if card == "X":
            return self.pgettext("card", "a Joker")
        rank, suit = card[0], card[1]
        if phrase := self._cards.get(card) or self._cards.get(f"7{suit}"):
            return phrase.format(number=number(rank))
        called = self._ranks.get(rank) or self.pgettext("rank", "{number}").format(number=number(rank))
        glyph = self.pgettext("card", "{rank}{suit}")
        return _PARTED.join(glyph.format(rank=form, suit=GLYPHS[suit]) for form in called.split(_PARTED))


def number(rank: str) -> str:
    """Return a rank that is a number in digits."""
    return "10" if rank == "T" else rank


def begun(line: str) -> str:
    """Return *line*, which may begin with a card, with a capital."""
    return line[0].upper() + line[1:]
