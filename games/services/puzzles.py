"""Puzzles of the day, made from public games that are over: "win in this turn".

A position is a puzzle if its seat can go out before anybody else must act, whatever the cards are that it does not see.
So lines are looked for, and attempts are judged, in games that are imagined from what the seat sees, and in the real
one. A line that needs luck wins in some of them, and solves nothing.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from enum import StrEnum
from random import Random
from typing import Final
from uuid import UUID

from base.identifiers import uuid7
from games import store
from games.bots.deals import determinize
from games.bots.memory import memory_of
from games.bots.search import RandomChance
from games.log.read import event_of, read
from games.rules.commands import Move, Play
from games.rules.decide import decide
from games.rules.evolve import evolve
from games.rules.game import Game, Sitter, Status
from games.rules.observation import observe
from games.rules.refusal_reasons import IllegalMove
from games.rules.winning import Search, is_out, open_plays
from games.services.history import as_it_was
from games.store import puzzles
from games.store.puzzles import Puzzle

A_DAY: Final = 3
"""Puzzles of a day."""
_GAMES: Final = 100
"""Games that one run looks at."""
_GAME_NODES: Final = 400
_RUN_NODES: Final = 12_000
"""Games that one search, and one run, may imagine. A node takes less than a millisecond."""
_MOST_HELD: Final = 6
"""Cards in hand with which a win in one turn is worth looking for."""
_WORLDS: Final = 8


class Outcome(StrEnum):
    """What came of an attempt."""

    SOLVED = "solved"
    UNFINISHED = "unfinished"
    """The turn goes on: send the same moves with one more."""
    TURN_OVER = "turn-over"
    """Somebody else must act, and the seat still has cards."""
    CHANCE = "chance"
    """It would take luck: the seat has drawn, or cards that it does not see decide."""


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of an attempt, and the game after it."""

    outcome: Outcome
    after: Game


class MoveRefused(Exception):
    """A move of an attempt is not legal."""

    def __init__(self, game: Game, refusal: IllegalMove) -> None:
        """Keep the *game* that refused it."""
        super().__init__(str(refusal))
        self.game, self.reason, self.paragraph = game, refusal.reason, refusal.paragraph


@dataclass(frozen=True, slots=True)
class _Found:
    """A position that makes a puzzle, with how hard it is."""

    version: int
    hash: bytes
    seat: int
    share: float
    """Winning first plays among all."""
    length: int


def make() -> int:
    """Make the puzzles of today that are missing, and return how many were made. Another worker may do the same."""
    missing = [*range(1, A_DAY + 1)]
    for one in puzzles.of_today():
        missing.remove(one.number)
    made, left = 0, _RUN_NODES
    found: list[tuple[_Found, store.GameRow]] = []
    for game in puzzles.unused_games(_GAMES) if missing else []:
        row = store.head(game)
        if row is None or left <= 0:
            break
        search = Search(chance_of(row.id.int), min(left, _GAME_NODES))
        best = min(_positions(row, search), key=lambda one: (one.share, -one.length), default=None)
        left -= min(left, _GAME_NODES) - search.left
        if best is not None:
            found.append((best, row))
    found.sort(key=lambda one: (one[0].share, -one[0].length))
    day = puzzles.today()
    for number, (best, row) in zip(missing, found, strict=False):
        puzzles.add(
            Puzzle(
                id=uuid7(), day=day, number=number, game=row.id, version=best.version, hash=best.hash,
                seat=best.seat, variant=row.variant,
            )
        )  # fmt: skip
        made += 1
    return made


def _positions(row: store.GameRow, search: Search) -> Iterator[_Found]:
    """Yield the positions of a game that make a puzzle."""
    game = Game()
    for stored in read(row.id, limit=row.version):
        evolve(game, event_of(stored))
        if game.status is not Status.PLAYING or game.on_turn is None:
            continue
        if game.ruleset is None:
            game.ruleset = store.kept(row.ruleset).ruleset(len(game.sitters), game.options)
        hand = game.table.hands[game.on_turn]
        if game.rules.blind or not 1 < len(hand) <= _MOST_HELD:
            continue
        plays = {play.cards for play in open_plays(game)}
        if len(plays) < 2:
            continue
        winning = {cards: line for cards, line in search.winning(game).items() if _laid(line) > 1}
        if not winning or len(winning) == len(plays):
            continue
        seat = game.on_turn
        if any(_tried(game, seat, line, row.id.int).outcome is Outcome.SOLVED for line in winning.values()):
            length = max(map(len, winning.values()))
            yield _Found(stored.version, stored.hash, seat, len(winning) / len(plays), length)


def _laid(line: Sequence[Move]) -> int:
    """Return how many cards a line lays."""
    return sum(len(move.cards) for move in line if isinstance(move, Play))


def position(puzzle: Puzzle) -> Game:
    """Return the game of *puzzle* as its seat may see it, but without those who played."""
    row = store.head(puzzle.game)
    assert row is not None  # noqa: S101  # games are never deleted
    game = as_it_was(row, puzzle.version).game
    game.sitters = (Sitter(),) * len(game.sitters)
    return game


def try_out(puzzle: Puzzle, moves: Sequence[Move]) -> Tried:
    """Return what comes of *moves* of the seat of *puzzle*. Raises MoveRefused for the first one that is not legal."""
    return _tried(position(puzzle), puzzle.seat, moves, puzzle.id.int)


def _tried(game: Game, seat: int, moves: Sequence[Move], seed: int) -> Tried:
    """Return what *moves* come to in the real game, and whether luck has to do with it. Raises MoveRefused."""
    after = _played(game, seat, moves, chance_of(seed))
    laid = [card for move in moves if isinstance(move, Play) for card in move.cards]
    if not is_out(after, seat) and Counter(after.table.hands[seat]) - (Counter(game.table.hands[seat]) - Counter(laid)):
        return Tried(Outcome.CHANCE, after)  # the seat has drawn
    if not is_out(after, seat):
        goes_on = after.status is Status.PLAYING and after.on_turn == seat and after.turn > game.turn
        return Tried(Outcome.UNFINISHED if goes_on else Outcome.TURN_OVER, after)
    seen = observe(game, seat)
    for number in range(_WORLDS):
        rng = Random(seed + number)  # noqa: S311 - imagined cards need no secret
        imagined = determinize(seen, memory_of(seen), rng)
        try:
            if not is_out(_played(imagined, seat, moves, RandomChance(rng)), seat):
                return Tried(Outcome.CHANCE, after)
        except MoveRefused:
            return Tried(Outcome.CHANCE, after)
    return Tried(Outcome.SOLVED, after)


def chance_of(seed: int) -> RandomChance:
    """Return chance that is the same each time: nothing that counts depends on it."""
    return RandomChance(Random(seed))  # noqa: S311 - it is no secret


def _played(game: Game, seat: int, moves: Sequence[Move], chance: RandomChance) -> Game:
    """Return the game after *moves* of *seat*, up to where somebody else must act. Raises MoveRefused."""
    for move in moves:
        if is_out(game, seat) or game.on_turn != seat:
            break
        try:
            game = decide(game, move, chance=chance).after
        except IllegalMove as refusal:
            raise MoveRefused(game, refusal) from refusal
    return game


def made_at(puzzle: Puzzle) -> datetime:
    """Return the beginning of the day of *puzzle*: its table has no time of its own."""
    return datetime(puzzle.day.year, puzzle.day.month, puzzle.day.day, tzinfo=UTC)


def solve(player: UUID, puzzle: Puzzle) -> None:
    """Note that *player* has solved *puzzle*."""
    puzzles.solve(player, puzzle.id)
