"""A record stepped through: the tables that it passes, and how they are drawn."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from games.client import table_view
from games.client.http import Json
from games.client.menu_view import hand as cards_of
from games.client.names import Names
from games.client.notation import sorted_hand
from games.records import Line, Move, Played, Record, Tags
from games.records.spelling import print_line
from games.rules.cards import RANKS, Cards
from games.rules.game import Game, Status
from games.rules.observation import SeatSight, Sight, lay_open, look

Eyes: TypeAlias = int | Literal["all"] | None
"""Whose sight is drawn: a seat's, everybody's together, or a spectator's."""

PROGRAM: Final = "program"
_LABEL: Final = 11
"""Characters before the cards of the table; a longer name pushes those of all hands on."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A table of a game, and the lines of the record that led to it."""

    turn: int
    """Number of the last decision that was made."""
    lines: tuple[Line, ...]
    game: Game


def stops(record: Record, played: Played) -> list[Stop]:
    """Return the tables that *record*, played again, passes: one a move, or a deal."""
    ends = [*(step.line for step in played.steps[1:]), len(record.lines)]
    found = list[Stop]()
    for step, end in zip(played.steps, ends, strict=True):
        lines = record.lines[step.line : end]
        turn = max((line.turn for line in lines if isinstance(line, Move)), default=found[-1].turn if found else 0)
        found.append(Stop(turn, lines, step.after))
    return found[1:]  # the first is the lot, before there is a table


def drawn(stop: Stop, tags: Tags, eyes: Eyes) -> RenderableType:
    """Return the lines that led to a stop, and its table as *eyes* see it."""
    game = stop.game
    sight = lay_open(game) if eyes == "all" else look(game, eyes)
    shown = _table(game, sight, tags)
    names = Names(shown["seats"], None, shown["ruleset"]["pack"])
    parts: list[RenderableType] = [Text(print_line(line), style="dim") for line in stop.lines]
    parts.append(table_view.table(shown, names))
    if eyes == "all":
        parts += _hands(game, names)
    if game.status == Status.OVER:
        parts.append(table_view.result(shown, names))
    return Group(*parts)


def _hands(game: Game, names: Names) -> Iterator[RenderableType]:
    hands = [*enumerate(game.table.hands)]
    width = max(_LABEL, *(len(names[seat]) + 2 for seat, _ in hands))
    for seat, hand in hands:
        yield Text(names[seat].ljust(width)).append_text(cards_of(sorted_hand(_codes(hand)), names))


def _table(game: Game, sight: Sight, tags: Tags) -> Json:
    nominated = (
        {"suit": None, "rank": sight.nominated} if sight.nominated in RANKS else {"suit": sight.nominated, "rank": None}
    )
    demand = sight.demand and {"suit": sight.demand.suit or None, "rank": sight.demand.rank or None}
    return {
        "status": str(game.status),
        "deal": game.deals,
        "turn": game.turn,
        "dealer": game.dealer,
        "goal": {"end": game.rules.sections.game.end, "at": game.rules.sections.game.at},
        "ruleset": {"key": tags.variant, "options": game.rules.options, "pack": game.rules.sections.deck.pack},
        "seats": [_seat(seat, tags) for seat in sight.seats],
        "on_turn": sight.on_turn,
        "ask": str(sight.ask),
        "direction": sight.direction,
        "up_card": None if sight.up_card is None else str(sight.up_card),
        "demand": nominated if sight.nominated else demand,
        "nominated": sight.nominated or None,
        "penalty": sight.penalty,
        "skip": sight.skip,
        "claim": None if sight.claim is None else {"seat": sight.claim[0], "card": str(sight.claim[1])},
        "windows": [] if sight.window is None else [{"seat": sight.window}],
        "stock": sight.stock,
        "discards": len(sight.discards),
        "deadline": None,
        "server_time": "",
        "you": _own(sight),
        "result": {"places": game.places},
    }


def _seat(seat: SeatSight, tags: Tags) -> Json:
    sitter = tags.sitters[seat.seat]
    name = sitter.name if sitter else ""
    return {
        "seat": seat.seat,
        "player": {"name": name} if name else None,
        "bot": PROGRAM if seat.program else seat.bot or None,
        "cards": seat.cards,
        "announced": bool(seat.said),
        "out": seat.out,
        "waiting": seat.waiting,
        "resigned": seat.resigned,
        "eliminated": seat.eliminated,
        "score": seat.score,
        "lost": seat.lost,
    }


def _own(sight: Sight) -> Json | None:
    if sight.viewer is None:
        return None
    return {
        "seat": sight.viewer,
        "hand": _codes(sight.hand),
        "drawn": None if sight.drawn is None else str(sight.drawn),
        "offered": None if sight.offered is None else str(sight.offered),
        "looked": _codes(sight.looked),
    }


def _codes(hand: Cards) -> list[str]:
    return [*map(str, hand)]


def place_of(turn: int, found: Sequence[Stop]) -> int:
    """Return the place of the table after decision *turn*; the first one where there is none before it."""
    return max((place for place, stop in enumerate(found) if stop.turn <= turn), default=0)
