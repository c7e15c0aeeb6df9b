"""Which types have a form in JSON."""

from dataclasses import dataclass
from enum import StrEnum
from typing import Any

import msgspec
import pytest

from games.log.codec.names import KINDS
from games.log.codec.values import reader_of, shape_of, to_json
from games.rules.cards import Card, parse_cards
from games.rules.game import Game


class Mood(StrEnum):
    GOOD = "good"


@dataclass
class Inner:
    card: Card | None
    moods: tuple[Mood, ...]


@dataclass
class Outer:
    pair: tuple[Card, int]
    by_name: dict[str, Inner]


SEVEN, JOKER = parse_cards("7S X")


@pytest.mark.parametrize(
    ("declared", "value", "written"),
    [
        (Card, SEVEN, "7S"),
        (tuple[Card, ...], (), []),
        (tuple[tuple[Card, ...], ...], ((SEVEN,), ()), [["7S"], []]),
        (Card | None, None, None),
        (int | None, 3, 3),
        (bool | int | str, True, True),
        (Mood, Mood.GOOD, "good"),
        (
            Outer,
            Outer((JOKER, 1), {"a": Inner(None, (Mood.GOOD,))}),
            {"pair": ["X", 1], "by_name": {"a": {"card": None, "moods": ["good"]}}},
        ),
    ],
)
def test_a_value_is_written_and_read_again(declared: Any, value: Any, written: Any) -> None:
    assert to_json(value) == written
    assert reader_of(declared)(written) == value


@pytest.mark.parametrize(
    ("declared", "data"),
    [
        (Card, "1S"),
        (Card, 7),
        (Card, ["7S"]),
        (tuple[Card, ...], "7S"),
        (int, True),
        (Mood, "bad"),
        (Inner, {"moods": []}),
        (Outer, {"pair": ["X"], "by_name": {}}),
    ],
)
def test_what_was_never_written_is_refused(declared: Any, data: Any) -> None:
    with pytest.raises(msgspec.ValidationError):
        reader_of(declared)(data)


@pytest.mark.parametrize("declared", [Inner | Outer, Card | Mood, object])
def test_what_could_not_be_read_again_has_no_shape(declared: Any) -> None:
    with pytest.raises(TypeError):
        shape_of({"field": declared})


def test_an_object_has_no_form() -> None:
    with pytest.raises(TypeError):
        to_json(object())


@pytest.mark.parametrize("declared", [*(kind.type for kind in KINDS.values()), Game])
def test_nothing_that_is_kept_is_a_float(declared: type) -> None:
    """The text of a float depends on who writes it, and the log is hashed."""
    described = msgspec.json.schema_components([declared], schema_hook=lambda _: {"format": "card"})

    assert "'type': 'number'" not in repr(described)


def test_a_new_field_changes_the_shape_and_a_docstring_does_not() -> None:
    @dataclass
    class More(Inner):
        word: str

    @dataclass
    class Outer(Inner):
        """What it is."""

    Outer.__name__ = "More"
    before = shape_of({"field": Outer})
    Outer.__doc__ = "Said better."

    assert shape_of({"field": Outer}) == before != shape_of({"field": More})
    assert shape_of({"field": Inner}) != shape_of({"other": Inner})
