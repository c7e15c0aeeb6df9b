"""Which types have a form in JSON."""

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

import pytest

from games.log.codec.values import form_of
from games.rules.cards import Card, parse_cards


class Mood(StrEnum):
    GOOD = "good"


@dataclass
class Inner:
    card: Card | None
    moods: tuple[Mood, ...]


@dataclass
class Outer:
    pair: tuple[Card, int]
    by_seat: dict[int, Inner]
    by_card: dict[Card, list[Card]]
    memo: int = field(default=7, metadata={"stored": False})


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
            Outer((JOKER, 1), {2: Inner(None, (Mood.GOOD,))}, {SEVEN: [JOKER]}),
            {"pair": ["X", 1], "by_seat": {"2": {"card": None, "moods": ["good"]}}, "by_card": {"7S": ["X"]}},
        ),
    ],
)
def test_a_value_is_written_and_read_again(declared: Any, value: Any, written: Any) -> None:
    form = form_of(declared)
    assert form.write(value) == written
    assert form.read(form.write(value)) == value


@pytest.mark.parametrize("declared", [float, set[int], bytes, Inner | Outer, Card | Mood, object])
def test_what_could_not_be_read_again_has_no_form(declared: Any) -> None:
    with pytest.raises(TypeError):
        form_of(declared)


def test_a_new_field_changes_the_text_of_the_form() -> None:
    @dataclass
    class More(Inner):
        word: str

    assert form_of(More).text != form_of(Inner).text
