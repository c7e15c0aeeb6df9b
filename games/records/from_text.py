"""How the lines of a record are read: the inverse of ``spelling``."""

import re
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

from games.records.lines import (
    Deal,
    DealOver,
    Draw,
    Drawn,
    Faces,
    Fallen,
    Hands,
    Line,
    Lot,
    Move,
    Order,
    Scored,
    UpCard,
)

_N: Final = r"\d{1,6}"
_CARDS: Final = r"(?:-|(?:[2-9TJQKA][SHDC]|X|\?)(?: (?:[2-9TJQKA][SHDC]|X|\?))*)"
_ROWS: Final = rf"{_CARDS}(?: / {_CARDS})*"
_NUMBERS: Final = r"-?\d{1,9}(?: -?\d{1,9})*"
_DONE: Final = rf"(?P<move>[0-9A-Za-z+~>@!? -]+?)(?:; shows (?P<shows>{_CARDS}))?(?P<draws>(?:; {_N} draws {_CARDS})*)"
_TIME: Final = r"\((?P<seconds>\d{1,12})\.(?P<thousandths>\d{3}) s\)(?P<clock> by clock)?"
_WHO: Final = rf"winner (?P<winner>{_N}|-); loser (?P<loser>{_N}|-)"

Found: TypeAlias = Mapping[str, Any]
"""The parts of a line by their names; None for one that is left out."""


def parse_line(text: str) -> Line | None:
    """Return the line that *text* writes; None if it writes none."""
    for form, make in _FORMS:
        if found := form.fullmatch(text):
            return make(found.groupdict())
    return None


def _lot(found: Found) -> Line:
    return Lot(act=int(found["act"]), dealer=int(found["dealer"]))


def _deal(found: Found) -> Line:
    return Deal(deal=int(found["deal"]), dealer=int(found["dealer"]))


def _order(found: Found) -> Line:
    return Order(how=found["how"], act=int(found["act"]), cards=_cards(found["cards"]))


def _hands(found: Found) -> Line:
    return Hands(hands=_rows(found["rows"]))


def _up_card(found: Found) -> Line:
    return UpCard(how=found["how"], card=found["card"])


def _drawn(found: Found) -> Line:
    return Drawn(seat=int(found["seat"]), cards=_cards(found["cards"]))


def _move(found: Found) -> Line:
    draws = [one.split(" draws ") for one in found["draws"].split("; ")[1:]]
    return Move(
        turn=int(found["turn"]),
        seat=int(found["seat"]),
        move=found["move"],
        shows=_cards(found["shows"] or "-"),
        draws=tuple(Draw(seat=int(seat), cards=_cards(cards)) for seat, cards in draws),
        spent=int(found["seconds"] + found["thousandths"]),
        by_clock=bool(found["clock"]),
    )


def _deal_over(found: Found) -> Line:
    return DealOver(
        ending=found["ending"],
        winner=_seat(found["winner"]),
        loser=_seat(found["loser"]),
        places=_numbers(found["places"]),
        left=_rows(found["left"]),
    )


def _scored(found: Found) -> Line:
    return Scored(points=_numbers(found["points"]), scores=_numbers(found["scores"]))


def _fallen(found: Found) -> Line:
    return Fallen(how=found["how"], seat=int(found["seat"]))


_WRITTEN: Final[tuple[tuple[Callable[[Found], Line], str], ...]] = (
    (
        _move,
        rf"(?P<turn>{_N}) (?P<seat>{_N}): {_DONE} {_TIME}",
    ),
    (_order, rf"(?P<how>shuffled|replenished|returned) (?P<act>{_N}): (?P<cards>{_CARDS})"),
    (_lot, rf"lot (?P<act>{_N}): (?P<dealer>{_N})"),
    (_deal, rf"deal (?P<deal>{_N}): dealer (?P<dealer>{_N})"),
    (_hands, rf"hands: (?P<rows>{_ROWS})"),
    (_drawn, rf"drawn: (?P<seat>{_N}) draws (?P<cards>{_CARDS})"),
    (_up_card, r"(?P<how>up|back): (?P<card>[2-9TJQKA][SHDC]|X)"),
    (_up_card, r"(?P<how>named): (?P<card>[SHDC])"),
    (
        _deal_over,
        rf"over: (?P<ending>[a-z-]+); {_WHO}; places (?P<places>{_NUMBERS}); left (?P<left>{_ROWS})",
    ),
    (_scored, rf"points: (?P<points>{_NUMBERS}); scores (?P<scores>{_NUMBERS})"),
    (_fallen, rf"(?P<how>lost|eliminated): (?P<seat>{_N})"),
)
_FORMS: Final = tuple((re.compile(form, re.ASCII), make) for make, form in _WRITTEN)


def _cards(text: str) -> Faces:
    return () if text == "-" else tuple(text.split(" "))


def _rows(text: str) -> tuple[Faces, ...]:
    return tuple(map(_cards, text.split(" / ")))


def _numbers(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(" ")))


def _seat(text: str) -> int | None:
    return None if text == "-" else int(text)
