"""Every refusal names the paragraph that refuses, the nearest that the variant has."""

from typing import Any

import pytest

from games.rules.decide import decide
from games.rules.examples.setting import set_up
from games.rules.examples.shape import read_example
from games.rules.legality.objections import objection, paragraph_of
from games.rules.notation import parse_move
from games.rules.ruleset import OptionValue
from games.rules.variants import KEYS
from tests.rules.tables import VARIANTS


@pytest.mark.parametrize(
    ("key", "options", "given", "moves", "paragraph"),
    [
        ("macau", {}, {"up_card": "TS"}, "JS", "MC-23"),
        ("macau", {}, {"up_card": "TS"}, "AS", "MC-21"),
        ("macau", {}, {"up_card": "TS"}, "AS>9", "MC-21"),
        ("macau", {}, {"up_card": "KH", "penalty": 5}, "9S", "MC-42"),
        ("macau", {}, {"up_card": "3D", "penalty": 3}, "9S", "MC-29"),
        ("macau", {}, {"up_card": "3D", "penalty": 3}, "JS>9", "MC-50"),
        ("macau", {}, {"up_card": "4D", "skip": 1}, "AS>H", "MC-50"),
        ("macau", {}, {"up_card": "AD", "nominated": "C"}, "9S", "MC-21"),
        ("macau", {}, {"up_card": "JD", "nominated": "8"}, "9S", "MC-23"),
        ("macau", {}, {"up_card": "JD", "nominated": "8"}, "AS>H", "MC-25"),
        ("macau", {"cross_nomination": "never"}, {"up_card": "AD", "nominated": "S"}, "JS>9", "MC-26"),
        ("macau", {}, {"up_card": "9D", "hands": ["X X 7C", "TC QD"]}, "X+X", "MC-20"),
        ("prsi", {"leaf_king": True}, {"up_card": "KS", "penalty": 4}, "7H", "PR-32"),
        ("prsi", {"leaf_king": True}, {"up_card": "7D", "penalty": 2}, "9S", "PR-22"),
        ("prsi", {}, {"up_card": "7D", "penalty": 2}, "QS>H", "PR-9"),
        ("prsi", {}, {"up_card": "AD", "skip": 1}, "QS>H", "PR-9"),
        ("prsi", {}, {"up_card": "9D"}, "pass", "K-38"),
        ("prsi", {}, {"up_card": "9D", "stock": ""}, "draw, 9S", "K-39"),
        ("prsi", {"play_on": True}, {"up_card": "9D", "hands": ["QS", "TC QD", "KC AC"]}, "QS", "PR-44"),
        ("prsi", {"blind": True}, {"up_card": "9D"}, "9S~KS", "PR-54"),
        ("prsi", {"blind": True, "wild_not_on": "always"}, {"up_card": "7D"}, "9S~QH>H", "PR-10"),
        ("switch", {"four_draws": True}, {"up_card": "4D", "penalty": 4}, "9S", "SW-18"),
        ("switch", {"queen_cover": True}, {"up_card": "TS", "hands": ["QS", "TC QD"]}, "QS, pass", "SW-22"),
        ("mau_mau_official", {}, {"up_card": "9D"}, "9S+7H", "K-53"),
        ("mau_mau_official", {}, {"up_card": "JD", "nominated": "C"}, "9S", "OF-19"),
        ("mau_mau_official", {}, {"up_card": "TS", "hands": ["AS", "TC QD"]}, "AS, pass", "OF-28"),
        ("mau_mau_official", {}, {"up_card": "TS"}, "draw, draw", "K-33"),
        (
            "mau_mau_two_deck",
            {},
            {"up_card": "7D", "penalty": 2, "hands": ["9S JS", "TC QD", "TC QD", "6C"]},
            "JS>H",
            "TD-24",
        ),
        (
            "mau_mau_two_deck",
            {},
            {"up_card": "JD", "nominated": "C", "hands": ["9S JS", "TC QD", "TC QD", "6C"]},
            "9S",
            "TD-22",
        ),
        ("mau_mau_two_deck", {}, {"up_card": "9D", "hands": ["9S", "TC QD", "TC QD", "6C"]}, "say mau-mau", "TD-39"),
        ("mau_mau", {}, {"up_card": "JD", "nominated": "C"}, "9S", "MM-20"),
        ("mau_mau", {}, {"up_card": "9D"}, "JS>7", "MM-19"),
        ("mau_mau", {}, {"up_card": "9D"}, "9S!", "MM-39"),
        ("mau_mau", {"announce": "at_last"}, {"up_card": "9D"}, "9S!", "MM-42"),
        ("mau_mau", {}, {"up_card": "TS"}, "AS, 7H", "MM-33"),
        ("mau_mau", {}, {"up_card": "TS", "hands": ["AS", "TC QD"]}, "AS, pass", "MM-36"),
        ("neuner", {}, {"up_card": "9D", "nominated": "C"}, "7H", "NE-12"),
        ("neuner", {}, {"up_card": "TS", "hands": ["X 7H", "TC QD"]}, "X", "NE-10"),
        ("neuner", {"announce": "mau"}, {"up_card": "9D", "nominated": "H"}, "7H!", "NE-25"),
        ("crazy_eights", {}, {"up_card": "9D"}, "7H", "CE-9"),
        ("crazy_eights", {"draw": "until_playable"}, {"up_card": "9D"}, "pass", "CE-36"),
        (
            "crazy_eights",
            {"use_special_cards": True},
            {"up_card": "2D", "penalty": 2, "hands": ["8C 7H", "TC QD"]},
            "8C>H",
            "CE-10",
        ),
        ("faraon", {}, {"up_card": "7D", "penalty": 3}, "QS>H", "FA-15"),
        ("faraon", {}, {"up_card": "AD", "skip": 1}, "QS>H", "FA-15"),
        ("101", {"stack": True}, {"up_card": "7D", "penalty": 1}, "QS>H", "RU-10"),
        ("101", {"cover_card": "8"}, {"up_card": "TS", "hands": ["8S", "TC QD"]}, "8S, pass", "RU-26"),
        ("tschau_sepp", {}, {"up_card": "TS", "hands": ["AS", "TC QD"]}, "AS!, pass", "TS-16"),
        ("tschau_sepp", {"preset_jasswelt": True}, {"up_card": "TS", "hands": ["8S", "TC QD"]}, "8S!, pass", "TS-18"),
        ("haft_khabis", {}, {"up_card": "TS", "hands": ["8S", "TC QD"]}, "8S, pass", "HK-20"),
        ("pesten", {}, {"up_card": "2D", "penalty": 2}, "9S", "PE-19"),
        ("pesten", {}, {"up_card": "2D", "penalty": 2}, "JS>H", "PE-32"),
        ("pesten", {}, {"up_card": "2D", "penalty": 2, "hands": ["2S", "TC QD"]}, "2S", "PE-40"),
        ("pesten", {}, {"up_card": "QH", "hands": ["KH 5H 6S", "TC QD"]}, "KH, draw", "K-79"),
        ("pesten", {}, {"up_card": "9D"}, "9S~9C", "K-9"),
    ],
)
def test_the_nearest_paragraph_is_named(
    key: str, options: dict[str, OptionValue], given: dict[str, Any], moves: str, paragraph: str
) -> None:
    given = {"name": "-", "hands": ["9S 7H JS AS QS", "TC QD"]} | given
    game, chance = set_up(read_example(given), VARIANTS[key].ruleset(len(given["hands"]), options))
    *before, command = [parse_move(0, move) for move in moves.split(", ")]
    for move in before:
        game = decide(game, move, chance=chance).after

    reason = objection(game, command)

    assert reason is not None
    assert paragraph_of(game, reason, command) == paragraph


@pytest.mark.parametrize("key", KEYS)
def test_a_variants_paragraphs_are_in_its_text(key: str) -> None:
    variant = VARIANTS[key]

    for paragraph in variant.paragraphs.values():
        assert f"**{paragraph}**" in variant.text + variant.kernel
