"""Every refusal names the paragraph that refuses, the nearest that the variant has."""

import pytest

from games.rules.examples.setting import set_up
from games.rules.examples.shape import read_example
from games.rules.moves import objection, paragraph_of
from games.rules.notation import parse_move
from games.rules.reasons import PARAGRAPH, SENTENCE, Reason
from games.rules.variants import KEYS
from tests.rules.tables import VARIANTS


@pytest.mark.parametrize(
    ("key", "options", "up_card", "penalty", "move", "paragraph"),
    [
        ("macau", {}, "TS", 0, "JS", "MC-23"),
        ("macau", {}, "TS", 0, "AS", "MC-21"),
        ("macau", {}, "KH", 5, "9S", "MC-42"),
        ("macau", {}, "3D", 3, "9S", "MC-29"),
        ("prsi", {"leaf_king": True}, "KS", 4, "7H", "PR-32"),
        ("prsi", {"leaf_king": True}, "7D", 2, "9S", "PR-22"),
        ("prsi", {"blind": True}, "9D", 0, "9S~KS", "PR-54"),
        ("switch", {"four_draws": True}, "4D", 4, "9S", "SW-18"),
        ("mau_mau_official", {}, "9D", 0, "9S+7H", "K-53"),
        ("crazy_eights", {}, "9D", 0, "7H", "CE-9"),
    ],
)
def test_the_nearest_paragraph_is_named(  # noqa: PLR0913, PLR0917 - a position in a line
    key: str, options: dict[str, bool], up_card: str, penalty: int, move: str, paragraph: str
) -> None:
    hands = ["9S 7H JS AS", "TC QD"]
    data = {"name": "-", "hands": hands, "up_card": up_card, "penalty": penalty}
    game, _ = set_up(read_example(data), VARIANTS[key].ruleset(2, options))
    command = parse_move(0, move)

    reason = objection(game, command)

    assert reason is not None
    assert paragraph_of(game, reason, command) == paragraph


def test_every_reason_has_a_paragraph_and_a_sentence() -> None:
    assert set(PARAGRAPH) == set(SENTENCE) == set(Reason)


@pytest.mark.parametrize("key", KEYS)
def test_a_variants_paragraphs_are_in_its_text(key: str) -> None:
    variant = VARIANTS[key]

    for paragraph in variant.paragraphs.values():
        assert f"**{paragraph}**" in variant.text + variant.kernel
