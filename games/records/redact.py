"""An event as one viewer may see it. `games.rules.observation` says what that is."""

from dataclasses import replace
from typing import Any

from games.records.from_events import Entry
from games.rules.cards import HIDDEN, Card
from games.rules.edition import EDITION
from games.rules.events import Event
from games.rules.notation import Happening
from games.rules.observation import revealed


def redact(one: Happening, viewer: int | None, *, over: bool, at: int, edition: int = EDITION) -> Entry:
    """Return *one* as *viewer*, a seat or None for a spectator, may see it; *at* is its time in milliseconds.

    *edition* is that of the rules that have decided it.
    """
    command = "" if one.command is None else one.command.full if over else one.command.shown
    event = redact_event(one.event, viewer, over=over)
    return Entry(event=event, turn=one.turn, command=command, at=at, edition=edition)


def redact_event(event: Event, viewer: int | None, *, over: bool) -> Event:
    """Return *event* as *viewer*, a seat or None for a spectator, may see it; *over* says whether the game is over.

    Each hidden card is ``HIDDEN``, so the number of cards stays. Of the dealt hands, viewers see only their own.
    """
    kind, seat = type(event), getattr(event, "seat", None)
    shown = {one.field: one.part for one in revealed(kind, seat, viewer, over=over)}
    hidden = {one.field for one in revealed(kind, seat, None, over=True)}
    masked = {
        name: _masked(getattr(event, name), shown.get(name)) for name in hidden if shown.get(name, -1) is not None
    }
    return replace(event, **masked) if masked else event


def _masked(value: Any, part: int | None) -> Any:
    """Return *value* with every card hidden, but for those of one *part*."""
    match value:
        case Card():
            return HIDDEN
        case tuple():
            return tuple(one if place == part else _masked(one, None) for place, one in enumerate(value))
        case str():
            return ""
        case _:
            return value
