"""What a ruleset of somebody else's may ask of the service: bounds that keep every decision of its games cheap."""

import re
from collections import Counter
from collections.abc import Iterator
from typing import Final

from games.rules.budgets import MOST_LISTED
from games.rules.cards import Card
from games.rules.legality.listing import number_of_rows
from games.rules.ruleset import Ruleset, RulesetError

MOST_IN_GROUP: Final = 12
"""Cards of one rank that may be grouped: the ways to lay a group grow with the fourth power of their number."""
MOST_WORDS: Final = 8
_WORD: Final = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){0,3}")
"""As the notation can write it."""


def check_bounds(ruleset: Ruleset) -> None:
    """Raise RulesetError, with the key and the reason, if a decision under *ruleset* could cost too much."""
    for complaint in (*_groups(ruleset), *_words(ruleset), *_moves(ruleset)):
        raise complaint


def _groups(ruleset: Ruleset) -> Iterator[RulesetError]:
    for rank in ruleset.ranks:
        cards = sum(card.rank == rank and card in ruleset.grouped for card in ruleset.deck)
        if cards > MOST_IN_GROUP:
            why = f"at most {MOST_IN_GROUP} cards of a rank may be laid together; {ruleset.seats} seats have {cards}"
            yield RulesetError("group.cards", why)
            return


def _words(ruleset: Ruleset) -> Iterator[RulesetError]:
    if len(ruleset.words) > MOST_WORDS:
        yield RulesetError("say.words", f"at most {MOST_WORDS} different words")
    for word in ruleset.words:
        if not _WORD.fullmatch(word):
            yield RulesetError("say.words", f"{word!r} is no word of the notation: small letters, parted by hyphens")
            return


def _moves(ruleset: Ruleset) -> Iterator[RulesetError]:
    found = most_moves(ruleset)
    if (number := sum(found.values())) > MOST_LISTED:
        place = max(found, key=lambda place: found[place])
        why = (
            f"up to {number} moves could be open at once to one of {ruleset.seats} seats; at most {MOST_LISTED} may be"
        )
        yield RulesetError(place, why)


def most_moves(ruleset: Ruleset) -> dict[str, int]:
    """Return a bound on the plays of one seat, by the key that they come from.

    It is that of a hand which holds the whole deck, with every card open: no position has more. A play is cards with a
    nomination, a target and a word, so the bound is a sum of products over the faces of the deck.
    """
    copies = Counter(ruleset.deck)
    spoken = len(ruleset.silence_or_words) if ruleset.speaks else 1
    anywhere = 2 if ruleset.speaks and ruleset.together else 1  # silence, or the word for cards that win together
    if ruleset.needless_from is not None:
        anywhere = spoken  # every word may go with every play
    ways = {card: _ways(ruleset, card) for card in copies}
    widest = max(ways.values())
    # The other words go only with a play that leaves one card or none: of two cards alone, or of (nearly) a whole rank.
    last = 2 * widest * spoken
    claims = len(copies) if ruleset.blind else 1
    together = [card for card in copies if card in ruleset.together]
    found = {
        "wild": (sum(ways.values()) * anywhere + last) * claims,
        "group.cards": sum(_rows(ruleset, copies, ways, rank) for rank in ruleset.ranks) * anywhere,
        # A whole hand of these: its ends are chosen, the rest lies between in one order.
        "out.together": sum(ways[card] for card in together) * len(together) * spoken,
    }
    if found["group.cards"]:
        found["group.cards"] += _ENDS * _LEFT * widest * spoken
    return found


_ENDS: Final = 16
"""First and last cards of a group: four faces each."""
_LEFT: Final = 6
"""A hand of one rank can leave one of four faces, or nothing; a rank beside one other card leaves that."""


def _ways(ruleset: Ruleset, card: Card) -> int:
    """Return how many nominations and targets a play may have that ends with *card*."""
    return max(1, len(ruleset.nominations(card))) * (ruleset.seats - 1 if ruleset.aims(card) else 1)


def _rows(ruleset: Ruleset, copies: Counter[Card], ways: dict[Card, int], rank: str) -> int:
    """Return how many groups of *rank* there are, with what each last card may nominate and aim at."""
    held = {card: number for card, number in copies.items() if card.rank == rank and card in ruleset.grouped}
    return number_of_rows(held, ways, held)
