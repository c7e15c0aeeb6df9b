"""Plays by hand-written rules of thumb that hold in every ruleset, because each asks the ruleset what it allows."""

from random import Random

from games.bots.bluffing import value_of_doubt, value_of_lie
from games.bots.play_value import SHED, Worth
from games.bots.speech import spoken, without_words
from games.bots.unseen import Unseen
from games.rules.commands import Accept, Accuse, Challenge, Decline, Draw, Keep, Move, Name, Pass, Play, is_honest
from games.rules.events import asks
from games.rules.observation import Observation

PATIENCE = 20
"""Plays for each seat after which a deal is a long one."""
WHIM = 0.1
"""By how much each further play may change what a move is worth."""
MOST_WHIM = 30.0


def choose(observation: Observation, rng: Random, budget: float) -> Move:  # noqa: ARG001 - it needs no time
    """Return the move of ``observation.moves`` that its rules of thumb like best. Raises ValueError without one."""
    charge = next(
        (move for move in observation.moves if isinstance(move, Accuse) and is_surely_guilty(observation, move)), None
    )
    if charge is not None:
        return charge
    moves = without_words(observation) or list(observation.moves)
    if not moves:
        raise ValueError("there is no move to choose from")
    if len(moves) == 1:
        return spoken(observation, moves[0])
    # It does not lie where an honest play is open.
    if any(isinstance(move, Play) and is_honest(move) for move in moves):
        moves = [move for move in moves if not isinstance(move, Play) or is_honest(move)]
    # In a long deal chance has a say: clever seats that always nominate what the next one lacks could go on for ever.
    plays = observation.table.plays if observation.table is not None else 0
    whim = min(MOST_WHIM, WHIM * max(0, plays - PATIENCE * len(observation.active)))
    values = _Values(observation)
    return spoken(observation, max(moves, key=lambda move: (values.of(move) + whim * rng.random(), rng.random())))


def is_surely_guilty(observation: Observation, charge: Accuse) -> bool:
    """Return whether the accused owes a word, and none that it said is right for any card that it may hold."""
    accused, rules = observation.seats[charge.accused], observation.ruleset
    if observation.window != charge.accused or accused.cards != 1:
        return False
    return not any(word in rules.right_words(card, last=False) for word in accused.said for card in rules.faces)


class _Values:
    """What each move is worth to the viewer: about ten for a card less in the hand."""

    def __init__(self, observation: Observation) -> None:
        self._sight, self._unseen = observation, Unseen(observation)
        self._worth = Worth(observation, self._unseen)

    def of(self, move: Move) -> float:
        observation = self._sight
        match move:
            case Play():
                value = self._worth.of(move)
                if is_honest(move):
                    return value
                return value_of_lie(observation, self._unseen, move, value, self._worth.of_waiting)
            case Draw():
                return self._worth.of_waiting - SHED
            case Accept():
                return self._worth.of_waiting - SHED * max(1, observation.penalty)
            case Pass():
                return self._worth.of_waiting - (0.0 if observation.ask is asks.MAY_FOLLOW else SHED)
            case Decline():
                return -SHED
            case Challenge():
                return value_of_doubt(observation, self._unseen)
            case Name(nominated=suit):
                return sum(card.suit == suit for card in observation.hand)
            case Keep(cards=cards):
                return -len(cards)
            case _:
                return 0.0
