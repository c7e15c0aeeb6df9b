"""How likely a seat with a given hand decides as it did, if it plays much like ``clever``."""

from collections.abc import Sequence
from dataclasses import replace
from math import exp, log
from typing import Final

from games.bots.clever import values_of
from games.bots.evidence import Decided
from games.bots.imagined import seen_in
from games.bots.speech import without_words
from games.rules.cards import Card
from games.rules.game import Game
from games.rules.legality.objections import legal_moves

WHIM: Final = 2.0
"""How much worse a move is, by the weights of ``clever``, that is chosen 1/e times as often."""
STRANGE: Final = 0.05
"""How often a seat chooses any move at all: nobody plays quite like ``clever``."""
IMPOSSIBLE: Final = -9.0
"""The logarithm for a hand that does not allow the move."""
LARGE: Final = 12
MANY: Final = 24
"""With more cards in hand, or more moves open than this, a decision is no evidence: to weigh it would take too long."""


def log_likelihood(decided: Decided, hand: Sequence[Card], drawn: Card | None, game: Game) -> float:
    """Return the logarithm of how likely the seat with this *hand* decided so. *game* gives all but the table.

    *drawn* is the card of the hand that it has just drawn in its turn.
    """
    seat, move = decided.move.seat, decided.move
    if len(hand) > LARGE:
        return 0.0
    table = decided.table.copy()
    table.hands[seat] = tuple(hand)
    if table.drawn is not None:
        table.drawn = drawn
    imagined = replace(game, deal=table)
    moves = legal_moves(imagined, seat)
    seen = seen_in(imagined, seat, moves)
    choices = without_words(seen) or moves
    if move not in choices:
        return IMPOSSIBLE
    if len(choices) == 1 or len(choices) > MANY:
        return 0.0
    values = values_of(seen, None, choices)
    best = max(values)
    chances = [exp(max(-40.0, (value - best) / WHIM)) for value in values]
    chosen = chances[choices.index(move)] / sum(chances)
    return log((1 - STRANGE) * chosen + STRANGE / len(choices))
