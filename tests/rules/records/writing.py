"""Golden records: whole games as text, so that whatever changes in the rules or in what is observed shows as a diff.

A decision is its number and the seat; then the whole table, what each seat and a spectator see of it (as layouts), and
the legal moves of every seat; then the command, and one line an event: its type, all its fields, and behind `|` those
that are public.
"""

import hashlib
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, fields
from enum import Enum
from pathlib import Path
from typing import Any, Final

from games.rules import commands, events
from games.rules.cards import Card
from games.rules.commands import Command, Move
from games.rules.deal import Deal
from games.rules.decide import decide
from games.rules.events import Event
from games.rules.evolve import fold
from games.rules.fairness import CommittedChance, Drbg, commit
from games.rules.game import Game, Status
from games.rules.legality.objections import legal_moves
from games.rules.notation import print_layout, print_move
from games.rules.observation import observe
from games.rules.ruleset import OptionValue
from tests.rules.tables import VARIANTS

FOLDER: Final = Path(__file__).parent


@dataclass(frozen=True, kw_only=True)
class Record:
    """What a record is made of; everything else follows."""

    name: str
    variant: str
    seats: int
    options: dict[str, OptionValue] = field(default_factory=dict)
    clock: int = 0
    """Every so many decisions the clock moves; 0 for never."""
    resigns: int = 0
    """At this decision the seat after the one on turn gives up; 0 for never."""
    speaks: int = 0
    """Every so many decisions a seat that is not on turn says or charges something, if it may; 0 for never."""
    eager: bool = False
    """Whether the players lay a card whenever they can, speak only with few cards left, and lie every other time."""
    luck: int = 0
    """Another number is another game."""
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
    Record(
        name="101_four",
        variant="101",
        seats=4,
        options={"stack": True, "six_draw": 2, "ten_reverse": True, "spade_king": True, "cover_card": "9"},
        eager=True,
        luck=6, most=70,
    ),
    Record(name="faraon_three", variant="faraon", seats=3, options={"rescue": True}, eager=True, most=80),
    Record(
        name="haft_khabis_three",
        variant="haft_khabis",
        seats=3,
        options={"ace_stack": True},
        eager=True,
        luck=9,
        most=60,
    ),
    Record(name="macau_four", variant="macau", seats=4, options={"jokers": 4}, eager=True, luck=9, most=60),
    Record(name="mau_mau_official_three", variant="mau_mau_official", seats=3, eager=True, luck=8, most=80),
    Record(name="mau_mau_two_deck_four", variant="mau_mau_two_deck", seats=4, eager=True, speaks=12, luck=4, most=70),
    Record(name="neuner_three", variant="neuner", seats=3, eager=True, clock=19, luck=3, most=60),
    Record(
        name="pesten_three",
        variant="pesten",
        seats=3,
        options={"joker_suit": "keep_previous", "eight_stack": True, "last_pest": "draw_2"},
        eager=True,
        speaks=5,
        luck=2, most=60,
    ),
    Record(name="prsi_blind", variant="prsi", seats=3, options={"blind": True}, eager=True, luck=5, most=40),
    Record(
        name="prsi_four",
        variant="prsi",
        seats=4,
        options={"quick": True, "return_by_7h": True, "leaf_king": True, "heart_ten": True, "play_on": True},
        eager=True,
        luck=9, most=70,
    ),
    Record(
        name="puque_three",
        variant="puque",
        seats=3,
        options={"seven_stack": True, "two_stack": True, "score": "to_100"},
        eager=True,
        most=60,
    ),
    Record(
        name="switch_three",
        variant="switch",
        seats=3,
        options={"four_draws": True, "black_jacks": True, "queen_cover": True},
        eager=True,
        speaks=4,
        luck=4, most=60,
    ),
    Record(
        name="tschau_sepp_four",
        variant="tschau_sepp",
        seats=4,
        options={"banner_reverse": True, "ober_rose_4": True, "play_on": True},
        eager=True,
        luck=3, most=60,
    ),
)  # fmt: skip


class Shuffles(CommittedChance):
    """The generator and the shuffle of a real game, seeded plainly.

    These records pin the rules. How seed and nonces are put together is pinned by ``tests/rules/test_fairness.py``.
    """

    def __init__(self, name: str, seed: str, nonces: Sequence[str]) -> None:
        super().__init__(name, seed, nonces)
        self._plain = name, bytes.fromhex(seed), "".join(nonces).encode()

    def _drbg(self, act: int) -> Drbg:
        name, seed, nonces = self._plain
        return Drbg(seed, nonces, f"{name}/{act}".encode())


def lines(record: Record) -> Iterator[str]:
    """Yield the lines of *record*: its chance is committed like any game's, its players are a generator's numbers."""
    seed = hashlib.sha256(bytes.fromhex(f"{record.luck:064x}")).hexdigest()
    nonces = [f"nonce {seat}" for seat in range(record.seats)]
    chance, players = Shuffles(record.name, seed, nonces), Drbg(b"players", record.name.encode(), b"")
    yield f"variant {record.variant}, {record.seats} seats, options {record.options}, seed {seed}"
    ruleset = VARIANTS[record.variant].ruleset(record.seats, record.options)
    opened = events.GameOpened(
        ruleset="pinned",
        options=ruleset.options,
        seats=record.seats,
        game=record.name,
        seed=seed,
        commitment=commit(seed, game=record.name, ruleset="pinned", seats=record.seats),
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
        decision = decide(game, command, chance=chance)
        yield from map(event_line, decision.events)
        game = decision.after
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
    if record.speaks and number % record.speaks == record.speaks - 1:
        moves = [move for other in range(record.seats) if other != seat for move in legal_moves(game, other)] or moves
    elif record.eager:
        moves = _eager(game.table, moves)
    return moves[players.below(len(moves))]


def _eager(deal: Deal, moves: list[Move]) -> list[Move]:
    """Return the plays among *moves*, or else what is no word."""
    plays = [move for move in moves if isinstance(move, commands.Play)]
    timely = [play for play in plays if not play.word or len(deal.hands[play.seat]) - len(play.cards) <= 1]
    honest = [play for play in timely if play.claim in (None, *play.cards)]
    lies = [play for play in timely if play not in honest][: len(honest) or 1]
    return [*honest, *lies] or [move for move in moves if not isinstance(move, commands.Say | commands.Accuse)]


def _decision(game: Game, number: int, command: Command) -> Iterator[str]:
    yield ""
    yield f"decision {number}, turn {game.turn}, seat {game.on_turn}"
    yield f"  table {print_layout(game.table)}"
    for viewer in (*range(len(game.sitters)), None):
        observation = observe(game, viewer)
        assert observation.table is not None
        yield f"  {'spectator' if viewer is None else f'seat {viewer}'} {print_layout(observation.table)}"
        if observation.moves:
            yield f"    may {', '.join(print_move(move, game.rules, game.table) for move in observation.moves)}"
    spoken = "time is up" if isinstance(command, commands.TimeUp) else None
    if spoken is None and not isinstance(
        command, commands.InLobby | commands.OfAbsence | commands.DealCards | commands.Abandon
    ):
        assert not isinstance(command, commands.TimeUp)
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
