"""Bots against each other, on equal cards with the seats swapped, and what the results are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from games import bots
from games.rules import variants
from games.rules.commands import Command, DealCards, StartGame, TakeSeat
from games.rules.decide import decide
from games.rules.events import GameOpened
from games.rules.evolve import fold
from games.rules.fairness import Chance, CommittedChance
from games.rules.game import Game, Status
from games.rules.observation import look
from games.rules.ruleset import Options

MOST_MOVES: Final = 20_000
"""A game that takes longer has no winner."""
_Z: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(slots=True)
class Score:
    """How often the first of two bots won; a game without a winner counts half, one with several by their shares."""

    games: int = 0
    won: float = 0.0

    @property
    def share(self) -> float:
        """The share of games won, from 0 to 1."""
        return self.won / self.games if self.games else 0.0

    def interval(self) -> tuple[float, float]:
        """Return the 95 % interval of the share (Wilson's score interval)."""
        if not self.games:
            return 0.0, 1.0
        n, p = self.games, self.share
        middle, spread = p + _Z**2 / (2 * n), _Z * sqrt(p * (1 - p) / n + _Z**2 / (4 * n * n))
        return (middle - spread) / (1 + _Z**2 / n), (middle + spread) / (1 + _Z**2 / n)


def meet(  # noqa: PLR0913 - the table by name
    variant: str, first: str, second: str, number: int, *, seats: int = 2, options: Options | None = None
) -> Score:
    """Return the score of *first* in two games against *second*: deal *number*, and the same with seats swapped.

    They sit by turns, *first* on every other seat: at an even number of seats, equals win half of the games.
    """
    score = Score()
    for side in range(2):
        levels = [(first, second)[(seat + side) % 2] for seat in range(seats)]
        winners = play(variant, levels, number, options).winners
        score.games += 1
        score.won += sum((seat + side) % 2 == 0 for seat in winners) / len(winners) if winners else 0.5
    return score


def play(variant: str, levels: Sequence[str], number: int, options: Options | None = None) -> Game:
    """Return the end of a game of bots of these *levels*; *number* determines every card and every choice."""
    chance = CommittedChance(f"arena/{variant}", f"{number:064x}", ["arena"])
    rng, game = Random(number), _opened(variant, levels, options or {}, chance)  # noqa: S311 - nothing is at stake
    for _ in range(MOST_MOVES):
        if game.status == Status.OVER:
            break
        game = decide(game, _next(game, levels, rng), chance=chance).after
    return game


def _next(game: Game, levels: Sequence[str], rng: Random) -> Command:
    if game.on_turn is None:
        return DealCards()
    return bots.LEVELS[levels[game.on_turn]](look(game, game.on_turn), rng, bots.BUDGET)


def _opened(variant: str, levels: Sequence[str], options: Options, chance: Chance) -> Game:
    rules = variants.load(variant).ruleset(len(levels), options)
    opened = GameOpened(ruleset=rules.content, options=rules.options, seats=len(levels), commitment="", seed="")
    game = fold(Game(rules), [opened])
    for seat, level in enumerate(levels):
        game = decide(game, TakeSeat(seat=seat, bot=level, nonce="arena"), chance=chance).after
    return decide(game, StartGame(), chance=chance).after
