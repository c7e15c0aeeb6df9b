"""The checker gives the verdicts that the page gives, too: games/web/test/verdicts.test.ts reads the same cases."""

import json
from typing import Final

import pytest

from tests.games.fairness.checking import Json, checker
from tests.games.fairness.verdicts import FILE

check: Final = checker()
SHARED: Final[Json] = json.loads(FILE.read_text(encoding="utf-8"))


def test_each_verdict_has_its_reason_in_a_sentence_and_a_case() -> None:
    assert [*check.VERDICTS.items()] == [(reason, tuple(both)) for reason, both in SHARED["verdicts"].items()]
    # The page always has the ruleset.
    assert {case["reason"] for case in SHARED["cases"]} == set(check.VERDICTS) - {"unread"}


@pytest.mark.parametrize("case", SHARED["cases"], ids=lambda case: case["name"])
def test_a_case_has_its_verdict(case: Json) -> None:
    game = SHARED["games"][case["game"]]
    evidence = game["fairness"] | {"ruleset": SHARED["ruleset"]}

    report = check.check(evidence, game["events"], case["kept"], [case.get("keys", SHARED["keys"])])

    assert report.reason == case["reason"], (report.faults, report.unchecked)
    assert report.status == {"wrong": 1, "proved": 0}.get(case["reason"], 3)
