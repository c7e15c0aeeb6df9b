"""Matches between bots on equal cards with the seats swapped, and how certain their results are."""

from collections import deque
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Final, NamedTuple

from games import bots
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.bots.remembering import remember
from games.rules import variants
from games.rules.commands import Command, DealCards, Move, StartGame, TakeSeat
from games.rules.decide import decide
from games.rules.events import GameOpened
from games.rules.evolve import fold
from games.rules.fairness import CommittedChance
from games.rules.game import Game, Status
from games.rules.observation import Observation, observe, seen_by
from games.rules.ruleset import Options

MOST_MOVES: Final = 20_000
"""Moves after which a game ends without a winner."""
_Z: Final = 1.96
"""The standard deviations within which 95 % of a normal distribution lie."""


@dataclass(slots=True)
class Score:
    """How often the first of two bots won. A game without a winner counts half, and several winners share one."""

    games: int = 0
    won: float = 0.0

    def add(self, other: "Score") -> None:
        """Count the games of *other*, too."""
        self.games += other.games
        self.won += other.won

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


class Met(NamedTuple):
    """Two levels that meet at a table."""

    variant: str
    first: str
    second: str
    seats: int
    budget: Budget


class Step(NamedTuple):
    """A position of a game between bots."""

    game: Game
    observation: Observation | None
    """What the seat on turn sees; None where nobody is on turn, as at the end."""
    memory: Memory | None
    """What it remembers."""
    move: Move | None
    """What it does next."""


def meet(  # noqa: PLR0913 - the table by name
    variant: str,
    first: str,
    second: str,
    number: int,
    *,
    seats: int = 2,
    options: Options | None = None,
    budget: Budget = bots.BUDGET,
) -> Score:
    """Return the score of *first* in two games against *second*: with the cards of *number*, then with seats swapped.

    They sit alternately. With an even number of seats, equal bots win half of the games each.
    """
    score = Score()
    for side in range(2):
        levels = [(first, second)[(seat + side) % 2] for seat in range(seats)]
        winners = play(variant, levels, number, options, budget).winners
        score.games += 1
        score.won += sum((seat + side) % 2 == 0 for seat in winners) / len(winners) if winners else 0.5
    return score


def play(
    variant: str, levels: Sequence[str], number: int, options: Options | None = None, budget: Budget = bots.BUDGET
) -> Game:
    """Return the end of a game between bots of these *levels*. *number* determines every card and every choice.

    The choices of ``expert`` follow from it only if the *budget* is a number of iterations.
    """
    return deque(steps(variant, levels, number, options, budget), maxlen=1).pop().game


def steps(
    variant: str, levels: Sequence[str], number: int, options: Options | None = None, budget: Budget = bots.BUDGET
) -> Iterator[Step]:
    """Yield each position of the game that ``play`` returns the end of, from the first deal on, and that end."""
    chance = CommittedChance(f"arena/{variant}", f"{number:064x}", ["arena"])
    rng = Random(number)  # noqa: S311 - nothing is at stake
    rules = variants.load(variant).ruleset(len(levels), options or {})
    opened = GameOpened(ruleset=rules.content, options=rules.options, seats=len(levels), commitment="", seed="")
    game = fold(Game(rules), [opened])
    for seat, level in enumerate(levels):
        game = decide(game, TakeSeat(seat=seat, bot=level, nonce="arena"), chance=chance).after
    game = decide(game, StartGame(), chance=chance).after
    memories = [Memory(seat) for seat in range(len(levels))]
    for _ in range(MOST_MOVES):
        if game.status == Status.OVER:
            break
        command: Command = DealCards()
        if game.on_turn is None:
            yield Step(game, None, None, None)
        else:
            observation, memory = observe(game, game.on_turn), memories[game.on_turn]
            command = bots.LEVELS[levels[game.on_turn]](observation, memory, rng, budget)
            yield Step(game, observation, memory, command)
        decision = decide(game, command, chance=chance)
        game = decision.after
        memories = [
            remember(memory, [seen_by(memory.viewer, event) for event in decision.events], rules) for memory in memories
        ]
    yield Step(game, None, None, None)
