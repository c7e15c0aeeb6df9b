"""How the cards of a hand follow one another: which of them are alone, and whether all go out in one go."""

from games.rules.cards import Card, Cards, without
from games.rules.ruleset import Ruleset
from games.rules.ruleset.selectors import NOTHING, Faces

LONGEST = 7
"""Cards that may be left for a run to be looked for."""


def alone(ruleset: Ruleset, hand: Cards) -> int:
    """Return how many cards of *hand*, wilds apart, fit on no other of them."""
    tame = [card for card in hand if card not in ruleset.wild]
    fits = [ruleset.fits(card, card, "") for card in tame]
    return sum(
        not any(card in faces for at, faces in enumerate(fits) if at != place) for place, card in enumerate(tame)
    )


def goes_out(ruleset: Ruleset, left: Cards, fits: Faces, keeps_turn: Faces) -> bool:
    """Return whether the cards *left* can be laid one by one, the first on what asks for *fits*, in one go.

    Nobody comes between after a card of *keeps_turn*. O(n * 2**n) in the cards, of which there are ``LONGEST`` at most.
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
