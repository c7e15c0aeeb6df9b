"""Plays by hand-written rules of thumb that hold in every ruleset, because each asks the ruleset what it allows."""

from random import Random

from games.bots.play_value import value_of_play
from games.bots.speech import spoken, without_words
from games.rules.commands import (
    Accept,
    Accuse,
    Believe,
    Challenge,
    Cut,
    Decline,
    Draw,
    Keep,
    Move,
    Name,
    Pass,
    Play,
    Rescue,
    Say,
)
from games.rules.sight import Sight

_LAST_RESORTS: dict[type[Move], float] = {
    Cut: 0,
    Believe: 0,
    Rescue: 0,
    Accept: -100,
    Pass: -110,
    Draw: -120,
    Decline: -130,
}
"""What is left to do where nothing may be laid, the better the higher; plays are worth more than all of these."""


def choose(sight: Sight, rng: Random, budget: float) -> Move:  # noqa: ARG001 - it needs no time
    """Return the move out of ``sight.moves`` that its rules of thumb like best. Raises ValueError if there is none."""
    charges = [move for move in sight.moves if isinstance(move, Accuse) and _is_surely_guilty(sight, move.accused)]
    if charges:
        return charges[0]
    deeds = without_words(sight) or list(sight.moves)
    if not deeds:
        raise ValueError("there is no move to choose from")
    return spoken(sight, max(deeds, key=lambda deed: (_value(sight, deed), rng.random())))


def _is_surely_guilty(sight: Sight, seat: int) -> bool:
    """Tell whether *seat* holds one card and said no word at all; a word may be right for a card that nobody sees."""
    accused = sight.seats[seat]
    return accused.cards == 1 and not accused.said


def _value(sight: Sight, move: Move) -> float:
    match move:
        case Play():
            return value_of_play(sight, move)
        case Name(nominated=suit):
            return sum(card.suit == suit for card in sight.hand)
        case Keep(cards=cards):
            return -len(cards)
        case Say() | Accuse() | Challenge():
            return -200
        case _:
            return _LAST_RESORTS.get(type(move), -300)
