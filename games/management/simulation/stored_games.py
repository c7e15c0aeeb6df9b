"""Games of simulated players that lie in the log: every move goes through the one writer, as if it came over HTTP."""

import time
from collections import Counter, deque
from collections.abc import Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Final
from uuid import UUID

from games import bots, services, store
from games.rules.commands import Move, Resign
from games.rules.game import Game, Status
from games.rules.observation import look
from games.rules.variants import load
from games.services import Allowance, Terms

_PRIVATE: Final = 0.1
"""Of the tables."""
_HASTY: Final = 0.05
"""Of the tables have a second a turn; only there a seat lets its time run out."""
_WITH_BOTS: Final = 0.25
"""Of the tables have a bot at some seats."""
_ASLEEP: Final = 0.1
"""Of the decisions at a hasty table are left to the clock."""
_RESIGNS: Final = 0.0005
"""Of the decisions are resignations."""
_MOST_DECISIONS: Final = 3_000
"""After so many everybody resigns."""
MOST_SEATS: Final = 6
"""At a table whose size is left to chance."""
_PROGRAMS: Final = 8
"""One player in so many is a program."""
_PAUSE: Final = 60
"""Seconds that bots are given, too many for anybody to be woken: they are played here."""
_NAP: Final = 0.05


@dataclass(frozen=True, slots=True)
class Wish:
    """A game to be played: what is not said follows from the seed."""

    variant: str
    seats: int | None
    seed: str
    players: tuple[UUID, ...]
    """Who may sit there."""


@dataclass(slots=True)
class Stored:
    """Sums over games."""

    games: int = 0
    events: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    """By who made them: ``player``, ``bot``, ``clock``; and ``resignation``."""

    def add(self, other: "Stored") -> None:
        """Add what *other* counted."""
        self.games += other.games
        self.events += other.events
        self.decisions.update(other.decisions)


def play(wishes: Sequence[Wish]) -> Stored:
    """Play the games side by side, and return what they were; while a seat sleeps, the other tables go on."""
    stored, tables = Stored(), deque(Table(wish) for wish in wishes)
    while tables:
        moved = [table.act() for table in tables]
        for table in [table for table in tables if table.game.status == Status.OVER]:
            tables.remove(table)
            stored.add(table.stored())
        if not any(moved):
            time.sleep(_NAP)
    return stored


class Table:
    """A game, and those who play it."""

    game: Game
    """As it stands now."""

    def __init__(self, wish: Wish) -> None:
        self._random = Random(wish.seed)  # noqa: S311 - nothing is at stake
        self._decisions: Counter[str] = Counter()
        self._wakes: float | None = None
        chance, sizes = self._random.random, load(wish.variant).players
        self._hasty = chance() < _HASTY
        seats = wish.seats or self._random.randint(sizes.least, min(sizes.most, max(MOST_SEATS, sizes.least)))
        levels = self._random.choices(tuple(bots.LEVELS), k=self._random.randrange(1, seats) * (chance() < _WITH_BOTS))
        terms = Terms(
            clock=Allowance(1, 0) if self._hasty else "daily",
            visibility="private" if chance() < _PRIVATE else "public",
            rated=True,
            bot_pause=_PAUSE,
        )
        self._levels: dict[str, str] = {}
        self.id = self._open(wish, seats, levels, terms)
        self._look()

    def _open(self, wish: Wish, seats: int, levels: Sequence[str], terms: Terms) -> UUID:
        first, *others = self._random.sample(wish.players, seats - len(levels))
        for player in (first, *others):
            self._levels[str(player)] = tuple(bots.LEVELS)[player.int % len(bots.LEVELS)]
        game = services.open_game(
            player=first, variant=wish.variant, seats=seats, bots=levels, terms=terms, program=_is_program(first)
        )
        for player in others:
            services.take_seat(game, player=player, program=_is_program(player))
        return game

    def act(self) -> bool:
        """Let the seat on turn answer, and return whether something happened; False while it lets its time run out."""
        if self._wakes is not None and time.monotonic() < self._wakes:
            return False
        seat = self.game.on_turn
        sitter = None if seat is None else self.game.sitters[seat]
        if seat is None or sitter is None:
            raise ValueError(f"game {self.id} runs, but nobody is on turn")
        if self._wakes is None and self._hasty and sitter.player and self._random.random() < _ASLEEP:
            self._wakes = time.monotonic() + 1.0
            return False
        self._wakes = None
        self._answer(self._choose(seat), sitter.player or f"bot:{seat}")
        return True

    def _choose(self, seat: int) -> Move:
        sitter = self.game.sitters[seat]
        leaves = sitter is not None and sitter.player and self._random.random() < _RESIGNS
        if leaves or self._decisions.total() >= _MOST_DECISIONS:
            self._decisions["resignation"] += 1
            return Resign(seat=seat)
        level = (sitter.bot or self._levels[sitter.player]) if sitter else bots.FALLBACK
        return bots.LEVELS[level](look(self.game, seat), self._random, bots.BUDGET)

    def _answer(self, move: Move, actor: str) -> None:
        key = f"simulated:{self._decisions.total()}"  # not the turn: words are said before its answer
        try:
            done = services.carry_out(self.id, move, turn=self.game.turn, actor=actor, key=key, request_hash=b"")
        except services.TimeIsUp as late:
            self._decisions["clock"] += 1
            self.game = late.game
        except (services.TurnMovedOn, services.GameOver):  # a worker of the service plays its bots too
            self._look()
        else:
            self._decisions["bot" if actor.startswith("bot:") else "player"] += 1
            self.game = done.after

    def _look(self) -> None:
        row = store.look(self.id)
        if row is None:
            raise services.NoSuchGame(str(self.id))
        self.game = store.game_of(row)

    def stored(self) -> Stored:
        """Return what lies in the log."""
        row = store.head(self.id)
        return Stored(1, row.version if row else 0, self._decisions)


def _is_program(player: UUID) -> bool:
    return player.int % _PROGRAMS == 0
