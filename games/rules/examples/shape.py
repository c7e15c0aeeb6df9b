"""What an example may say, key by key; anything else is an error that names its place."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, Final, NamedTuple

from games.rules.cards import RANKS, SUITS, Cards, parse_cards
from games.rules.ruleset import OptionValue
from games.rules.ruleset.read import show, suggest
from games.rules.ruleset.schema import MOST_SEATS


class ExampleError(ValueError):
    """An example cannot be understood: ``key`` is the key at fault, ``why`` says what to write instead."""

    def __init__(self, key: str, why: str) -> None:
        super().__init__(f"{key}: {why}")
        self.key, self.why = key, why


@dataclass(frozen=True, slots=True, kw_only=True)
class Example:
    """One example as it is written: a position, moves, and what must hold after them."""

    name: str
    proves: tuple[str, ...] = ()
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    given: Mapping[str, Any] = field(default_factory=dict)
    moves: tuple[str, ...] = ()
    then: Mapping[str, Any] = field(default_factory=dict)


class Kind(NamedTuple):
    """What a key takes."""

    asks: str
    """What to write, as an author reads it: ``a whole number``."""
    many: str
    """Several of it: ``whole numbers``. Empty if no key takes a list or table of it."""
    holds: Callable[[object], bool]
    """Whether a value is of this kind."""


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
_COUNT: Final = Kind("a whole number that is not negative", "", lambda value: type(value) is int and value >= 0)
_TEXT: Final = Kind("a string", "strings", lambda value: isinstance(value, str))
_FLAG: Final = Kind("true or false", "", lambda value: isinstance(value, bool))
_NUMBERS: Final = _list_of(_NUMBER)
_TEXTS: Final = _list_of(_TEXT)
_DIRECTION: Final = Kind("1 or -1", "", lambda value: type(value) is int and value in (1, -1))
_NOMINATION: Final = Kind("a suit such as H or a rank such as 7", "", lambda value: value in ("", *SUITS, *RANKS))

MOST_PROOFS: Final = 4

_HEADER: Final[dict[str, Kind]] = {
    "name": Kind(
        "a name in one line", "", lambda value: isinstance(value, str) and value != "" and value.isprintable()
    ),
    "proves": Kind(
        f"a list of at most {MOST_PROOFS} paragraphs",
        "",
        lambda value: _TEXTS.holds(value) and isinstance(value, list) and len(value) <= MOST_PROOFS,
    ),
    "options": Kind(
        "a table of options",
        "",
        lambda value: isinstance(value, dict) and all(isinstance(one, bool | int | str) for one in value.values()),
    ),
    "moves": Kind("a list of moves", "", _TEXTS.holds),
    "then": Kind("a table", "", lambda value: isinstance(value, dict)),
}
GIVEN: Final[dict[str, Kind]] = {
    "hands": _TEXTS, "up_card": _TEXT, "below": _TEXT, "stock": _TEXT, "turn": _NUMBER, "direction": _DIRECTION,
    "dealer": _NUMBER, "nominated": _NOMINATION, "penalty": _COUNT, "skip": _COUNT, "announced": _NUMBERS,
    "scores": _NUMBERS, "lost": _NUMBERS, "gone": _NUMBERS, "winner": _NUMBER, "loser": _NUMBER,
    "shuffles": _TEXTS, "deck": _TEXT, "players": _NUMBER,
}  # fmt: skip
"""The keys of the position, each with what it takes."""

THEN: Final[dict[str, Kind]] = {
    "turn": _NUMBER, "dealer": _NUMBER, "hands": _by_seat(_TEXT), "cards": _by_seat(_NUMBER), "up_card": _TEXT,
    "nominated": _TEXT, "direction": _NUMBER, "penalty": _NUMBER, "skip": _NUMBER, "stock": _either(_TEXT, _NUMBER),
    "plays": _TEXT, "verbs": _TEXTS, "refused": _TEXTS, "allowed": _TEXTS, "out": _NUMBERS, "over": _FLAG,
    "winner": _NUMBER, "points": _by_seat(_NUMBER), "scores": _either(_NUMBERS, _by_seat(_NUMBER)),
    "eliminated": _NUMBERS, "game_over": _FLAG,
}  # fmt: skip
"""The keys of ``then``, each with what it takes."""

SEATS: Final = frozenset(
    ("turn", "dealer", "announced", "gone", "winner", "loser", "hands", "cards", "points", "out", "eliminated")
)
"""The keys that name seats. ``hands`` does so in ``then`` only."""


def read_example(data: Mapping[str, Any]) -> Example:
    """Return the example that a table of a file holds. Raises ExampleError, naming the key, if it holds none."""
    if "name" not in data:
        raise ExampleError("name", "This key is missing. Write a name in one line.")
    _check("", data, _HEADER | GIVEN)
    given = {key: data[key] for key in GIVEN if key in data}
    then = data.get("then", {})
    _check("then.", then, THEN)
    if ("hands" in given) == ("deck" in given):
        raise ExampleError("hands", "Write either hands or deck.")
    if "deck" in given and not 1 <= given.get("players", 0) <= MOST_SEATS:
        raise ExampleError("players", f"With a deck, write the number of players, at most {MOST_SEATS}.")
    seats = range(len(given["hands"]) if "hands" in given else given["players"])
    for place, table in (("", given), ("then.", then)):
        for key in SEATS.intersection(table) - ({"hands"} if table is given else set()):
            named = table[key] if isinstance(table[key], list | dict) else [table[key]]
            if any(int(seat) not in seats for seat in named):
                raise ExampleError(f"{place}{key}", f"Write seats from 0 to {len(seats) - 1}.")
    if len(given.get("gone", ())) >= len(seats):
        raise ExampleError("gone", "Leave at least one seat in the game.")
    # The cards of the position are parsed when it is set up. Those of `then` would not be before the moves are made.
    written = [(f"then.{key}", then[key]) for key in ("stock", "up_card") if isinstance(then.get(key), str)]
    for place, text in (*written, *(("then.hands", text) for text in then.get("hands", {}).values())):
        parse(place, text)
    return Example(
        name=data["name"],
        proves=tuple(data.get("proves", ())),
        options=data.get("options", {}),
        given=given,
        moves=tuple(data.get("moves", ())),
        then=then,
    )


def parse(key: str, text: str) -> Cards:
    """Return the cards of *text*. Raises ExampleError for a word that is not a card."""
    try:
        return parse_cards(text)
    except ValueError as fault:
        raise ExampleError(key, f"{fault}. Write cards such as 7S or QH, or X for a joker.") from fault


def _check(place: str, data: Mapping[str, Any], keys: Mapping[str, Kind]) -> None:
    for key, value in data.items():
        if key not in keys:
            raise ExampleError(f"{place}{key}", f"Unknown key. {suggest(key, keys)}")
        if not keys[key].holds(value):
            raise ExampleError(f"{place}{key}", f"Write {keys[key].asks}, not {show(value)}.")
