"""Verify that the clock of a game follows from its events and the times at which they were recorded."""

from collections.abc import Iterator
from datetime import datetime
from typing import Final

from games.clocks import Clock, agreed
from games.clocks.reckoning import Happened
from games.integrity.findings import Finding
from games.integrity.games import VerifiedGame
from games.rules.events import DeadlineMoved, MoveCause
from games.services.history import outages_among
from games.services.writing import header_of

_OF_CLOCK: Final = (
    "turn_began", "deadline", "bot_due", "turn_given", "turn_moved", "turn_extended", "pauses", "lapses_at",
)  # fmt: skip
"""Columns of a game's row that follow from the events and their instants."""


def clock_findings(where: str, verified: VerifiedGame) -> Iterator[Finding]:
    """Yield what is wrong about the clock in the row of a *verified* game. A wrong deadline can hang a game for ever.

    If the events cannot be read, ``verify_game`` has found that already, and this yields nothing.
    """
    kept, game = verified.kept, verified.folded
    if kept is None or game is None or not verified.events:
        return
    happened = [Happened(event, at) for event, at in verified.events]
    clock, outages = Clock(allowance=agreed(game.terms)), outages_among(happened)
    for version, one in enumerate(happened, 1):
        is_anew = isinstance(one.event, DeadlineMoved) and one.event.cause is MoveCause.CLOCK_SET_BACK
        if is_anew and not clock.is_ahead(one.at):
            yield Finding(where, f"clock: version {version} begins a turn anew that had begun before")
        clock = clock.after(one, outages)
    header = header_of(game, clock, opened=verified.events[0][1], now=verified.events[-1][1])
    for name in _OF_CLOCK:
        row, log = getattr(kept, name), getattr(header, name)
        if row != log:
            yield Finding(where, f"clock: {name} is {_text(row)}, but the log says {_text(log)}")
    banks = kept.banks or {}
    for seat in range(len(game.sitters)):
        row, log = banks.get(str(seat)), clock.banks.get(seat)
        if row != log:
            yield Finding(
                where, f"clock: the bank of seat {seat} has {_seconds(row)}, but the log says {_seconds(log)}"
            )


def _text(value: object) -> str:
    return value.isoformat() if isinstance(value, datetime) else str(value)


def _seconds(left: int | None) -> str:
    return "all its time" if left is None else f"{left} seconds"
