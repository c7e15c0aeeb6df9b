"""The score sheet of one game: what its public events add up to, whether it is still running or not.

A seat *decides* when it is asked and something else is asked next. That takes it from one instant to the other, a
resignation of somebody else between them included. It decides nothing when it resigns, when the clock speaks for it
(that is counted apart), or when it is answered for in the very instant in which it is asked: so the table agreed.

A seat *misses* a word when a fine is set for that, when it is charged and guilty, when its window closes over a fine,
or when it lays cards and draws a fine before anything else is asked. All other fines have another cause: a false
charge, a needless word, a lie, a doubt, a last card that costs some, or one that waited and was counted before.
"""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

Data: TypeAlias = dict[str, Any]

_MILLISECOND: Final = timedelta(milliseconds=1)


class Line(Struct, array_like=True):
    """What is written down of one seat."""

    player: str = ""
    bot: str = ""
    program: bool = False
    score: int | None = None
    lost: int = 0
    """Deals lost."""
    resigned: bool = False
    decisions: int = 0
    by_clock: int = 0
    answer_ms: int = 0
    missed: int = 0


class Sheet(Struct, array_like=True):
    """One game, seat by seat, and what must be known of it to read its next event."""

    variant: str
    ruleset: str
    options: dict[str, bool | int | str]
    rated: bool
    private: bool
    lines: list[Line]
    costly: list[str] = field(default_factory=list)
    """Cards that cost a fine when they are laid last, whatever is said."""
    started_at: datetime | None = None
    deals: int = 0
    asked: int | None = None
    """The seat that must decide."""
    since: datetime | None = None
    """When it was asked."""
    late: bool = False
    """Whether the clock has spoken for it."""
    broken: bool = False
    """Whether somebody resigned before it has decided."""
    laid: int | None = None
    """The seat that has laid cards since the last question."""
    fined: int | None = None
    """The seat that drew a fine since then, as long as no other cause of it has shown."""
    charged: bool = False
    """Whether somebody was charged since then: that explains a fine."""


def enter(sheet: Sheet, kind: str, data: Data, at: datetime) -> None:
    """Write down in *sheet* an event of a *kind* in ``KINDS``, with its public *data*, recorded *at* that instant."""
    _ENTRIES[kind](sheet, data, at)


def _seat_taken(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.lines[data["seat"]] = Line(data["player"], data["bot"], data["program"])


def _seat_left(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.lines[data["seat"]] = Line()


def _game_started(sheet: Sheet, _: Data, at: datetime) -> None:
    sheet.started_at = at


def _deal_began(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.deals = data["deal"]


def _asked(sheet: Sheet, data: Data, at: datetime) -> None:
    _decided(sheet, at)
    seat = data["seat"]
    if not (sheet.broken and sheet.asked == seat):
        sheet.asked, sheet.since = seat, at
    sheet.broken = False


def _deal_ended(sheet: Sheet, _: Data, at: datetime) -> None:
    _decided(sheet, at)
    sheet.asked, sheet.broken = None, False


def _decided(sheet: Sheet, at: datetime) -> None:
    """Count the decision that has ended, if there was one, and judge what its seat has said."""
    if sheet.asked is not None and sheet.since is not None and not sheet.broken:
        line = sheet.lines[sheet.asked]
        if sheet.late:
            line.decisions += 1
            line.by_clock += 1
        elif at > sheet.since:
            line.decisions += 1
            line.answer_ms += (at - sheet.since) // _MILLISECOND
    if sheet.fined is not None and sheet.fined == sheet.laid:
        sheet.lines[sheet.fined].missed += 1
    sheet.laid = sheet.fined = None
    sheet.late = sheet.charged = False


def _time_ran_out(sheet: Sheet, _: Data, __: datetime) -> None:
    sheet.late = True


def _seat_resigned(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.lines[data["seat"]].resigned = sheet.broken = True


def _cards_played(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.laid = None if sheet.costly and data["cards"][-1] in sheet.costly else data["seat"]
    sheet.fined, sheet.charged = None, False


def _claim_stood(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.laid = data["seat"]


def _cards_drawn(sheet: Sheet, data: Data, _: datetime) -> None:
    if data["cause"] == "fine" and not sheet.charged:
        sheet.fined = data["seat"]


def _fine_set(sheet: Sheet, data: Data, _: datetime) -> None:
    if data["cards"]:
        sheet.lines[data["seat"]].missed += 1
    else:
        sheet.fined = None


def _seat_accused(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.lines[data["accused"]].missed += data["guilty"]
    sheet.charged = True


def _window_closed(sheet: Sheet, data: Data, _: datetime) -> None:
    if sheet.fined == data["seat"]:
        sheet.lines[data["seat"]].missed += 1
        sheet.fined = None


def _deal_lost(sheet: Sheet, data: Data, _: datetime) -> None:
    sheet.lines[data["seat"]].lost += 1


def _deal_scored(sheet: Sheet, data: Data, _: datetime) -> None:
    for line, score in zip(sheet.lines, data["scores"], strict=True):
        line.score = score


_ENTRIES: Final[Mapping[str, Callable[[Sheet, Data, datetime], None]]] = {
    "seat-taken": _seat_taken,
    "seat-forfeited": _seat_left,
    "seat-left": _seat_left,
    "game-started": _game_started,
    "deal-began": _deal_began,
    "turn-began": _asked,
    "seat-asked": _asked,
    "deal-ended": _deal_ended,
    "time-ran-out": _time_ran_out,
    "seat-resigned": _seat_resigned,
    "cards-played": _cards_played,
    "claim-stood": _claim_stood,
    "cards-drawn": _cards_drawn,
    "fine-set": _fine_set,
    "seat-accused": _seat_accused,
    "window-closed": _window_closed,
    "deal-lost": _deal_lost,
    "deal-scored": _deal_scored,
}

KINDS: Final = frozenset(_ENTRIES)
"""Names in the log of all that is written down after the opening of a game, until its end."""
