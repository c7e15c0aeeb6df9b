"""What an example may say, key by key; anything else is an error that names its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from games.rules.cards import Cards, parse_cards
from games.rules.ruleset import Option


class ExampleError(ValueError):
    """An example that cannot be understood: ``key`` is the key at fault."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key, self.why = key, why


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One example as it is written: a name, what it proves, a position, moves, and what must then hold."""

    name: str
    proves: tuple[str, ...] = ()
    options: Mapping[str, Option] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)


Check: TypeAlias = Callable[[object], bool]


def _number(value: object) -> bool:
    return type(value) is int


def _text(value: object) -> bool:
    return isinstance(value, str)


def _flag(value: object) -> bool:
    return isinstance(value, bool)


def _numbers(value: object) -> bool:
    return isinstance(value, list) and all(map(_number, value))


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(map(_text, value))


def _by_seat(check: Check) -> Check:
    def checked(value: object) -> bool:
        return isinstance(value, dict) and all(str(seat).isdecimal() and check(one) for seat, one in value.items())

    return checked


GIVEN: Final[dict[str, Check]] = {
    "hands": _texts, "up_card": _text, "below": _text, "stock": _text, "turn": _number, "direction": _number,
    "dealer": _number, "nominated": _text, "penalty": _number, "skip": _number, "announced": _numbers,
    "scores": _numbers, "lost": _numbers, "gone": _numbers, "winner": _number, "loser": _number,
    "shuffles": _texts, "deck": _text, "players": _number,
}  # fmt: skip
"""The keys of Given, each with what it takes."""

THEN: Final[dict[str, Check]] = {
    "turn": _number, "dealer": _number, "hands": _by_seat(_text), "cards": _by_seat(_number), "up_card": _text,
    "nominated": _text, "direction": _number, "penalty": _number, "skip": _number,
    "stock": lambda value: _text(value) or _number(value), "plays": _text, "verbs": _texts, "refused": _texts,
    "allowed": _texts, "out": _numbers, "over": _flag, "winner": _number, "points": _by_seat(_number),
    "scores": lambda value: _numbers(value) or _by_seat(_number)(value), "eliminated": _numbers, "game_over": _flag,
}  # fmt: skip
"""The keys of Then, each with what it takes."""

SEATS: Final = frozenset(
    ("turn", "dealer", "announced", "gone", "winner", "loser", "hands", "cards", "points", "out", "eliminated")
)
"""The keys that name seats; ``hands`` of Given is none of them, a list of texts."""

MOST_PROOFS: Final = 4


def read_example(data: Mapping[str, Any]) -> Example:
    """Return the example that a table of a file holds. Raises ExampleError, naming the key, if it holds none."""
    name = data.get("name")
    if not isinstance(name, str) or not name:
        raise ExampleError("name", "an example has a name")
    known = {"name", "proves", "options", "moves", "then", *GIVEN}
    for key in data:
        if key not in known:
            raise ExampleError(key, "unknown key")
    given = {key: data[key] for key in GIVEN if key in data}
    _check("", given, GIVEN)
    then = data.get("then", {})
    if not isinstance(then, dict):
        raise ExampleError("then", "a table is asked for")
    _check("then.", then, THEN)
    proves, moves, options = data.get("proves", []), data.get("moves", []), data.get("options", {})
    if not _texts(proves) or len(proves) > MOST_PROOFS:
        raise ExampleError("proves", f"a list of at most {MOST_PROOFS} paragraphs is asked for")
    if not _texts(moves):
        raise ExampleError("moves", "a list of moves is asked for")
    if not isinstance(options, dict):
        raise ExampleError("options", "a table is asked for")
    if ("hands" in given) == ("deck" in given):
        raise ExampleError("hands", "either hands or deck is given")
    if "deck" in given and given.get("players", 0) < 1:
        raise ExampleError("players", "with a deck the number of players is given")
    _check_seats(given, then)
    _check_cards(then)
    return Example(name=name, proves=tuple(proves), options=options, given=given, moves=tuple(moves), then=then)


def _check_seats(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """Raise ExampleError for a seat that the table does not have."""
    seats = range(len(given["hands"]) if "hands" in given else given["players"])
    for place, data in (("", given), ("then.", then)):
        for key in SEATS.intersection(data) - ({"hands"} if data is given else set()):
            named = data[key] if isinstance(data[key], list | dict) else [data[key]]
            if any(int(seat) not in seats for seat in named):
                raise ExampleError(f"{place}{key}", f"seats are 0 to {len(seats) - 1}")
    if len(given.get("gone", ())) >= len(seats):
        raise ExampleError("gone", "somebody must be left")


def _check_cards(then: Mapping[str, Any]) -> None:
    written = {f"then.{key}": then[key] for key in ("stock", "up_card") if isinstance(then.get(key), str)}
    for place, text in (*written.items(), *(("then.hands", text) for text in then.get("hands", {}).values())):
        parse(place, text)


def parse(key: str, text: str) -> Cards:
    """Return the cards of *text*. Raises ExampleError for a word that is no card."""
    try:
        return parse_cards(text)
    except ValueError as fault:
        raise ExampleError(key, str(fault)) from fault


def _check(place: str, data: Mapping[str, Any], keys: Mapping[str, Check]) -> None:
    for key, value in data.items():
        if key not in keys:
            raise ExampleError(f"{place}{key}", "unknown key")
        if not keys[key](value):
            raise ExampleError(f"{place}{key}", f"{value!r} is nothing that it takes")
