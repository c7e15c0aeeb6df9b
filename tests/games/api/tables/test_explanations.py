"""What the API explains to somebody who meets special cards and moves for the first time."""

from typing import Any

import pytest

from games.api.variants.effective_rules import rules_of
from games.api.variants.schema import EffectiveRules
from games.rules import variants
from games.rules.ruleset.selectors import select


def of(key: str, seats: int = 3, language: str = "en", **options: Any) -> EffectiveRules:
    return rules_of(variants.load(key), seats, options, language)


def test_the_explanations_of_a_table_are_in_the_language_of_the_reader(anna: Any) -> None:
    game = anna.opens(variant="mau_mau", seats=2, options={"seven_stack": True})["id"]

    german, english = (anna.get(f"/games/{game}/rules?lang={language}").json() for language in ("de", "en"))

    shown = {one["id"]: one for one in german["explanations"]}
    seven = next(one for one in english["explanations"] if "7S" in one["cards"])
    assert seven["text"] == (
        "7: the next player draws 2 cards; can be answered only with: 7; the cards add up; whoever draws still plays."
    )
    assert shown[seven["id"]]["text"].startswith("7: ")
    assert shown[seven["id"]]["text"] != seven["text"]
    assert seven["example_id"] in {example["id"] for example in english["examples"]}


@pytest.mark.parametrize(
    ("key", "card", "paragraph"),
    [
        ("mau_mau", "7S", "MM-27"),
        ("mau_mau", "8S", "MM-31"),
        ("mau_mau", "AS", "MM-33"),
        ("mau_mau_official", "QS", "OF-40"),
        ("haft_khabis", "2S", "HK-23"),
        ("pesten", "X", "PE-18"),
        ("tschau_sepp", "8S", "TS-14"),
    ],
)
def test_a_special_card_is_explained_with_its_paragraph(key: str, card: str, paragraph: str) -> None:
    rules = of(key)

    about = next(one for one in rules.explanations if card in one.cards)

    assert about.paragraph == paragraph
    shown = next(example for example in rules.examples if example.id == about.example_id)
    assert paragraph in shown.proves
    assert any(card[:-1] in move for move in shown.moves or ())


@pytest.mark.parametrize(
    ("key", "options", "move", "paragraph"),
    [
        ("mau_mau", {}, "say", "MM-39"),
        ("mau_mau_two_deck", {}, "accuse", "TD-36"),
        ("faraon", {}, "group", "FA-11"),
        ("prsi", {"blind": True}, "claim", "PR-54"),
        ("mau_mau", {"cut": "four_cuts"}, "cut", "MM-14"),
        ("mau_mau", {"upcard_effect": "as_dealer"}, "name", "MM-13"),
    ],
)
def test_a_move_is_explained_with_its_paragraph(key: str, options: dict[str, Any], move: str, paragraph: str) -> None:
    seats = 4 if key == "mau_mau_two_deck" else 3
    assert [one.paragraph for one in of(key, seats, **options).explanations if move in one.moves] == [paragraph]


@pytest.mark.parametrize("key", variants.KEYS)
def test_each_special_card_is_explained_once_and_shown(key: str) -> None:
    variant = variants.load(key)
    players = variant.rules["players"]
    rules = of(key, max(players["least"], min(3, players["most"])))

    ids = [one.id for one in rules.explanations]
    assert len({*ids}) == len(ids)
    assert all(one.cards or one.moves for one in rules.explanations)
    known = {example.id for example in rules.examples}
    for one in rules.explanations:
        assert not one.cards or (one.paragraph and one.example_id), one.text
        assert one.example_id is None or one.example_id in known
    explained = {card for one in rules.explanations for card in one.cards}
    wild = select(variant.ruleset(rules.seats).sections.wild.suit) & variant.ruleset(rules.seats).faces
    assert {*map(str, wild)} <= explained


def test_a_table_where_nobody_can_accuse_does_not_explain_accusations() -> None:
    moves = {move for one in of("mau_mau").explanations for move in one.moves}
    assert "say" in moves
    assert moves.isdisjoint({"accuse", "cut", "name", "group", "claim", "rescue"})
