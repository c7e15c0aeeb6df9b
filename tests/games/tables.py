"""Real games for the tests of the log: real variants, real rules, chance that a number determines."""

from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from random import Random
from typing import Final, Self
from uuid import UUID

from django.db import transaction

from games import store
from games.log.append import CommandContext
from games.log.codec import dump_state
from games.rules import commands
from games.rules.commands import Command
from games.rules.decide import decide
from games.rules.events import EffectEnded, Event, GameOpened
from games.rules.evolve import fold
from games.rules.fairness import CommittedChance, commit
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import Happening, happenings
from games.rules.variants import Variant, load
from games.services.drafts import Draft
from games.services.writing import write

CLOCK: Final = {"turn": 86400, "bank": 259200}


class Table:
    """A game, in memory and in the log: the service writes it, as it writes every game."""

    def __init__(self, number: int = 1, *, seats: int = 2, variant: str = "mau_mau", shard: int | None = None) -> None:
        self.random = Random(number)
        bits = self.random.getrandbits(120) << 8 | (number if shard is None else shard) & 0xFF
        self.id = UUID(int=bits & ~(0xF << 76) | 0x7 << 76)
        self.variant: Variant = load(variant)
        self.seats = seats
        self.seed = f"{number:064x}"
        self.chance = CommittedChance(str(self.id), self.seed, [f"nonce {seat}" for seat in range(seats)])
        self.game = Game()
        self.rows: list[store.GameRow] = []

    def opening(self) -> GameOpened:
        terms = {"visibility": "public", "rated": True, "clock": CLOCK}
        pinned, seats, game = self.variant.hash, self.seats, str(self.id)
        commitment = commit(self.seed, game=game, ruleset=pinned, seats=seats)
        return GameOpened(
            ruleset=pinned, options={}, seats=seats, terms=terms, game=game, commitment=commitment, seed=self.seed
        )

    def open(self) -> Self:
        """Keep the ruleset, and append the first event."""
        store.keep(self.variant)
        with transaction.atomic():
            row = store.open_stream(self.id, ruleset=self.variant.hash, variant=self.variant.key, visibility="public")
            draft = Draft(self.id, Game(self.variant.ruleset(self.seats, {})))
            draft.emit(self.opening())
            self._write(row, draft, CommandContext(actor=str(player(0))))
        return self

    def start(self) -> Self:
        """Open it, fill the seats, and deal."""
        self.open()
        for command in self._beginning()[:-1]:  # the first deal follows by itself
            self.handle(command)
        return self

    def _beginning(self) -> list[Command]:
        seats = range(self.seats)
        taken = [commands.TakeSeat(seat=seat, player=str(player(seat)), nonce=f"nonce {seat}") for seat in seats]
        return [*taken, commands.StartGame(), commands.DealCards()]

    def handle(self, command: Command, context: CommandContext | None = None) -> store.Appended:
        """Handle *command* and what follows by itself."""
        return self._append(lambda draft: draft.handle(command), context)

    def happen(self, *events: Event, context: CommandContext | None = None) -> store.Appended:
        """Append *events* that nobody decided."""

        def emit(draft: Draft) -> None:
            for event in events:
                draft.emit(event)

        return self._append(emit, context)

    def _append(self, what: Callable[[Draft], None], context: CommandContext | None) -> store.Appended:
        context = context or CommandContext(actor="clock")
        with transaction.atomic():
            row = store.lock(self.id, context)
            assert row is not None
            draft = Draft(self.id, self.game)
            what(draft)
            return self._write(row, draft, context)

    def _write(self, row: store.GameRow, draft: Draft, context: CommandContext) -> store.Appended:
        table, made = write(row, draft, context)
        self.game = table.game
        self.rows.append(table.row)
        return store.Appended(table.row, made)

    def script(self, moves: int) -> list[tuple[Event, ...]]:
        """Return what would happen in a game of so many moves, without the log: the events of each command."""
        return [tuple(one.event for one in happened) for happened in self.happenings(moves)]

    def happenings(self, moves: int) -> Iterator[list[Happening]]:
        """Yield what each command of such a game sets off."""
        yield [Happening(0, self.opening())]
        game, beginning = self.after(Game(), [self.opening()]), self._beginning()
        for number in range(len(beginning) + moves):
            if game.status == Status.OVER:
                break
            command = beginning[number] if number < len(beginning) else self._next(game)
            decision = decide(game, command, chance=self.chance)
            yield [*happenings(decision, game.turn)]
            game = decision.after

    def after(self, game: Game, events: Iterable[Event]) -> Game:
        after = fold(game, events)
        after.ruleset = self.variant.ruleset(self.seats, {})
        return after

    def play(self, moves: int) -> Self:
        """Make so many random legal moves, or fewer if the game ends."""
        for _ in range(moves):
            if self.game.status == Status.OVER:
                break
            self.handle(self.next_command())
        return self

    def next_command(self) -> Command:
        return self._next(self.game)

    def _next(self, game: Game) -> Command:
        if game.on_turn is None:
            return commands.DealCards()
        moves = [move for move in legal_moves(game, game.on_turn) if not isinstance(move, commands.Resign)]
        return self.random.choice(moves)


def add(table: Table, row: store.GameRow, context: CommandContext) -> store.Appended:
    """Append an event that changes nothing to *row*, as it was read."""
    state, told = dump_state(table.game), header(table.game)
    return store.append(row, [Happening(row.turn, EffectEnded())], context=context, state=state, header=told)


def header(game: Game, now: datetime | None = None) -> store.GameHeader:
    ended_at = now if game.status == Status.OVER else None
    return store.GameHeader(status=game.status, turn=game.turn, on_turn=game.on_turn, ended_at=ended_at)


def player(seat: int) -> UUID:
    return UUID(int=0x01970000_0000_7000_8000_000000000000 + seat)
