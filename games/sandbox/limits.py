"""What a ruleset of somebody else's may ask of the service: bounds that keep every decision of its games cheap."""

import re
from collections import Counter
from typing import Final

from games.rules.budgets import MOST_LISTED
from games.rules.legality.listing import number_of_rows
from games.rules.ruleset import Ruleset, RulesetError

MOST_IN_GROUP: Final = 12
"""Cards of one rank that may be grouped: the ways to lay a group grow with the fourth power of their number."""
MOST_WORDS: Final = 8
_WORD: Final = re.compile(r"[a-z]{1,20}(-[a-z]{1,20}){0,3}")
"""As the notation can write it."""
_ENDS: Final = 16
"""First and last cards of a group: four faces each."""
_LEFT: Final = 6
"""A hand of one rank can leave one of four faces, or nothing; a rank beside one other card leaves that."""


def check_bounds(ruleset: Ruleset) -> None:
    """Raise RulesetError, with the key and the reason, if a decision under *ruleset* could cost too much."""
    for rank in ruleset.ranks:
        cards = sum(card.rank == rank and card in ruleset.grouped for card in ruleset.deck)
        if cards > MOST_IN_GROUP:
            why = f"at most {MOST_IN_GROUP} cards of a rank may be laid together; {ruleset.seats} seats have {cards}"
            raise RulesetError("group.cards", why)
    if len(ruleset.words) > MOST_WORDS:
        raise RulesetError("say.words", f"at most {MOST_WORDS} different words")
    for word in ruleset.words:
        if not _WORD.fullmatch(word):
            raise RulesetError("say.words", f"{word!r} is no word of the notation: small letters, parted by hyphens")
    found = most_moves(ruleset)
    if (number := sum(found.values())) > MOST_LISTED:
        place = max(found, key=lambda place: found[place])
        why = (
            f"up to {number} moves could be open at once to one of {ruleset.seats} seats; at most {MOST_LISTED} may be"
        )
        raise RulesetError(place, why)


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
    ways = {  # nominations and targets that a play may have that ends with the card
        card: max(1, len(ruleset.nominations(card))) * (ruleset.seats - 1 if ruleset.aims(card) else 1)
        for card in copies
    }
    widest = max(ways.values())
    # The other words go only with a play that leaves one card or none: of two cards alone, or of (nearly) a whole rank.
    last = 2 * widest * spoken
    claims = len(copies) if ruleset.blind else 1
    together = [card for card in copies if card in ruleset.together]
    groups = 0
    for rank in ruleset.ranks:
        held = {card: number for card, number in copies.items() if card.rank == rank and card in ruleset.grouped}
        groups += number_of_rows(held, ways, held)
    found = {
        "wild": (sum(ways.values()) * anywhere + last) * claims,
        "group.cards": groups * anywhere,
        # A whole hand of these: its ends are chosen, the rest lies between in one order.
        "out.together": sum(ways[card] for card in together) * len(together) * spoken,
    }
    if found["group.cards"]:
        found["group.cards"] += _ENDS * _LEFT * widest * spoken
    return found
