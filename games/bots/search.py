"""Information-set Monte-Carlo tree search: one tree over what each seat can know, grown in many imagined deals.

Cowling, Powley and Whitehouse, *Information Set Monte Carlo Tree Search* (2012), with a single observer (SO-ISMCTS).
Each descent goes down the tree by moves that are legal in its imagined deal, adds a node, lets ``clever`` play the deal
to its end, and gives every node on its way what its seat got. Three things make few descents do:

- ``clever`` weighs the moves of a node. The best one is tried first, the next ones only when the node was visited more
  often (progressive widening).
- All moves of the root are tried in the same imagined deals with the same chance, so they are compared with less noise.
- The worse half of them is given up after each round (sequential halving).
"""

from collections.abc import Sequence
from math import log, sqrt
from random import Random
from typing import Final

from games.bots.budget import Budget
from games.bots.clever import choose, values_of
from games.bots.imagined import seen_in
from games.bots.rewards import rewards_of
from games.bots.speech import spoken, without_words
from games.rules.cards import Card, Cards
from games.rules.commands import Move, Play, is_honest
from games.rules.decide import Rollout
from games.rules.game import Game
from games.rules.observation import Observation

LONGEST: Final = 150
"""Moves after which a deal is broken off, and the cards in hand are counted."""
DEEPEST: Final = 4
"""Decisions below the root's that the tree holds."""
WIDENS: Final = 24
"""Visits of a node for each further move that is tried there."""
EXPLORES: Final = 0.4
"""How much a move attracts that was seldom tried."""
AT_ONCE: Final = Budget()


class RandomChance:
    """Chance for imagined deals."""

    def __init__(self, rng: Random) -> None:
        self._rng = rng

    def shuffle(self, cards: Sequence[Card], act: int) -> Cards:  # noqa: ARG002 - the rules number their acts
        """Return *cards* in a random order."""
        order = list(cards)
        self._rng.shuffle(order)
        return tuple(order)

    def draw_dealer(self, sides: int, act: int) -> int:  # noqa: ARG002 - likewise
        """Return a number from 0 to *sides* - 1."""
        return self._rng.randrange(sides)


class Node:
    """What came of a move, whoever made it."""

    __slots__ = ("children", "open", "total", "visits")

    def __init__(self) -> None:
        self.visits = 0
        self.open = 0
        """How often the move was legal where its node was chosen."""
        self.total = 0.0
        """What the seat that made it got in all."""
        self.children: dict[Move, Node] = {}

    def attraction(self) -> float:
        """Return how good it is to try the move once more."""
        return self.total / self.visits + EXPLORES * sqrt(log(self.open + 1) / self.visits)


def descend(root: Node, game: Game, first: Move, seed: int) -> float:
    """Try *first* once more, from *root* on in an imagined *game*. Return what its seat got.

    The same *seed* gives the same chance.
    """
    rng = Random(seed)  # noqa: S311 - nothing is at stake
    rollout = Rollout(game, RandomChance(rng))
    game, deals = rollout.game, rollout.game.deals
    node = root.children.setdefault(first, Node())
    path = [(first.seat, node)]
    rollout.move(first)
    grows, played = node.visits > 0, 0
    while played < LONGEST and game.ended is None and game.deals == deals:
        seat = game.on_turn
        if seat is None:
            break
        moves = rollout.legal_moves()
        if len(moves) == 1:
            move = moves[0]
        elif grows and len(path) <= DEEPEST:
            move = _selected(node, seen_in(game, seat, moves), rng)
        else:
            move = choose(seen_in(game, seat, moves), None, rng, AT_ONCE)
        if grows and len(moves) > 1:
            node = node.children.setdefault(move, Node())
            path.append((seat, node))
            grows = node.visits > 0 and len(path) <= DEEPEST
        rollout.move(move)
        played += 1
    rewards = rewards_of(game)
    for seat, visited in path:
        visited.visits += 1
        visited.total += rewards[seat]
    return rewards[first.seat]


def _selected(node: Node, seen: Observation, rng: Random) -> Move:
    """Return the move to try at *node*: the best by its visits of those that it is wide enough for."""
    width = 1 + node.visits // WIDENS
    if width == 1:
        return choose(seen, None, rng, AT_ONCE)
    best, most = None, -1.0
    for _, move in weighed(seen, width):
        child = node.children.get(move)
        if child is None or not child.visits:
            return move
        child.open += 1
        if (attraction := child.attraction()) > most:
            best, most = move, attraction
    return best if best is not None else choose(seen, None, rng, AT_ONCE)


def weighed(seen: Observation, most: int) -> list[tuple[float, Move]]:
    """Return the best moves by the weights of ``clever``, *most* of them, the best first, with the word that is due."""
    moves = without_words(seen) or list(seen.moves)
    if any(isinstance(move, Play) and is_honest(move) for move in moves):
        moves = [move for move in moves if not isinstance(move, Play) or is_honest(move)]
    values = values_of(seen, None, moves)
    order = sorted(range(len(moves)), key=lambda place: -values[place])
    return [(values[place], spoken(seen, moves[place])) for place in order[:most]]
