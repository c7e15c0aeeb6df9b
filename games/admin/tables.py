"""A game's table at any version. While the game runs it is what a spectator sees; later all cards are open."""

from typing import NamedTuple
from uuid import UUID

from games import services
from games.admin.searching import names_of
from games.log.codec import UnknownEvent, canonical
from games.rules.game import Status
from games.rules.notation import print_layout
from games.rules.observation import Observation, SeatObservation, lay_open, observe
from games.store import GameRow, UnknownRuleset


class SeatShown(NamedTuple):
    """A seat on the page."""

    observation: SeatObservation
    name: str
    """The name of its player."""
    hand: str
    """Its cards; empty if they are hidden."""


class TableShown(NamedTuple):
    """A table on the page."""

    observation: Observation
    seats: list[SeatShown]
    layout: str
    options: str
    """As JSON."""
    terms: str
    """As JSON."""


def table_at(row: GameRow, version: int) -> TableShown | None:
    """Return the table at *version*, or None if the log cannot be folded."""
    try:
        game = services.at_version(row, version).game
    except (UnknownEvent, UnknownRuleset, ValueError, LookupError, TypeError):
        return None
    observation = lay_open(game) if row.status == Status.OVER else observe(game, None)
    names = names_of(UUID(seat.player) for seat in observation.seats if seat.player)
    seats = [
        SeatShown(seat, names.get(UUID(seat.player), "") if seat.player else "", " ".join(map(str, seat.hand or ())))
        for seat in observation.seats
    ]
    layout = print_layout(observation.table) if observation.table else ""
    return TableShown(
        observation, seats, layout, canonical(game.rules.options).decode(), canonical(game.terms).decode()
    )
