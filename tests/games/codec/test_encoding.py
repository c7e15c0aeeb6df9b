"""Events as the log keeps them: nothing lost, nothing hidden in what is public, nothing unknown read."""

from dataclasses import fields
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.log.codec import UnknownEvent, canonical, decode, encode, upcast
from games.log.codec.encoding import lift
from games.log.codec.names import KINDS, NAMES, Fact
from games.rules import events
from games.rules.cards import ALL_FACES, Card, parse_cards
from games.rules.events import Event

CARDS = parse_cards("7S 8H X")
st.register_type_strategy(Card, st.sampled_from(ALL_FACES))
EVENTS: st.SearchStrategy[Fact] = st.one_of(*(
    st.builds(kind.type, **({"terms": st.just({"rated": True})} if kind.type is events.GameOpened else {}))
    for kind in KINDS.values()
))  # fmt: skip


def test_every_type_of_event_has_a_name() -> None:
    assert set(NAMES) == set(get_args(Fact))


@pytest.mark.parametrize("name", KINDS)
def test_names_are_kebab_case_and_never_of_python(name: str) -> None:
    assert name == name.lower()
    assert name.replace("-", "").isalpha()


@given(EVENTS)
def test_an_event_comes_back_as_it_was(event: Event) -> None:
    told = encode(event)
    assert decode(told.type, told.schema, told.public, told.secret) == event


@given(EVENTS)
def test_the_public_part_has_the_declared_fields_and_lengths(event: Event) -> None:
    told = encode(event)
    hidden = {field.name for field in fields(event)} - set(getattr(event, "PUBLIC", ()))
    assert set(told.secret) == hidden
    for name in hidden:
        assert told.public.get(name) == length(getattr(event, name))
    assert set(told.public) - hidden == set(getattr(event, "PUBLIC", ()))


def length(value: Any) -> int | list[int] | None:
    """What may be seen of a hidden value, said otherwise than the codec says it."""
    if not isinstance(value, tuple):
        return None
    return [len(part) for part in value] if value and isinstance(value[0], tuple) else len(value)


@pytest.mark.parametrize(
    ("event", "public"),
    [
        (events.CardsDrawn(seat=1, cards=CARDS, cause=events.Cause.FINE), {"seat": 1, "cause": "fine", "cards": 3}),
        (events.CardsDealt(hands=(CARDS, ())), {"hands": [3, 0]}),
        (events.StockShuffled(cards=CARDS, act=2), {"act": 2, "cards": 3}),
    ],
)
def test_hidden_cards_are_counted(event: Event, public: dict[str, Any]) -> None:
    assert encode(event).public == public


def test_the_seed_does_not_stand_in_public() -> None:
    told = encode(events.GameOpened(ruleset="r", options={}, seats=2, commitment="c", seed="5eed"))
    assert "5eed" not in canonical(told.public).decode()
    assert told.secret == {"seed": "5eed"}


BROKEN = [
    ("seat-left", 0, {"seat": 1}),
    ("seat-left", 2, {"seat": 1}),
    ("seat-gone", 1, {"seat": 1}),
    ("seat-left", 1, {}),
    ("seat-left", 1, {"seat": 1, "more": 1}),
    ("seat-left", 1, {"chair": 1}),
    ("up-card-turned", 1, {"card": "1S"}),
    ("seat-asked", 1, {"seat": 1, "ask": "fold"}),
    ("cards-played", 1, {"seat": 1, "cards": 3, "nominated": "", "target": None, "keeps_demand": False}),
]


@pytest.mark.parametrize(("name", "schema", "public"), BROKEN)
def test_what_is_not_known_is_refused_loudly(name: str, schema: int, public: dict[str, Any]) -> None:
    with pytest.raises(UnknownEvent):
        decode(name, schema, public, {})


def test_an_event_without_a_name_cannot_be_written() -> None:
    with pytest.raises(UnknownEvent):
        encode("no event")  # type: ignore[arg-type]


def test_steps_lift_old_data_one_after_the_other() -> None:
    def with_word(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "word": ""}

    def with_early(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "early": data["word"] == "mau"}

    assert lift({"seat": 1}, [with_word, with_early]) == {"seat": 1, "word": "", "early": False}


def test_todays_data_are_not_lifted() -> None:
    assert upcast("seat-left", 1, {"seat": 1}) == {"seat": 1}
