"""Which cards of a hand fit on one another, and whether all of them can go out in one turn."""

from functools import lru_cache
from typing import Final

from games.rules.cards import Card, Cards, without
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import NOTHING, Faces

LONGEST: Final = 7
"""The most cards for which a run is looked for."""


KEPT: Final = 1 << 13
"""Answers that are kept: a search asks for the same hands again and again."""


@lru_cache(maxsize=KEPT)
def alone(ruleset: Ruleset, hand: Cards) -> int:
    """Return how many cards of *hand* fit on no other card of it, wild cards left out."""
    tame = [card for card in hand if card not in ruleset.wild]
    fits = [ruleset.fits(card, card, "") for card in tame]
    found = 0
    for place, card in enumerate(tame):
        for at, faces in enumerate(fits):
            if card in faces and at != place:
                break
        else:
            found += 1
    return found


def goes_out(ruleset: Ruleset, left: Cards, fits: Faces, keeps_turn: Faces) -> bool:
    """Return whether all cards *left* can be played one by one in one turn, the first of them from *fits*.

    A seat keeps its turn after a card of *keeps_turn*. O(n * 2**n) in the cards, at most ``LONGEST``.
    """
    if len(left) > LONGEST or sum(card not in keeps_turn for card in left) > 1:
        return False
    ways = {(left, fits)}
    while ways:
        laid = [(rest, card) for rest, faces in ways for card in set(rest) & faces]
        if any(len(rest) == 1 and wins(ruleset, card) for rest, card in laid):
            return True
        ways = {  # what is left, and the faces that fit then, whatever is nominated
            (
                without(rest, (card,)),
                NOTHING.union(*(ruleset.fits(card, card, named) for named in ruleset.nominations(card) or ("",))),
            )
            for rest, card in laid
            if card in keeps_turn
        }
    return False


def wins(ruleset: Ruleset, last: Card) -> bool:
    """Return whether a hand may end with *last* as its last card."""
    if last in ruleset.illegal_last or last in ruleset.fined_last:
        return False
    return last not in ruleset.must_follow or ruleset.sections.follow.last == "wins"
