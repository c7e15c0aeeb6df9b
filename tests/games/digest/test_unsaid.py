"""The short rules say what a ruleset says: whoever changes a key or an option reads another text."""

from collections.abc import Iterator
from dataclasses import is_dataclass
from functools import cache
from typing import Any, Final, NamedTuple, get_args, get_type_hints

import pytest

from games.digest import Speech, summary
from games.digest.unsaid import UNSAID, Unsaid
from games.rules.ruleset import Ruleset
from games.rules.ruleset.options import Option, OptionValue
from games.rules.ruleset.schema import Sections
from games.rules.variants import KEYS, load
from tests.games.digest.changes import Change, changes

Options = dict[str, OptionValue]

TABLES: Final[tuple[tuple[str, int, Options], ...]] = (
    *((key, max(3, load(key).players.least), {}) for key in KEYS),
    ("crazy_eights", 2, {"use_special_cards": True, "draw": "until_playable", "score": "winner_collects"}),
    ("faraon", 3, {"rescue": True, "faraon_universal": True}),
    ("mau_mau", 3, {"announce": "both", "cut": "four_cuts", "score": "to_100"}),
    ("mau_mau", 3, {"announce": "at_last", "jack_on_jack": "forbidden"}),
    ("mau_mau", 3, {"announce": "auto"}),
    ("neuner", 3, {"score": "to_100"}),
    ("pesten", 2, {"last_pest": "draw_2", "last_call_fine": "2", "extra_turn": "must_or_draw"}),
    ("prsi", 3, {"blind": True, "score": "to_100"}),
    ("prsi", 3, {"quick": True, "return_by_7h": True, "leaf_king": True, "heart_ten": True, "play_on": True}),
)
"""Each variant as it is, and tables at which further keys mean something."""

NEEDED: Final[dict[tuple[str, str], Options]] = {
    ("101", "spade_king_draw"): {"spade_king": True},
    ("neuner", "joker_last_doubles"): {"score": "to_100"},
    ("prsi", "blind_truth_fine"): {"blind": True},
    ("prsi", "blind_lie_fine"): {"blind": True},
    ("prsi", "next_dealer"): {"score": "to_100"},
}
"""Options that change nothing unless another one is set."""


class Seen(NamedTuple):
    """What the short rules make of a change."""

    change: Change
    is_said: bool
    reasons: tuple[Unsaid, ...]
    """The entries of the list for its key that hold before it and after it."""


def text(rules: Ruleset) -> list[str]:
    """Return the short rules of *rules*. They name cards of a French pack whatever the ruleset says."""
    return summary(rules, Speech("en", "french", {}))


@cache
def seen(table: int) -> list[Seen]:
    """Return each change of a key at a table of TABLES."""
    key, seats, options = TABLES[table]
    rules = load(key).ruleset(seats, options)
    said = text(rules)
    return [
        Seen(change, is_said=text(change.rules) != said, reasons=tuple(_reasons(rules, change)))
        for change in changes(rules)
    ]


def _reasons(rules: Ruleset, change: Change) -> Iterator[Unsaid]:
    for entry in UNSAID:
        for key, before, after in change.holders:
            where = entry.where or (lambda *_: True)
            if key == entry.key and where(rules, before) and where(change.rules, after):
                yield entry


def exists(key: str) -> bool:
    """Return whether *key* is a section of rulesets, or a key of one."""
    shape: Any = Sections
    for name in key.split("."):
        hint = get_type_hints(shape).get(name)
        # Of a table by name or a list, the entries count.
        inner = [one for one in get_args(hint) if is_dataclass(one)]
        shape = inner[0] if inner else hint
    return shape is not None


@pytest.mark.sampled(6)
@pytest.mark.parametrize("table", range(len(TABLES)), ids=lambda table: f"{TABLES[table][0]}-{table}")
def test_another_value_of_a_key_is_another_text(table: int) -> None:
    found = [one for one in seen(table) if not one.reasons]

    assert {one.change.path for one in found if not one.is_said and not one.change.is_sample} == set()
    sampled = {one.change.path for one in found if one.change.is_sample}
    assert sampled - {one.change.path for one in found if one.is_said} == set()


@pytest.mark.parametrize("entry", UNSAID, ids=lambda entry: entry.key)
def test_a_key_stands_on_the_list_only_if_no_line_speaks_of_it(entry: Unsaid) -> None:
    found = [one for table in range(len(TABLES)) for one in seen(table) if entry in one.reasons]

    assert exists(entry.key)
    assert entry.why.endswith(".")
    assert any(one.reasons == (entry,) and not one.is_said for one in found), "no change needs this entry"
    assert {one.change.path for one in found if one.is_said and not one.change.is_sample} == set()


@pytest.mark.parametrize(
    ("key", "name", "option"),
    [(key, name, option) for key in KEYS for name, option in load(key).options.items()],
    ids=lambda part: part if isinstance(part, str) else "",
)
def test_another_value_of_an_option_is_another_text(key: str, name: str, option: Option) -> None:
    variant, needed = load(key), NEEDED.get((key, name), {})
    seats = max(3, variant.players.least)
    values = option.choices or (option.default, option.least, option.most)

    texts = [text(variant.ruleset(seats, {**needed, name: value})) for value in values]

    assert len({*map(tuple, texts)}) == len({*values})
