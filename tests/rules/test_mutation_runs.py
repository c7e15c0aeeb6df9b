"""Changed rulesets: every value is changed, and the examples tell a change from the original, or do not."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

import pytest

from games.rules.examples.mutation_runs import Fate, Mutants, Trial
from games.rules.examples.mutations import DROPPED, HEADER, Mutation, mutated, mutations
from games.rules.ruleset import RulesetError
from tests.rules.tables import VARIANTS

RULES: Final[dict[str, Any]] = {
    "key": "small",
    "name": "Small",
    "order": ["gentle", "fine"],
    "names": {"trick": "8"},
    "players": {"least": 2, "most": 3},
    "deck": {"ranks": "7 8 9 T", "count": {"2": 1, "3": 2}},
    "deal": {"size": {"2": 2}},
    "draw": {"when": "unable"},
    "skip": {"cards": "@trick"},
    "say": {"left_one": True, "fine": 1, "words": [{"word": "mau"}]},
    "options": {
        "gentle": {
            "default": False,
            "paragraph": "SM-1",
            "values": {"off": {}, "on": {"skip": {"cards": ""}, "say": {"fine": 2}}},
        },
        "fine": {"default": 1, "paragraph": "SM-2", "sets": "say.last_fine", "least": 1, "most": 5},
    },
}
SKIPPED: Final = {
    "name": "An eight takes a turn",
    "hands": ["8H 9S 9D", "TH TD", "7C 7S"],
    "up_card": "9H",
    "moves": ["0 8H"],
    "then": {"turn": 2},
}
GENTLE: Final = {**SKIPPED, "name": "A gentle eight takes none", "options": {"gentle": True}, "then": {"turn": 1}}


def named(name: str, rules: dict[str, Any] | None = None) -> Mutation:
    return next(one for one in mutations(rules or RULES) if str(one) == name)


def trial(name: str, *examples: dict[str, Any], rules: dict[str, Any] | None = None) -> Trial:
    return Mutants(rules or RULES, examples).trial(named(name, rules))


@pytest.mark.parametrize(
    "name",
    [
        "players.least: 2 -> 3",
        "players.most: 3 -> 2",
        "deck.ranks: without 7",
        "deck.ranks: with J",
        "deck.count.3: 2 -> 3",
        "deck.count.3: from 3 -> from 2",
        "deck.count.3: from 3 -> from 4",
        "deck.count.3: dropped",
        "deal.size.2: 2 -> 1",
        "draw.when: unable -> free",
        "draw.when: dropped",
        "names.trick: without 8",
        "names.trick: with T",
        "skip.cards: without @trick",
        "skip.cards: with 9",
        "say.left_one: true -> false",
        "say.fine: 1 -> 0",
        "say.words[0].word: mau -> maux",
        "say.words[0]: dropped",
        "options.gentle.default: false -> true",
        "options.gentle.values.on: dropped",
        "options.gentle.values.on.skip.cards: with 7",
        "options.gentle.values.on.say.fine: 2 -> 3",
        "options.gentle.values.on.say.fine: dropped",
        "options.fine.default: 1 -> 2",
        "options.fine.most: 5 -> 6",
    ],
)
def test_every_kind_of_value_is_changed(name: str) -> None:
    assert name in {str(one) for one in mutations(RULES)}


@pytest.mark.parametrize("name", ["skip.cards: with 8", "deck.count.2: from 2 -> from 1", "players.least: dropped"])
def test_what_is_no_change_is_left_out(name: str) -> None:
    assert name not in {str(one) for one in mutations(RULES)}


def test_a_change_changes_one_value_of_a_copy() -> None:
    before = deepcopy(RULES)

    after = mutated(RULES, named("say.words[0].word: mau -> maux"))

    assert before == RULES
    assert after["say"]["words"] == [{"word": "maux"}]
    after["say"]["words"] = before["say"]["words"]
    assert after == before


def _leaves(value: Any, place: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, one in value.items():
            yield from _leaves(one, f"{place}.{key}" if place else key)
    elif isinstance(value, list):
        for number, one in enumerate(value):
            yield from _leaves(one, f"{place}[{number}]")
    else:
        yield place


def _is_fixed(place: str, rules: dict[str, Any]) -> bool:
    """Tell whether this is no value to change: what people call cards, what they read of an option, its only value."""
    if place == "deck.pack":
        return True
    if not place.startswith("options.") or place.count(".") != 2:
        return False
    _, option, key = place.split(".")
    return key in {"paragraph", "about", "sets"} or (
        key == "default" and len(rules["options"][option].get("values", "more than one")) == 1
    )


@pytest.mark.parametrize("variant", VARIANTS)
def test_no_value_of_a_variant_is_forgotten_and_no_change_comes_twice(variant: str) -> None:
    rules = VARIANTS[variant].rules
    texts = set(HEADER) - {"options"}
    leaves = {place for place in _leaves(rules, "") if place.split(".")[0].split("[")[0] not in texts}

    found = mutations(rules)

    assert {place for place in leaves if not _is_fixed(place, rules)} - {one.place for one in found} == set()
    assert len({str(one) for one in found}) == len(found)
    for one in found:
        assert mutated(rules, one) != rules, one


def test_an_example_kills_what_it_shows_and_nothing_else() -> None:
    assert trial("skip.cards: without @trick", SKIPPED) == (Fate.KILLED, SKIPPED["name"])
    assert trial("names.trick: without 8", SKIPPED) == (Fate.KILLED, SKIPPED["name"])
    assert trial("skip.cards: with 9", SKIPPED) == (Fate.SURVIVED, "")
    assert trial("skip.cards: without @trick") == (Fate.SURVIVED, "")


def test_a_patch_is_shown_by_an_example_that_sets_its_option() -> None:
    name = "options.gentle.values.on.skip.cards: with 8"

    assert trial(name, SKIPPED) == (Fate.SURVIVED, "")
    assert trial(name, SKIPPED, GENTLE) == (Fate.KILLED, GENTLE["name"])
    assert trial("options.gentle.default: false -> true", SKIPPED, GENTLE) == (Fate.KILLED, SKIPPED["name"])
    assert trial("options.gentle.values.on: dropped", SKIPPED, GENTLE) == (Fate.KILLED, GENTLE["name"])


def test_what_cannot_be_loaded_is_refused() -> None:
    assert trial("players.most: 3 -> 2").fate is Fate.SURVIVED
    assert trial("players.least: 2 -> 1").fate is Fate.REFUSED
    refused = trial("say.words[0]: dropped")
    assert refused.fate is Fate.REFUSED
    assert refused.by.startswith("say.words: With say.left_one a word is due.")


def test_what_says_the_same_under_every_option_is_no_change() -> None:
    rules = mutated(RULES, Mutation("", "", ("say", "last_fine"), 1))

    assert trial("draw.when: dropped") == (Fate.EQUIVALENT, "")  # it is what an absent key says
    assert trial("say.last_fine: 1 -> 2", rules=rules) == (Fate.EQUIVALENT, "")  # an option sets it, whatever it was
    assert trial("options.fine.most: 5 -> 6").fate is Fate.SURVIVED


def test_an_example_that_never_held_kills_nothing() -> None:
    wrong = {**SKIPPED, "then": {"turn": 1}}
    broken = {"name": "Broken", "hands": 3}

    assert trial("skip.cards: without @trick", wrong, broken).fate is Fate.SURVIVED


def test_an_unsound_ruleset_has_no_mutants() -> None:
    with pytest.raises(RulesetError, match="players"):
        Mutants({**RULES, "players": {"least": 3, "most": 2}}, [])


def test_dropping_is_told_of_entries_and_of_optional_keys_alone() -> None:
    dropped = {one.place for one in mutations(RULES) if one.change == DROPPED}

    assert dropped == {
        "deck.count.2", "deck.count.3", "deal.size.2", "draw.when", "skip.cards", "say.left_one", "say.fine",
        "say.words", "say.words[0]", "options.gentle.values.on", "options.gentle.values.on.skip.cards",
        "options.gentle.values.on.say.fine",
    }  # fmt: skip
