"""What variants are like, and their rules in short, line by line."""

import pytest

from games.digest import Speech, rule_lines, sketch, summary
from games.digest.sketches import SKETCHES
from games.rules import variants
from games.rules.variants import Variant, from_bytes, publish

ENGLISH = Speech("en", "french", {})


def own(text: str) -> Variant:
    """Return a variant of a player with this text."""
    rules = {**variants.load("switch").rules, "key": "annas-switch"}
    rules.pop("order")
    return from_bytes(publish(rules, text, []))


def test_each_variant_of_the_service_has_a_sketch() -> None:
    assert SKETCHES.keys() == {*variants.KEYS}


def test_a_sketch_is_in_the_language_of_the_reader() -> None:
    assert sketch(variants.load("puque"), "de") == (
        "Das Spiel aus Portugal, mit vierzig Karten. Eine 2 nimmt dem Nächsten den Zug."
    )
    assert all(len(sketch(variants.load(key), "en")) <= 140 for key in variants.KEYS)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("# Anna's Switch\n\nAces are\nnice.\n\nMore.", "Aces are nice."),
        ("**A-1** A seven makes the next player draw.\n\n**A-2** Nothing.", "A seven makes the next player draw."),
        ("| a | b |\n|---|---|", ""),
        ("# Only a title", ""),
        ("", ""),
        ("so " * 200, "so " * 79 + "so …"),
    ],
)  # fmt: skip
def test_the_sketch_of_another_author_is_what_their_text_begins_with(text: str, expected: str) -> None:
    assert sketch(own(text), "de") == expected


def test_lines_about_cards_name_them() -> None:
    rules = variants.load("macau").ruleset(3)
    lines = rule_lines(rules, ENGLISH)

    assert [line.text for line in lines] == summary(rules, ENGLISH)
    assert {line.cards for line in lines if line.text.startswith("A Joker:")} == {("X",)}
    assert {line.cards for line in lines if line.text.startswith("4:")} == {("4S", "4H", "4D", "4C")}
    assert not any(line.cards for line in lines if line.text.startswith("You "))
