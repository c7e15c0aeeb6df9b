"""The score sheet of one game: the sum of its public events so far.

A seat *decides* when it is asked and something else is asked next. The time between the two instants is its answer
time, even if somebody else resigns in between. It does not decide when it resigns, when its answer has the same instant
as the question, because then the table agreed on the answer, or when the clock moves for it, or a bot while its player
is absent: that is counted apart.

A seat *misses* a word when a fine is set for that, when it is charged and guilty, when its window closes over a fine,
or when it lays cards and draws a fine before anything else is asked. All other fines have another cause: a false
charge, a needless word, a lie, a doubt, a last card that costs some, or one that waited and was counted before.
"""

from datetime import datetime, timedelta
from typing import Any, Final, TypeAlias

from msgspec import Struct, field

Data: TypeAlias = dict[str, Any]

_MILLISECOND: Final = timedelta(milliseconds=1)


class Line(Struct, array_like=True):
    """The sums of one seat."""

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
    """One game by seats, and the state that is needed to enter its next event."""

    variant: str
    ruleset: str
    options: dict[str, bool | int | str]
    rated: bool
    private: bool
    lines: list[Line]
    costly: list[str] = field(default_factory=list)
    """Cards that always cost a fine when they are laid last."""
    started_at: datetime | None = None
    deals: int = 0
    asked: int | None = None
    """The seat that must decide."""
    since: datetime | None = None
    """When it was asked."""
    late: bool = False
    """Whether the clock has moved for it."""
    broken: bool = False
    """Whether somebody resigned before it has decided."""
    laid: int | None = None
    """The seat that has laid cards since the last question."""
    fined: int | None = None
    """The seat that drew a fine since then, unless another cause explains it."""
    charged: bool = False
    """Whether somebody was charged since then, which explains a fine."""
    away: list[int] = field(default_factory=list)
    """The seats whose players are absent."""
    covered: int | None = None
    """The seat whose turn is played for it, because its player is on vacation."""


KINDS: Final = frozenset({
    "seat-taken", "seat-left", "seat-forfeited", "game-started", "deal-began", "turn-began", "seat-asked", "deal-ended",
    "time-ran-out", "seat-absent", "seat-covered", "seat-returned", "seat-resigned",
    "cards-played", "claim-stood", "cards-drawn",
    "fine-set", "seat-accused", "window-closed", "deal-lost", "deal-scored",
})  # fmt: skip
"""Names in the log of the events that are entered between the opening of a game and its end."""


def enter(sheet: Sheet, kind: str, data: Data, at: datetime) -> None:  # noqa: C901, PLR0912, PLR0915 - one case a kind of event
    """Enter in *sheet* an event of a *kind* in ``KINDS``, with its public *data*, recorded at *at*."""
    match kind:
        case "seat-taken":
            sheet.lines[data["seat"]] = Line(data["player"], data["bot"], data["program"])
        case "seat-left" | "seat-forfeited":
            sheet.lines[data["seat"]] = Line()
        case "game-started":
            sheet.started_at = at
        case "deal-began":
            sheet.deals = data["deal"]
        case "turn-began" | "seat-asked":
            _end_decision(sheet, at)
            # Whoever is asked again because another seat resigned goes on deciding what was asked first.
            if kind == "turn-began" or sheet.asked != data["seat"]:
                sheet.covered = None
            if not (sheet.broken and sheet.asked == data["seat"]):
                sheet.asked, sheet.since = data["seat"], at
            sheet.broken = False
        case "deal-ended":
            _end_decision(sheet, at)
            sheet.asked, sheet.broken = None, False
        case "time-ran-out":
            sheet.late = True
        case "seat-absent":
            sheet.away = sorted({*sheet.away, data["seat"]})
        case "seat-covered":
            sheet.covered = data["seat"]
        case "seat-returned":
            sheet.away = [seat for seat in sheet.away if seat != data["seat"]]
        case "seat-resigned":
            # Nobody has given up who left without loss.
            sheet.lines[data["seat"]].resigned = data["leaving"] != "without-loss"
            sheet.broken = True
        case "cards-played":
            # A last card that costs a fine explains the fine: nothing was missed.
            sheet.laid = None if sheet.costly and data["cards"][-1] in sheet.costly else data["seat"]
            sheet.fined, sheet.charged = None, False
        case "claim-stood":
            sheet.laid = data["seat"]
        case "cards-drawn":
            if data["cause"] == "fine" and not sheet.charged:
                sheet.fined = data["seat"]
        case "fine-set":
            # With cards it waits and counts now; with 0 it is paid, so the cards that were drawn for it count no more.
            if data["cards"]:
                sheet.lines[data["seat"]].missed += 1
            else:
                sheet.fined = None
        case "seat-accused":
            sheet.lines[data["accused"]].missed += data["guilty"]
            sheet.charged = True
        case "window-closed":
            if sheet.fined == data["seat"]:
                sheet.lines[data["seat"]].missed += 1
                sheet.fined = None
        case "deal-lost":
            sheet.lines[data["seat"]].lost += 1
        case "deal-scored":
            for line, score in zip(sheet.lines, data["scores"], strict=True):
                line.score = score
        case _:
            raise LookupError(kind)


def _end_decision(sheet: Sheet, at: datetime) -> None:
    """Count the decision that has ended, if there was one, and whether its seat has missed a word."""
    if sheet.asked is not None and sheet.since is not None and not sheet.broken:
        line = sheet.lines[sheet.asked]
        if sheet.late or sheet.asked in sheet.away or sheet.asked == sheet.covered:
            line.decisions += 1
            line.by_clock += 1
        elif at > sheet.since:
            line.decisions += 1
            line.answer_ms += (at - sheet.since) // _MILLISECOND
    if sheet.fined is not None and sheet.fined == sheet.laid:
        sheet.lines[sheet.fined].missed += 1
    sheet.laid = sheet.fined = None
    sheet.late = sheet.charged = False
