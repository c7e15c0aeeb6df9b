"""Names of cards, suits and ranks, by the pack of a variant.

French suits are shown as glyphs. German and Swiss suits have none, so each card has a phrase of its own: in some
languages the adjective agrees with the rank. A translation has two forms, separated by ``|``, if the name of a card
that is turned up (the subject) differs from that of a card that is played, drawn or kept (the object of a verb).
"""

from collections.abc import Mapping
from typing import Final, Protocol

GLYPHS: Final = {"S": "♠", "H": "♥", "D": "♦", "C": "♣"}


class Catalogue(Protocol):
    """Something that translates messages."""

    def pgettext(self, context: str, message: str) -> str:
        """Return the translation of *message* in this *context*."""


def cards_of(pack: str, s: Catalogue) -> Mapping[str, str]:
    """Return the names of the cards of *pack*. The name of ``7S`` is for all cards of its suit with a number."""
    match pack:
        case "german":
            return {
                "7S": s.pgettext("card", "the {number} of leaves"),
                "7H": s.pgettext("card", "the {number} of hearts"),
                "7D": s.pgettext("card", "the {number} of bells"),
                "7C": s.pgettext("card", "the {number} of acorns"),
                "JS": s.pgettext("card", "the Unter of leaves"),
                "JH": s.pgettext("card", "the Unter of hearts"),
                "JD": s.pgettext("card", "the Unter of bells"),
                "JC": s.pgettext("card", "the Unter of acorns"),
                "QS": s.pgettext("card", "the Ober of leaves"),
                "QH": s.pgettext("card", "the Ober of hearts"),
                "QD": s.pgettext("card", "the Ober of bells"),
                "QC": s.pgettext("card", "the Ober of acorns"),
                "KS": s.pgettext("card", "the King of leaves"),
                "KH": s.pgettext("card", "the King of hearts"),
                "KD": s.pgettext("card", "the King of bells"),
                "KC": s.pgettext("card", "the King of acorns"),
                "AS": s.pgettext("card", "the Ace of leaves"),
                "AH": s.pgettext("card", "the Ace of hearts"),
                "AD": s.pgettext("card", "the Ace of bells"),
                "AC": s.pgettext("card", "the Ace of acorns"),
            }
        case "swiss":
            return {
                "7S": s.pgettext("card", "the {number} of shields"),
                "7H": s.pgettext("card", "the {number} of roses"),
                "7D": s.pgettext("card", "the {number} of bells"),
                "7C": s.pgettext("card", "the {number} of acorns"),
                "TS": s.pgettext("card", "the Banner of shields"),
                "TH": s.pgettext("card", "the Banner of roses"),
                "TD": s.pgettext("card", "the Banner of bells"),
                "TC": s.pgettext("card", "the Banner of acorns"),
                "JS": s.pgettext("card", "the Under of shields"),
                "JH": s.pgettext("card", "the Under of roses"),
                "JD": s.pgettext("card", "the Under of bells"),
                "JC": s.pgettext("card", "the Under of acorns"),
                "QS": s.pgettext("card", "the Ober of shields"),
                "QH": s.pgettext("card", "the Ober of roses"),
                "QD": s.pgettext("card", "the Ober of bells"),
                "QC": s.pgettext("card", "the Ober of acorns"),
                "KS": s.pgettext("card", "the King of shields"),
                "KH": s.pgettext("card", "the King of roses"),
                "KD": s.pgettext("card", "the King of bells"),
                "KC": s.pgettext("card", "the King of acorns"),
                "AS": s.pgettext("card", "the Ace of shields"),
                "AH": s.pgettext("card", "the Ace of roses"),
                "AD": s.pgettext("card", "the Ace of bells"),
                "AC": s.pgettext("card", "the Ace of acorns"),
            }
        case _:
            return {}


def suits_of(pack: str, s: Catalogue) -> Mapping[str, str]:
    """Return the names of the suits of *pack*, as somebody nominates them."""
    match pack:
        case "german":
            return {
                "S": s.pgettext("German suit", "leaves"),
                "H": s.pgettext("German suit", "hearts"),
                "D": s.pgettext("German suit", "bells"),
                "C": s.pgettext("German suit", "acorns"),
            }
        case "swiss":
            return {
                "S": s.pgettext("Swiss suit", "shields"),
                "H": s.pgettext("Swiss suit", "roses"),
                "D": s.pgettext("Swiss suit", "bells"),
                "C": s.pgettext("Swiss suit", "acorns"),
            }
        case _:
            return {
                "S": s.pgettext("French suit", "spades"),
                "H": s.pgettext("French suit", "hearts"),
                "D": s.pgettext("French suit", "diamonds"),
                "C": s.pgettext("French suit", "clubs"),
            }


def ranks_of(pack: str, s: Catalogue) -> Mapping[str, str]:
    """Return the names of the ranks of *pack* that are no numbers, as somebody nominates them."""
    found = {
        "J": s.pgettext("nominated", "Jacks"),
        "Q": s.pgettext("nominated", "Queens"),
        "K": s.pgettext("nominated", "Kings"),
        "A": s.pgettext("nominated", "Aces"),
    }
    match pack:
        case "german":
            return found | {"J": s.pgettext("nominated", "Unters"), "Q": s.pgettext("nominated", "Obers")}
        case "swiss":
            banners = s.pgettext("nominated", "Banners")
            return found | {"T": banners, "J": s.pgettext("nominated", "Unders"), "Q": s.pgettext("nominated", "Obers")}
        case _:
            return found


def names_of(pack: str, s: Catalogue) -> Mapping[str, str]:
    """Return the names of the ranks of *pack* that are no numbers, by themselves."""
    high = {"K": s.pgettext("rank", "King"), "A": s.pgettext("rank", "Ace")}
    match pack:
        case "german":
            return high | {"J": s.pgettext("rank", "Unter"), "Q": s.pgettext("rank", "Ober")}
        case "swiss":
            banner, under = s.pgettext("rank", "Banner"), s.pgettext("rank", "Under")
            return high | {"T": banner, "J": under, "Q": s.pgettext("rank", "Ober")}
        case _:
            return high | {"J": s.pgettext("rank", "Jack"), "Q": s.pgettext("rank", "Queen")}
