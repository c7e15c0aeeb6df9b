"""What a play is worth: what it sheds, what it leaves, and what it does to the others."""

from games.rules.cards import Card, Cards, without
from games.rules.commands import Play
from games.rules.ruleset import Ruleset
from games.rules.sight import Sight

OUT = 1000.0
SHED = 10.0
"""For each card laid."""
POINT = 0.15
"""For each point shed, where points count; more when somebody is about to go out."""
MATCH = 1.5
"""For each card left that fits what was laid, or what was nominated."""
WILD = 9.0
"""What a wild is worth in the hand: it fits when nothing else does."""
STRIKE = 2.0
"""For each card that another must draw, and for a turn that it misses; more, the fewer cards it holds."""
STUCK = 12.0
"""What it costs to be left with a last card that does not win, or to have to cover a card without being able to."""


def value_of_play(sight: Sight, play: Play) -> float:
    """Return what *play* is worth to the viewer: a number to compare plays by."""
    ruleset, top = sight.ruleset, play.cards[-1]
    left = without(sight.hand, play.cards)
    if not left and wins(ruleset, top):
        return OUT
    value = SHED * len(play.cards) + _points(sight, play.cards) + _left_over(ruleset, top, play.nominated, left)
    value -= WILD * sum(card in ruleset.wild for card in play.cards) * (len(left) > 1)
    value += _covering(ruleset, top, left)
    return value + _harm(sight, play)


def wins(ruleset: Ruleset, last: Card) -> bool:
    """Tell whether a hand may end with *last* as its last card."""
    if last in ruleset.illegal_last or last in ruleset.fined_last:
        return False
    return last not in ruleset.must_follow or ruleset.knobs.follow.last == "wins"


def _points(sight: Sight, cards: Cards) -> float:
    ruleset = sight.ruleset
    if ruleset.knobs.score.to == "none":
        return 0.0
    haste = 3.0 if _fewest(sight) <= 2 else 1.0
    return POINT * haste * ruleset.points(cards)


def _fewest(sight: Sight) -> int:
    """Return the smallest number of cards that another seat in the deal holds."""
    return min((sight.seats[seat].cards for seat in sight.active if seat != sight.viewer), default=0)


def _left_over(ruleset: Ruleset, top: Card, nominated: str, left: Cards) -> float:
    """Return what the cards that are *left* are worth on top of *top*."""
    asked = {nominated} if nominated else {top.suit, top.rank}
    matching = sum(bool(asked & {card.suit, card.rank}) or card in ruleset.wild for card in left)
    stuck = len(left) == 1 and not wins(ruleset, left[0])
    return MATCH * matching - STUCK * stuck


def _covering(ruleset: Ruleset, top: Card, left: Cards) -> float:
    """Return what it is worth that *top* must, or may, be covered by one more card of those *left*."""
    if top not in ruleset.must_follow | ruleset.may_follow:
        return 0.0
    covers = [card for card in left if card in ruleset.fits(top, top, "")]
    if not covers:
        return -STUCK if top in ruleset.must_follow else 0.0
    return SHED + (OUT / 2 if len(left) == 1 and wins(ruleset, covers[0]) else 0.0)


def _harm(sight: Sight, play: Play) -> float:
    """Return what *play* does to the seat that it strikes, or to the next one."""
    ruleset, top = sight.ruleset, play.cards[-1]
    others = [seat for seat in sight.active if seat != sight.viewer]
    if not others or sight.viewer is None:
        return 0.0
    victim = play.target if play.target is not None else _next(sight, sight.viewer)
    strike = ruleset.strike_of(top) if ruleset.strikes else None
    cards = sum(ruleset.penalty[card] for card in play.cards) + (strike.amount if strike else 0)
    misses = top in ruleset.skip or top in ruleset.further
    if top in ruleset.reverse and len(others) == 1:
        misses |= ruleset.knobs.reverse.two_seats == "further_turn"
    again = 3.0 if misses and len(others) == 1 else 0.0
    return STRIKE * (cards + misses) * (1 + 3 / max(1, sight.seats[victim].cards)) + again


def _next(sight: Sight, seat: int) -> int:
    seats, step = len(sight.seats), sight.direction
    seat = (seat + step) % seats
    while seat not in sight.active:
        seat = (seat + step) % seats
    return seat
