"""The tables of a record, drawn for a terminal."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Literal, TypeAlias

from rich.console import Group, RenderableType
from rich.text import Text

from games.client import table_view
from games.client.http import Json
from games.client.menu_view import hand as cards_of
from games.client.names import Names
from games.client.notation import sorted_hand
from games.records import Line, Move, Record, Replay, Tags
from games.records.to_text import print_line
from games.rules.cards import RANKS, Card
from games.rules.game import Game, Status
from games.rules.observation import Observation, lay_open, observe

Eyes: TypeAlias = int | Literal["all"] | None
"""The view that is drawn: that of a seat, of all seats together, or of a spectator (None)."""

PROGRAM: Final = "program"
_SHOWN: Final = ("out", "waiting", "resigned", "eliminated", "score", "lost")
"""Fields of a seat that are shown as they are."""
_LABEL: Final = 11
"""Characters before the cards of the table. A longer name moves the cards of all hands to the right."""


@dataclass(frozen=True, slots=True)
class Stop:
    """A table of a game, and the lines of the record that lead to it."""

    turn: int
    """The number of the last decision that was made."""
    lines: tuple[Line, ...]
    game: Game


def stops(record: Record, played: Replay) -> list[Stop]:
    """Return the tables of *record* when it is replayed: one for each move and each deal."""
    ends = [*(step.line for step in played.steps[1:]), len(record.lines)]
    found = list[Stop]()
    for step, end in zip(played.steps, ends, strict=True):
        lines = record.lines[step.line : end]
        turn = max((line.turn for line in lines if isinstance(line, Move)), default=found[-1].turn if found else 0)
        found.append(Stop(turn, lines, step.after))
    return found[1:]  # in the first one the first dealer is drawn: there is no table yet


def drawn(stop: Stop, tags: Tags, eyes: Eyes) -> RenderableType:
    """Return the lines that lead to a stop, and its table as *eyes* see it."""
    game = stop.game
    view = lay_open(game) if eyes == "all" else observe(game, eyes)
    shown = _table(game, view, tags)
    names = Names(shown["seats"], None, shown["ruleset"]["pack"])
    parts: list[RenderableType] = [Text(print_line(line), style="dim") for line in stop.lines]
    parts.append(table_view.table(shown, names))
    if eyes == "all":
        width = max(_LABEL, *(len(names[seat]) + 2 for seat in range(len(game.table.hands))))
        for seat, held in enumerate(game.table.hands):
            parts.append(Text(names[seat].ljust(width)).append_text(cards_of(sorted_hand(map(str, held)), names)))
    if game.status == Status.OVER:
        parts.append(table_view.result(shown, names))
    return Group(*parts)


def _table(game: Game, view: Observation, tags: Tags) -> Json:
    """Return the table in the JSON of the API, as far as the client draws it."""
    seats = []
    for seat in view.seats:
        sitter = tags.sitters[seat.seat]
        seats.append(
            {
                "seat": seat.seat,
                "player": {"name": sitter.name} if sitter and sitter.name else None,
                "bot": PROGRAM if seat.program else seat.bot or None,
                "cards": seat.cards,
                "announced": bool(seat.said),
                **{name: getattr(seat, name) for name in _SHOWN},
            }
        )
    you = view.viewer is not None and {
        "seat": view.viewer,
        "hand": [*map(str, view.hand)],
        "drawn": _text(view.drawn),
        "offered": _text(view.offered),
        "looked": [*map(str, view.looked)],
    }
    nominated = (
        {"suit": None, "rank": view.nominated} if view.nominated in RANKS else {"suit": view.nominated, "rank": None}
    )
    demand = view.demand and {"suit": view.demand.suit or None, "rank": view.demand.rank or None}
    return {
        "status": str(game.status),
        "deal": game.deals,
        "turn": game.turn,
        "dealer": game.dealer,
        "goal": {"end": game.rules.sections.game.end, "at": game.rules.sections.game.at},
        "ruleset": {"key": tags.variant, "options": game.rules.options, "pack": game.rules.sections.deck.pack},
        "seats": seats,
        "on_turn": view.on_turn,
        "ask": str(view.ask),
        "direction": view.direction,
        "up_card": _text(view.up_card),
        "demand": nominated if view.nominated else demand,
        "nominated": view.nominated or None,
        "penalty": view.penalty,
        "skip": view.skip,
        "claim": None if view.claim is None else {"seat": view.claim[0], "card": str(view.claim[1])},
        "windows": [] if view.window is None else [{"seat": view.window}],
        "stock": view.stock,
        "discards": len(view.discards),
        "deadline": None,
        "server_time": "",
        "you": you or None,
        "result": {"places": game.places},
    }


def _text(card: Card | None) -> str | None:
    return None if card is None else str(card)


def place_of(turn: int, found: Sequence[Stop]) -> int:
    """Return the place of the table after decision *turn*, or of the first one."""
    return max((place for place, stop in enumerate(found) if stop.turn <= turn), default=0)
