"""Golden records: whole games as text, so that whatever changes in the rules or in sight shows as a diff.

A decision is its number and the seat; then the whole table, what each seat and a spectator see of it (as layouts), and
the legal moves of every seat; then the command, and one line an event: its type, all its fields, and behind `|` those
that are public.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any, Final

from games.rules import commands, events
from games.rules.cards import Card
from games.rules.commands import Command
from games.rules.decide import unfold
from games.rules.events import Event
from games.rules.fairness import CommittedChance, Drbg, commit
from games.rules.game import Game, Status, fold
from games.rules.moves import legal_moves
from games.rules.notation import print_layout, print_move
from games.rules.ruleset import Option
from games.rules.sight import look
from tests.rules.tables import VARIANTS

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a record is made of; everything else follows."""

    name: str
    variant: str
    seats: int
    options: dict[str, Option] = field(default_factory=dict)
    clock: int = 0
    """Every so many decisions the clock moves; 0 for never."""
    resigns: int = 0
    """At this decision the seat after the one on turn gives up; 0 for never."""
    most: int = 1000
    """How many decisions are recorded."""

    @property
    def path(self) -> Path:
        return FOLDER / f"{self.name}.txt"


RECORDS: Final = (
    Record(name="mau_mau_two", variant="mau_mau", seats=2),
    Record(
        name="mau_mau_four",
        variant="mau_mau",
        seats=4,
        options={
            "cut": "four_cuts", "upcard_effect": "as_dealer", "seven_stack": True, "eight_stack": True,
            "announce": "both", "score": "to_100",
        },
        clock=17,
        resigns=90,
        most=120,
    ),
    Record(name="crazy_eights_three", variant="crazy_eights", seats=3),
    Record(
        name="crazy_eights_six",
        variant="crazy_eights",
        seats=6,
        options={"use_special_cards": True, "reshuffle": True, "max_draw_cards": 2},
        clock=23,
    ),
)  # fmt: skip


def lines(record: Record) -> Iterator[str]:
    """Yield the lines of *record*: its chance is committed like any game's, its players are a generator's numbers."""
    seed = commit("00" * 32)
    nonces = [f"nonce {seat}" for seat in range(record.seats)]
    chance, players = CommittedChance(record.name, seed, nonces), Drbg(b"players", record.name.encode(), b"")
    yield f"variant {record.variant}, {record.seats} seats, options {record.options}, seed {seed}"
    ruleset = VARIANTS[record.variant].ruleset(record.seats, record.options)
    opened = events.GameOpened(
        ruleset="pinned", options=ruleset.options, seats=record.seats, commitment=commit(seed), seed=seed
    )
    taken = [events.SeatTaken(seat=seat, player=f"p{seat}", nonce=nonces[seat]) for seat in range(record.seats)]
    game = fold(Game(ruleset), (opened, *taken))
    yield event_line(opened)
    yield from map(event_line, taken)
    number = 0
    while game.status != Status.OVER and number < record.most:
        command = _command(game, record, number, players)
        if game.on_turn is not None:
            number += 1
            yield from _decision(game, number, command)
        unfolded = unfold(game, command, chance=chance)
        yield from map(event_line, unfolded.events)
        game = unfolded.after
    yield f"final {print_layout(game.table)}"


def _command(game: Game, record: Record, number: int, players: Drbg) -> Command:
    seat = game.on_turn
    if seat is None:
        return commands.StartGame() if game.status == Status.WAITING else commands.DealCards()
    if record.resigns == number + 1:
        return commands.Resign(seat=(seat + 1) % record.seats)
    if record.clock and number % record.clock == record.clock - 1:
        return commands.TimeUp(seat=seat)
    moves = legal_moves(game, seat)
    return moves[players.below(len(moves))]


def _decision(game: Game, number: int, command: Command) -> Iterator[str]:
    yield ""
    yield f"decision {number}, turn {game.turn}, seat {game.on_turn}"
    yield f"  table {print_layout(game.table)}"
    for viewer in (*range(len(game.sitters)), None):
        sight = look(game, viewer)
        assert sight.table is not None
        yield f"  {'spectator' if viewer is None else f'seat {viewer}'} {print_layout(sight.table)}"
        if sight.moves:
            yield f"    may {', '.join(print_move(move, game.rules, game.table) for move in sight.moves)}"
    spoken = "time is up" if isinstance(command, commands.TimeUp) else None
    if spoken is None and not isinstance(command, commands.StartGame | commands.DealCards | commands.TakeSeat):
        assert not isinstance(command, commands.LeaveSeat | commands.TimeUp)
        spoken = f"{command.seat} {print_move(command, game.rules, game.table)}"
    yield f"  > {spoken}"


def event_line(event: Event) -> str:
    """Return *event* in one line."""
    values = " ".join(f"{one.name}={_value(getattr(event, one.name))}" for one in fields(event))
    return f"{type(event).__name__} {values} | {' '.join(getattr(event, 'PUBLIC', ()))}"


def _value(value: Any) -> str:
    match value:
        case Enum():
            return str(value.value)
        case Card():
            return str(value)
        case tuple():
            return f"({','.join(map(_value, value))})"
        case dict():
            return "{" + ",".join(f"{key}:{one}" for key, one in sorted(value.items())) + "}"
        case _:
            return str(value)
