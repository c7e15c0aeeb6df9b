"""Which games count: pure."""

from typing import Any

import pytest

from games.ladders import DETAIL, WhyUnrated, limited_pairs, rated_contests
from games.rules.game import Sitter

ANNA, BERT, ROBOT = Sitter(player="anna"), Sitter(player="bert"), Sitter(player="robot", program=True)
CLEVER, NOVICE = Sitter(bot="clever"), Sitter(bot="novice")


def test_every_reason_has_its_words() -> None:
    assert DETAIL.keys() == set(WhyUnrated)


@pytest.mark.parametrize(
    ("sitters", "pairs"),
    [
        ([ANNA, BERT], [[("anna", "bert")]]),
        ([BERT, CLEVER, ANNA], [[("anna", "bert")]]),
        ([CLEVER, NOVICE, ANNA], [[]]),
        ([ROBOT, CLEVER, NOVICE], [[("clever", "robot"), ("novice", "robot")]]),
    ],
)
def test_a_day_has_a_limit_for_each_two_of_whom_one_is_a_player(sitters: list[Sitter], pairs: Any) -> None:
    assert [limited_pairs(one, sitters) for one in rated_contests(sitters)] == pairs
