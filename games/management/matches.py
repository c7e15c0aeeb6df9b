"""Bots against each other, on equal cards with the seats swapped, and what the results are worth."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final

from games import bots
from games.rules import variants
from games.rules.commands import Command, DealCards, StartGame, TakeSeat
from games.rules.decide import unfold
from games.rules.events import GameOpened
from games.rules.fairness import Chance, CommittedChance
from games.rules.game import Game, Status, fold
from games.rules.sight import look

MOST_MOVES: Final = 20_000
"""A game that takes longer has no winner."""
_Z: Final = 1.96
"""Standard deviations on either side that hold 95 % of a normal distribution."""


@dataclass(slots=True)
class Score:
    """How often the first of two bots won; a game that nobody won alone counts half."""

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


def meet(variant: str, first: str, second: str, number: int) -> Score:
    """Return the score of *first* in two games against *second*: deal *number*, and the same with seats swapped."""
    score = Score()
    for seat, levels in enumerate(((first, second), (second, first))):
        winners = play(variant, levels, number).winners
        score.games += 1
        score.won += 0.5 if len(winners) != 1 else winners[0] == seat
    return score


def play(variant: str, levels: Sequence[str], number: int) -> Game:
    """Return the end of a game of bots of these *levels*; *number* determines every card and every choice."""
    chance = CommittedChance(f"arena/{variant}", f"{number:064x}", ["arena"])
    rng, game = Random(number), _opened(variant, levels, chance)  # noqa: S311 - nothing is at stake
    for _ in range(MOST_MOVES):
        if game.status == Status.OVER:
            break
        game = unfold(game, _next(game, levels, rng), chance=chance).after
    return game


def _next(game: Game, levels: Sequence[str], rng: Random) -> Command:
    if game.on_turn is None:
        return DealCards()
    return bots.LEVELS[levels[game.on_turn]](look(game, game.on_turn), rng, bots.BUDGET)


def _opened(variant: str, levels: Sequence[str], chance: Chance) -> Game:
    rules = variants.load(variant).ruleset(len(levels))
    opened = GameOpened(ruleset=rules.content, options={}, seats=len(levels), commitment="", seed="")
    game = fold(Game(rules), [opened])
    for seat, level in enumerate(levels):
        game = unfold(game, TakeSeat(seat=seat, bot=level, nonce="arena"), chance=chance).after
    return unfold(game, StartGame(), chance=chance).after
