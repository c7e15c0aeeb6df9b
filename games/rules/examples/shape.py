"""What an example may say, key by key; anything else is an error that names its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.rules.cards import Cards, parse_cards
from games.rules.ruleset import OptionValue
from games.rules.ruleset.schema import MOST_SEATS


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
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)


class Kind(NamedTuple):
    """What a key takes."""

    asks: str
    many: str
    holds: Callable[[object], bool]


def _list_of(kind: Kind) -> Kind:
    asks = f"a list of {kind.many}"
    return Kind(asks, f"lists of {kind.many}", lambda value: isinstance(value, list) and all(map(kind.holds, value)))


def _by_seat(kind: Kind) -> Kind:
    return Kind(
        f"a table of {kind.many} by seat",
        f"tables of {kind.many} by seat",
        lambda value: (
            isinstance(value, dict) and all(str(seat).isdecimal() and kind.holds(one) for seat, one in value.items())
        ),
    )


def _either(one: Kind, other: Kind) -> Kind:
    either = f"{one.asks} or {other.asks}"
    return Kind(either, either, lambda value: one.holds(value) or other.holds(value))


_NUMBER: Final = Kind("a whole number", "whole numbers", lambda value: type(value) is int)
_TEXT: Final = Kind("a text", "texts", lambda value: isinstance(value, str))
_FLAG: Final = Kind("true or false", "truth values", lambda value: isinstance(value, bool))
_NUMBERS: Final = _list_of(_NUMBER)
_TEXTS: Final = _list_of(_TEXT)

GIVEN: Final[dict[str, Kind]] = {
    "hands": _TEXTS, "up_card": _TEXT, "below": _TEXT, "stock": _TEXT, "turn": _NUMBER, "direction": _NUMBER,
    "dealer": _NUMBER, "nominated": _TEXT, "penalty": _NUMBER, "skip": _NUMBER, "announced": _NUMBERS,
    "scores": _NUMBERS, "lost": _NUMBERS, "gone": _NUMBERS, "winner": _NUMBER, "loser": _NUMBER,
    "shuffles": _TEXTS, "deck": _TEXT, "players": _NUMBER,
}  # fmt: skip
"""The keys of Given, each with what it takes."""

THEN: Final[dict[str, Kind]] = {
    "turn": _NUMBER, "dealer": _NUMBER, "hands": _by_seat(_TEXT), "cards": _by_seat(_NUMBER), "up_card": _TEXT,
    "nominated": _TEXT, "direction": _NUMBER, "penalty": _NUMBER, "skip": _NUMBER, "stock": _either(_TEXT, _NUMBER),
    "plays": _TEXT, "verbs": _TEXTS, "refused": _TEXTS, "allowed": _TEXTS, "out": _NUMBERS, "over": _FLAG,
    "winner": _NUMBER, "points": _by_seat(_NUMBER), "scores": _either(_NUMBERS, _by_seat(_NUMBER)),
    "eliminated": _NUMBERS, "game_over": _FLAG,
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
    if not isinstance(name, str) or not name or not name.isprintable():
        raise ExampleError("name", "an example has a name in one line")
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
    if not _TEXTS.holds(proves) or len(proves) > MOST_PROOFS:
        raise ExampleError("proves", f"a list of at most {MOST_PROOFS} paragraphs is asked for")
    if not _TEXTS.holds(moves):
        raise ExampleError("moves", "a list of moves is asked for")
    if not isinstance(options, dict) or not all(isinstance(one, bool | int | str) for one in options.values()):
        raise ExampleError("options", "a table of words, numbers and truth values is asked for")
    if ("hands" in given) == ("deck" in given):
        raise ExampleError("hands", "either hands or deck is given")
    if "deck" in given and not 1 <= given.get("players", 0) <= MOST_SEATS:
        raise ExampleError("players", f"with a deck the number of players is given, at most {MOST_SEATS}")
    _check_seats_and_cards(given, then)
    return Example(name=name, proves=tuple(proves), options=options, given=given, moves=tuple(moves), then=then)


def _check_seats_and_cards(given: Mapping[str, Any], then: Mapping[str, Any]) -> None:
    """Raise ExampleError for a seat that the table does not have, or a word in ``then`` that is no card."""
    seats = range(len(given["hands"]) if "hands" in given else given["players"])
    for place, data in (("", given), ("then.", then)):
        for key in SEATS.intersection(data) - ({"hands"} if data is given else set()):
            named = data[key] if isinstance(data[key], list | dict) else [data[key]]
            if any(int(seat) not in seats for seat in named):
                raise ExampleError(f"{place}{key}", f"seats are 0 to {len(seats) - 1}")
    if len(given.get("gone", ())) >= len(seats):
        raise ExampleError("gone", "somebody must be left")
    written = [(f"then.{key}", then[key]) for key in ("stock", "up_card") if isinstance(then.get(key), str)]
    for place, text in (*written, *(("then.hands", text) for text in then.get("hands", {}).values())):
        parse(place, text)


def parse(key: str, text: str) -> Cards:
    """Return the cards of *text*. Raises ExampleError for a word that is no card."""
    try:
        return parse_cards(text)
    except ValueError as fault:
        raise ExampleError(key, str(fault)) from fault


def _check(place: str, data: Mapping[str, Any], keys: Mapping[str, Kind]) -> None:
    for key, value in data.items():
        if key not in keys:
            raise ExampleError(f"{place}{key}", "unknown key")
        if not keys[key].holds(value):
            raise ExampleError(f"{place}{key}", f"{keys[key].asks} is asked for, not {value!r}")
