"""Cards played face down: when to believe a claim, and what a lie is worth."""

from games.bots.play_value import AGAIN, OUT, SHED, STRIKE
from games.bots.runs import wins
from games.bots.unseen import Unseen, demanded
from games.rules.cards import Card, without
from games.rules.commands import Play
from games.rules.observation import Observation

DOUBTED = 0.25
"""How often another seat challenges a claim that nothing speaks against."""
DARES = 0.5
"""How often another seat lies when it has no honest play."""


def value_of_doubt(observation: Observation, unseen: Unseen) -> float:
    """Return what it is worth to challenge the open claim, compared with believing it; 0 without a claim."""
    if observation.claim is None:
        return 0.0
    liar, said = observation.claim
    blind, rules = observation.ruleset.sections.blind, observation.ruleset
    lie = chance_of_lie(observation, unseen)
    wrong = SHED * blind.truth_fine + AGAIN
    penalty = 0 if said in rules.cancels.get(observation.chain, ()) else observation.penalty + rules.penalty[said]
    right = SHED * (1 + blind.lie_fine) + STRIKE * (penalty + observation.penalty) + AGAIN
    if not observation.seats[liar].cards and wins(rules, said):
        right, wrong = right + OUT, wrong / 10
    return lie * right - (1 - lie) * wrong


def chance_of_lie(observation: Observation, unseen: Unseen) -> float:
    """Return how likely the open claim is false, by the cards that the viewer has not seen: 1 if it is impossible.

    It weighs an honest seat, which claims one of the cards that it holds, against one that holds nothing that fits and
    names any card that would fit.
    """
    if observation.claim is None:
        return 0.0
    liar, said = observation.claim
    if not unseen.copies((said,)):
        return 1.0
    held, faces = observation.seats[liar].cards + 1, demanded(observation) & observation.ruleset.faces
    could = unseen.chance(faces, held)
    among = max(1.0, held * unseen.copies(faces) / unseen.total)
    honest = unseen.chance((said,), held) / among
    lying = (1 - could) * DARES / max(1, len(faces))
    return lying / (honest + lying) if honest + lying else 1.0


def value_of_lie(observation: Observation, unseen: Unseen, play: Play, standing: float, waiting: float) -> float:
    """Return what the false claim of *play* is worth, if it is worth *standing* when it is believed.

    A liar who is caught has played nothing, which is worth *waiting*.
    """
    if play.claim is None:
        raise ValueError("only a claim can be false")
    caught = chance_of_doubt(observation, unseen, play.claim, last=not without(observation.hand, play.cards))
    loss = SHED * (observation.ruleset.sections.blind.lie_fine + observation.penalty)
    return (1 - caught) * standing + caught * (waiting - loss)


def chance_of_doubt(observation: Observation, unseen: Unseen, claim: Card, *, last: bool) -> float:
    """Return how likely *claim* is challenged: surely if it is the *last* card, or if all its copies are known."""
    copies = observation.ruleset.deck.count(claim)
    seen = min(copies, unseen.public[claim])
    if last or seen == copies:
        return 1.0
    return DOUBTED + (1 - DOUBTED) * seen / copies
