"""A deal in one line, as FEN is for chess: hands first, then ``name:value`` for what is not as it usually is.

    7SKD/9C8C/TD stock:QH9D... discards:9S on_turn:0 ask:play dealer:2

A hand is its cards without blanks. ``/`` separates the hands, ``-`` is an empty hand, ``?`` is a hidden card. The names
are the fields of ``Deal``. A field that has its usual value is left out, so a line stays short. ``parse_layout`` and
``print_layout`` are inverses.
"""

import re
from collections.abc import Callable
from dataclasses import MISSING, fields
from typing import Any, Final, NamedTuple

from games.rules.cards import HIDDEN, Card, Cards
from games.rules.deal import Claim, Covered, Deal
from games.rules.events import Ask

_CARD: Final = re.compile(r"[2-9TJQKA][SHDC]|X|\?")


def print_layout(deal: Deal) -> str:
    """Return *deal* in one line."""
    usual: dict[str, Any] = {
        "direction": 1,
        "seats": tuple(range(len(deal.hands))),
        "active": deal.seats,
        "said": [()] * len(deal.hands),
        "demand": deal.discards[-1] if deal.discards else None,
    }
    words = ["/".join(_print_cards(hand) for hand in deal.hands)]
    for name, default, kind in _FIELDS:
        value = getattr(deal, name)
        if value != usual.get(name, default):
            words.append(f"{name}:{'-' if value is None else kind.write(value)}")
    return " ".join(words)


def parse_layout(text: str) -> Deal:
    """Return the deal that the line *text* describes. Raises ValueError, naming the word, if it describes none."""
    first, *words = text.split()
    hands = [_parse_cards(hand) for hand in first.split("/")]
    known = {one.name for one in fields(Deal)} - {"hands"}
    values: dict[str, Any] = {}
    for word in words:
        name, parted, value = word.partition(":")
        if not parted or name not in known or name in values:
            raise ValueError(f'"{word}" does not belong here. Write each field of a layout once, as name:value.')
        values[name] = _KINDS.get(name, _NUMBER).read(value)
    for name in ("dealer", "on_turn"):
        if name not in values:
            raise ValueError(f"The layout has no {name}. Add {name}:0 or another seat.")
    seats = values.setdefault("seats", tuple(range(len(hands))))
    discards = values.get("discards", ())
    values = {
        "direction": 1,
        "active": seats,
        "said": [()] * len(hands),
        "demand": discards[-1] if discards else None,
    } | values
    return Deal(hands=hands, **values)


def _print_cards(cards: Cards) -> str:
    return "".join(map(str, cards)) or "-"


def _parse_cards(text: str) -> Cards:
    if text == "-":
        return ()
    found = _CARD.findall(text)
    if "".join(found) != text:
        raise ValueError(f'"{text}" is not a row of cards. Write cards without blanks, such as 7SKD, or - for none.')
    return tuple(map(_parse_card, found))


def _parse_card(text: str) -> Card:
    return HIDDEN if text == "?" else Card.parse(text)


class _Kind(NamedTuple):
    """How values of one kind are written. The two are inverses; ``write`` is not called with None."""

    write: Callable[[Any], str]
    read: Callable[[str], Any]


_NUMBER: Final = _Kind(str, int)
_WORD: Final = _Kind(str, str)
_ONE_CARD: Final = _Kind(str, lambda text: None if text == "-" else _parse_card(text))
_CARDS: Final = _Kind(_print_cards, _parse_cards)
_SEAT: Final = _Kind(str, lambda text: None if text == "-" else int(text))
_SEATS: Final = _Kind(
    lambda seats: ",".join(map(str, seats)) or "-",
    lambda text: () if text == "-" else tuple(map(int, text.split(","))),
)
_FLAG: Final = _Kind(lambda flag: str(int(flag)), lambda text: bool(int(text)))
_NAME: Final = _Kind(lambda word: word or "-", lambda text: "" if text == "-" else text)
_CLAIM_PARTS: Final = {
    "seat": _NUMBER, "card": _ONE_CARD, "said": _ONE_CARD, "nominated": _NAME, "target": _SEAT, "word": _NAME,
}  # fmt: skip
_CLAIM: Final = _Kind(
    lambda claim: "/".join(
        "-" if getattr(claim, name) is None else kind.write(getattr(claim, name)) for name, kind in _CLAIM_PARTS.items()
    ),
    lambda text: Claim(
        *(kind.read(part) for kind, part in zip(_CLAIM_PARTS.values(), text.split("/"), strict=True)),
    ),
)
_COVERED: Final = _Kind(
    lambda rows: ",".join(f"{one.place}/{one.seat}/{one.card}" for one in rows),
    lambda text: tuple(
        Covered(int(place), int(seat), _parse_card(card))
        for place, seat, card in (row.split("/") for row in text.split(","))
    ),
)
_SAID: Final = _Kind(
    lambda said: "/".join("+".join(words) or "-" for words in said),
    lambda text: [() if words == "-" else tuple(words.split("+")) for words in text.split("/")],
)
_PAIRS: Final = _Kind(
    lambda pairs: ",".join(f"{one}/{other}" for one, other in pairs),
    lambda text: tuple((int(one), int(other)) for one, other in (pair.split("/") for pair in text.split(","))),
)
_KINDS: Final[dict[str, _Kind]] = {
    **dict.fromkeys(("stock", "discards", "looked", "laid_last", "won_with"), _CARDS),
    **dict.fromkeys(("drawn", "demand", "cause", "offered"), _ONE_CARD),
    **dict.fromkeys(("seats", "active", "out", "left", "waiting", "fines"), _SEATS),
    **dict.fromkeys(("window", "latest", "misses", "maker", "aim", "resume", "skipped_by"), _SEAT),
    **dict.fromkeys(("dry", "emptied", "laid", "spoken", "charged"), _FLAG),
    **dict.fromkeys(("nominated", "chain"), _WORD),
    "ask": _Kind(str, Ask),
    "claim": _CLAIM,
    "covered": _COVERED,
    "said": _SAID,
    "accusations": _PAIRS,
}
"""The kind of each field of ``Deal``; any other is a number."""
_FIELDS: Final = [
    (one.name, MISSING if one.name == "on_turn" else one.default, _KINDS.get(one.name, _NUMBER))
    for one in fields(Deal)
    if one.name != "hands"
]
"""What a line names, in its order, and its usual value. A line always says whose turn it is."""
