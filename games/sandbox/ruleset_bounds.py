"""Bounds on a ruleset that a player wrote. They keep every decision of its games cheap."""

import re
from collections import Counter
from typing import Final

from games.rules.budgets import MOST_LISTED
from games.rules.legality.listing import number_of_rows
from games.rules.ruleset import Ruleset, RulesetError

MOST_IN_GROUP: Final = 12
"""Cards of one rank that may be grouped. The ways to lay a group grow with the fourth power of their number."""
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
            why = f"With {ruleset.seats} players {cards} cards of a rank make a group. At most {MOST_IN_GROUP} may."
            raise RulesetError("group.cards", f"{why} Name fewer cards, or use fewer decks.")
    if len(ruleset.words) > MOST_WORDS:
        raise RulesetError("say.words", f"Write at most {MOST_WORDS} different words.")
    for word in ruleset.words:
        if not _WORD.fullmatch(word):
            why = f'"{word}" cannot be written in a move. Use small letters, and hyphens between words, as in mau-mau.'
            raise RulesetError("say.words", why)
    found = most_moves(ruleset)
    if (number := sum(found.values())) > MOST_LISTED:
        place = max(found, key=lambda place: found[place])
        why = f"{number} moves could be open at once to one of {ruleset.seats} players. At most {MOST_LISTED} may be."
        raise RulesetError(place, f"{why} Use fewer wild cards, groups, words or decks.")


def most_moves(ruleset: Ruleset) -> dict[str, int]:
    """Return a bound on the plays of one seat, by the key that they come from.

    The bound is for a hand which holds the whole deck and may play every card: no position has more plays. A play is
    cards with a nomination, a target and a word, so the bound is a sum of products over the faces of the deck.
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
