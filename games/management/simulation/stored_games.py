"""Games of simulated players in the log. They use the same services as requests over HTTP."""

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
from games.rules.observation import observe
from games.rules.variants import load
from games.services import Allowance, Terms, invitations

_LEVELS: Final = tuple(level for level in bots.LEVELS if level not in bots.THINKING)
"""Bots that answer at once."""
_PRIVATE: Final = 0.1
"""The share of tables that are private."""
_HASTY: Final = 0.05
"""The share of tables with one second for each turn. Only there a seat lets its time run out."""
_WITH_BOTS: Final = 0.25
"""The share of tables with bots at some seats."""
_ASLEEP: Final = 0.1
"""The share of decisions at a hasty table that are left to the clock."""
_RESIGNS: Final = 0.0005
"""The share of decisions that are resignations."""
_MOST_DECISIONS: Final = 3_000
"""Decisions in a game after which everybody resigns."""
MOST_SEATS: Final = 6
"""The most seats at a table of random size."""
_PROGRAMS: Final = 8
"""One in so many players is a program."""
_PAUSE: Final = 60
"""Seconds that bots wait: so long that no worker moves for them before this module does."""
_NAP: Final = 0.05
"""Seconds to wait while all seats sleep."""


@dataclass(frozen=True, slots=True)
class NewGame:
    """A game to play. Everything else about it follows from the seed."""

    variant: str
    seats: int | None
    seed: str
    players: tuple[UUID, ...]
    """The guests who may sit at the table."""


@dataclass(slots=True)
class StoredTotals:
    """Sums over games."""

    games: int = 0
    events: int = 0
    decisions: Counter[str] = field(default_factory=Counter)
    """By who made them: ``player``, ``bot``, ``clock``; and ``resignation``."""

    def add(self, other: "StoredTotals") -> None:
        """Add what *other* counted."""
        self.games += other.games
        self.events += other.events
        self.decisions.update(other.decisions)


def play(games: Sequence[NewGame]) -> StoredTotals:
    """Play the games side by side, so that the other tables go on while a seat sleeps. Return the sums."""
    stored, tables = StoredTotals(), deque(Table(game) for game in games)
    while tables:
        moved = [table.act() for table in tables]
        for table in [table for table in tables if table.game.status == Status.OVER]:
            tables.remove(table)
            stored.add(table.stored())
        if not any(moved):
            time.sleep(_NAP)
    return stored


class Table:
    """A game, and the simulated players who play it."""

    game: Game
    """The game after the last event that is known here."""

    def __init__(self, new: NewGame) -> None:
        self._random = Random(new.seed)  # noqa: S311 - nothing is at stake
        self._decisions: Counter[str] = Counter()
        self._wakes: float | None = None
        chance, sizes = self._random.random, load(new.variant).players
        self._hasty = chance() < _HASTY
        seats = new.seats or self._random.randint(sizes.least, min(sizes.most, max(MOST_SEATS, sizes.least)))
        levels = self._random.choices(_LEVELS, k=self._random.randrange(1, seats) * (chance() < _WITH_BOTS))
        terms = Terms(
            clock=Allowance(1, 0) if self._hasty else "daily",
            visibility="private" if chance() < _PRIVATE else "public",
            rated=True,
            bot_pause=_PAUSE,
        )
        self._levels: dict[str, str] = {}
        first, *others = self._random.sample(new.players, seats - len(levels))
        for player in (first, *others):
            self._levels[str(player)] = _LEVELS[player.int % len(_LEVELS)]
        self.id = services.open_game(
            player=first, variant=new.variant, seats=seats, bots=levels, terms=terms, program=_is_program(first)
        )
        for player in others:
            if terms.visibility == "private":
                invitations.invite(self.id, maker=first, player=player)
            services.take_seat(self.id, player=player, program=_is_program(player))
        self._reload()

    def act(self) -> bool:
        """Let the seat on turn move. Return whether it did: False while it lets its time run out."""
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
        resigns = bool(sitter.player) and self._random.random() < _RESIGNS
        if resigns or self._decisions.total() >= _MOST_DECISIONS:
            self._decisions["resignation"] += 1
            move: Move = Resign(seat=seat)
        else:
            level = sitter.bot or self._levels[sitter.player]
            move = bots.LEVELS[level](observe(self.game, seat), None, self._random, bots.BUDGET)
        actor = sitter.player or f"bot:{seat}"
        # The key does not contain the turn: a seat may say a word before its move of the same turn.
        key = f"simulated:{self._decisions.total()}"
        try:
            done = services.make_move(self.id, move, turn=self.game.turn, actor=actor, key=key, request_hash=b"")
        except services.TimeIsUp as late:
            self._decisions["clock"] += 1
            self.game = late.game
        except (services.TurnMovedOn, services.GameOver):  # a worker of the service has moved for a bot
            self._reload()
        else:
            self._decisions["player" if sitter.player else "bot"] += 1
            self.game = done.after
        return True

    def _reload(self) -> None:
        row = store.find(self.id)
        if row is None:
            raise services.NoSuchGame(str(self.id))
        self.game = store.game_of(row)

    def stored(self) -> StoredTotals:
        """Return the sums of this game, as the log has it."""
        row = store.head(self.id)
        return StoredTotals(1, row.version if row else 0, self._decisions)


def _is_program(player: UUID) -> bool:
    return player.int % _PROGRAMS == 0
