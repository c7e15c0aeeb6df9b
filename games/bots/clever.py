"""Plays by hand-written rules of thumb that hold in every ruleset, because each asks the ruleset what it allows."""

from random import Random

from games.bots.bluffing import value_of_doubt, value_of_lie
from games.bots.play_value import SHED, Worth
from games.bots.speech import spoken, without_words
from games.bots.unseen import Unseen
from games.rules.commands import Accept, Accuse, Challenge, Decline, Draw, Keep, Move, Name, Pass, Play, is_honest
from games.rules.events import asks
from games.rules.observation import Sight

PATIENCE = 20
"""Plays for each seat after which a deal is a long one."""
WHIM = 0.1
"""By how much each further play may change what a move is worth."""
MOST_WHIM = 30.0


def choose(sight: Sight, rng: Random, budget: float) -> Move:  # noqa: ARG001 - it needs no time
    """Return the move out of ``sight.moves`` that its rules of thumb like best. Raises ValueError if there is none."""
    charge = next((move for move in sight.moves if isinstance(move, Accuse) and is_surely_guilty(sight, move)), None)
    if charge is not None:
        return charge
    deeds = without_words(sight) or list(sight.moves)
    if not deeds:
        raise ValueError("there is no move to choose from")
    if len(deeds) == 1:
        return spoken(sight, deeds[0])
    values, whim = _Values(sight), _whim(sight)
    deeds = _considered(deeds)
    return spoken(sight, max(deeds, key=lambda deed: (values.of(deed) + whim * rng.random(), rng.random())))


def _whim(sight: Sight) -> float:
    """Return how much its choices are left to chance: nothing at first, more when a deal goes round in circles.

    Clever seats that always nominate what the next one lacks could go on so for ever.
    """
    plays = sight.table.plays if sight.table is not None else 0
    return min(MOST_WHIM, WHIM * max(0, plays - PATIENCE * len(sight.active)))


def is_surely_guilty(sight: Sight, charge: Accuse) -> bool:
    """Tell whether the accused owes a word, and none that it said is right for any card that it may hold."""
    accused, rules = sight.seats[charge.accused], sight.ruleset
    if sight.window != charge.accused or accused.cards != 1:
        return False
    return not any(word in rules.right_words(card, last=False) for word in accused.said for card in rules.faces)


def _considered(deeds: list[Move]) -> list[Move]:
    """Return *deeds* without the false claims, if there is an honest play."""
    plays = [deed for deed in deeds if isinstance(deed, Play)]
    if all(is_honest(play) for play in plays) or not any(is_honest(play) for play in plays):
        return deeds
    return [deed for deed in deeds if not isinstance(deed, Play) or is_honest(deed)]


class _Values:
    """What each move is worth to the viewer: about ten for a card less in the hand."""

    def __init__(self, sight: Sight) -> None:
        self._sight, self._unseen = sight, Unseen(sight)
        self._worth = Worth(sight, self._unseen)

    def of(self, move: Move) -> float:
        sight = self._sight
        match move:
            case Play():
                return self._of_play(move)
            case Draw():
                return self._worth.of_waiting - SHED
            case Accept():
                return self._worth.of_waiting - SHED * max(1, sight.penalty)
            case Pass():
                return self._worth.of_waiting - (0.0 if sight.ask is asks.MAY_FOLLOW else SHED)
            case Decline():
                return -SHED
            case Challenge():
                return value_of_doubt(sight, self._unseen)
            case Name(nominated=suit):
                return sum(card.suit == suit for card in sight.hand)
            case Keep(cards=cards):
                return -len(cards)
            case _:
                return 0.0

    def _of_play(self, play: Play) -> float:
        value = self._worth.of(play)
        return (
            value if is_honest(play) else value_of_lie(self._sight, self._unseen, play, value, self._worth.of_waiting)
        )
