"""A bot that plays by rules of thumb. They hold in every ruleset, because each of them asks what the ruleset allows."""

from collections.abc import Sequence
from random import Random

from games.bots.bluffing import value_of_doubt, value_of_lie
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.bots.play_value import SHED, Worth
from games.bots.speech import spoken, without_words
from games.bots.unseen import Unseen
from games.rules.commands import Accept, Accuse, Challenge, Decline, Draw, Keep, Move, Name, Pass, Play, is_honest
from games.rules.events import asks
from games.rules.observation import Observation

PATIENCE = 20
"""A deal with more plays than this for each seat is a long one."""
WHIM = 0.1
"""How much chance each further play of a long deal adds to what a move is worth."""
MOST_WHIM = 30.0


def choose(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:  # noqa: ARG001 - it needs no time
    """Return the best of ``observation.moves`` by the rules of thumb. Raises ValueError if there is none."""
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
    # Chance decides more in a long deal. Otherwise seats that always nominate what the next one lacks never end it.
    plays = observation.table.plays if observation.table is not None else 0
    whim = min(MOST_WHIM, WHIM * max(0, plays - PATIENCE * len(observation.active)))
    values = _Values(observation, memory)
    return spoken(observation, max(moves, key=lambda move: (values.of(move) + whim * rng.random(), rng.random())))


def is_surely_guilty(observation: Observation, charge: Accuse) -> bool:
    """Return whether the accused must have said a word, and said none that is right for any card of the deck."""
    accused, rules = observation.seats[charge.accused], observation.ruleset
    if observation.window != charge.accused or accused.cards != 1:
        return False
    return not any(word in rules.right_words(card, last=False) for word in accused.said for card in rules.faces)


def values_of(observation: Observation, memory: Memory | None, moves: Sequence[Move]) -> list[float]:
    """Return what each of *moves* is worth by the rules of thumb."""
    values = _Values(observation, memory)
    return [values.of(move) for move in moves]


def ranked(observation: Observation, memory: Memory | None, moves: Sequence[Move]) -> list[tuple[Move, float]]:
    """Return *moves* with what each is worth by the rules of thumb, the best first. Each says the word that is due."""
    said = [spoken(observation, move) for move in moves]
    return sorted(zip(said, values_of(observation, memory, moves), strict=True), key=lambda one: -one[1])


class _Values:
    """What each move is worth to the viewer: about ten for one card fewer in the hand."""

    def __init__(self, observation: Observation, memory: Memory | None) -> None:
        self._observation, self._unseen = observation, Unseen(observation, memory)
        self._worth = Worth(observation, self._unseen)

    def of(self, move: Move) -> float:
        observation = self._observation
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
