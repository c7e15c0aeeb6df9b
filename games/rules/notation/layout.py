"""A deal in one line, as FEN is for chess: hands first, then ``name:value`` for what is not as it usually is.

    7SKD/9C8C/TD stock:QH9D... discards:9S turn:0 ask:play dealer:2

A hand is its cards one behind the other, hands are parted by ``/``; ``-`` is an empty hand, ``?`` a hidden card.
The names are the fields of ``Deal``; a value is cards, a number, a word, seats parted by commas, or a flag. Fields that
have their usual value are left out, so a line stays short. ``parse_layout`` and ``print_layout`` are inverses.
"""

import re
from dataclasses import fields
from typing import Any, Final

from games.rules.cards import BY_TEXT, HIDDEN, Card, Cards
from games.rules.deal import Claim, Covered, Deal
from games.rules.events import Ask

_FACE: Final = re.compile(r"[2-9TJQKA][SHDC]|X|\?")

_CARDS: Final = {"stock", "discards", "looked", "laid_last", "won_with"}
_CARD: Final = {"drawn", "demand", "cause", "offered"}
_SEATS: Final = {"seats", "active", "out", "left", "waiting", "fines"}
_SEAT: Final = {"window", "latest", "misses", "aim", "resume", "skipped_by"}
_FLAGS: Final = {"dry", "emptied", "laid", "spoken", "charged"}
_WORDS: Final = {"nominated", "chain"}


def print_layout(deal: Deal) -> str:
    """Return *deal* in one line."""
    everybody = tuple(range(len(deal.hands)))
    usual: dict[str, Any] = {
        "direction": 1,
        "seats": everybody,
        "active": deal.seats,
        "said": [()] * len(deal.hands),
        "demand": deal.discards[-1] if deal.discards else None,
    }
    words = ["/".join(_print_cards(hand) or "-" for hand in deal.hands)]
    for one in fields(Deal):
        value = getattr(deal, one.name)
        if one.name not in ("hands", "dealer", "turn") and value == usual.get(one.name, one.default):
            continue
        if one.name != "hands":
            words.append(f"{one.name}:{_print_value(one.name, value)}")
    return " ".join(words)


def _print_cards(cards: Cards) -> str:
    return "".join(map(str, cards))


def _print_value(name: str, value: Any) -> str:
    if value is None:
        return "-"
    if name in _CARDS:
        return _print_cards(value) or "-"
    if name in _SEATS:
        return ",".join(map(str, value)) or "-"
    if name in _FLAGS:
        return str(int(value))
    if name == "claim":
        return _print_claim(value)
    if name == "covered":
        return ",".join(f"{one.place}/{one.seat}/{one.card}" for one in value)
    if name == "said":
        return "/".join("+".join(words) or "-" for words in value)
    return str(value)


def _print_claim(claim: Claim) -> str:
    parts = (claim.seat, claim.card, claim.said, claim.nominated, claim.target, claim.word)
    return "/".join("-" if part in ("", None) else str(part) for part in parts)


def parse_layout(text: str) -> Deal:
    """Return the deal that the line *text* describes. Raises ValueError, naming the word, if it describes none."""
    first, *words = text.split()
    hands = [_parse_cards(hand) for hand in first.split("/")]
    known = {one.name for one in fields(Deal)} - {"hands"}
    values: dict[str, Any] = {}
    for word in words:
        name, parted, value = word.partition(":")
        if not parted or name not in known or name in values:
            raise ValueError(f"{word!r} is no word of a layout")
        values[name] = _parse_value(name, value)
    for name in ("dealer", "turn"):
        if name not in values:
            raise ValueError(f"a layout says {name}")
    seats = values.setdefault("seats", tuple(range(len(hands))))
    discards = values.get("discards", ())
    values = {
        "direction": 1,
        "active": seats,
        "said": [()] * len(hands),
        "demand": discards[-1] if discards else None,
    } | values
    return Deal(hands=hands, **values)


def _parse_cards(text: str) -> Cards:
    if text == "-":
        return ()
    found = _FACE.findall(text)
    if "".join(found) != text:
        raise ValueError(f"{text!r} is no row of cards")
    return tuple(map(_parse_card, found))


def _parse_card(text: str) -> Card:
    return HIDDEN if text == "?" else BY_TEXT[text]


def _parse_value(name: str, text: str) -> Any:
    if name in _CARDS:
        return _parse_cards(text)
    if name in _CARD:
        return None if text == "-" else _parse_cards(text)[0]
    if name in _SEATS:
        return () if text == "-" else tuple(map(int, text.split(",")))
    if name in _FLAGS:
        return bool(int(text))
    if name == "said":
        return [() if one == "-" else tuple(one.split("+")) for one in text.split("/")]
    if name == "ask":
        return Ask(text)
    if name == "claim":
        return _parse_claim(text)
    if name == "covered":
        return tuple(Covered(int(place), int(seat), _parse_card(card)) for place, seat, card in _rows(text))
    if name in _SEAT:
        return None if text == "-" else int(text)
    return text if name in _WORDS else int(text)


def _rows(text: str) -> list[list[str]]:
    return [row.split("/") for row in text.split(",")]


def _parse_claim(text: str) -> Claim:
    seat, card, said, nominated, target, word = ("" if part == "-" else part for part in text.split("/"))
    return Claim(
        int(seat), _parse_card(card), _parse_card(said), nominated, int(target) if target else None, word
    )  # fmt: skip
