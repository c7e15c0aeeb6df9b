"""The page for authors tells the truth: its ruleset passes, is published and played as the page says."""

import re
from pathlib import Path
from typing import Any

import pytest

from config.settings.base import RATE_LIMITS
from games import tasks
from games.rules import budgets, playouts
from games.rules.decide.dealing import MOST_PUT_BACK
from games.sandbox import document, ruleset_bounds, trial_games, validate
from games.store import custom_variants
from games.store.jobs import MOST_OPEN

PAGE = (Path(__file__).resolve().parents[4] / "docs" / "reference" / "rulesets.md").read_text(encoding="utf-8")
GUIDE = PAGE.partition("## Publish a variant of your own")[2]


def ruleset() -> str:
    found = re.search(r"```toml\n(.*?)```", GUIDE, re.DOTALL)
    assert found
    return found[1]


def send(caller: Any, where: str) -> Any:
    headers = {"Authorization": f"Bearer {caller.tokens['access']}"}
    return caller.http.generic("POST", f"/api/v1{where}", ruleset().encode(), "application/toml", headers=headers)


def test_what_the_page_shows_is_what_happens(anna: Any) -> None:
    report = send(anna, "/variants/check").json()
    assert (report["passed"], report["faults"], len(report["examples"])) == (True, [], 1), report

    ordered = send(anna, "/variants/checks?deals=1000")
    assert ordered.status_code == 202
    tasks.check()
    checked = anna.get(ordered.headers["Location"].removeprefix("/api/v1")).json()
    assert checked["report"]["passed"], checked
    assert checked["report"]["deals"]["ended"] == 1_000

    made = send(anna, "/variants")
    assert made.status_code == 201, made.content
    for rules in ({"ruleset": made.json()["hash"]}, {"variant": "annas-mau"}):
        table = anna.post("/games", {"seats": 3, "bots": ["clever"], "options": {"draw_three": True}, **rules})
        assert (table.status_code, table.json()["ruleset"]["hash"]) == (201, made.json()["hash"])


@pytest.mark.parametrize(
    "number",
    [
        document.DEEPEST, document.LARGEST, validate.MOST_OPTIONS, validate.MOST_VALUES, document.MOST_EXAMPLES,
        document.MOST_MOVES, playouts.MOST_DECISIONS, trial_games.WIDEST, playouts.MOST_DEALS,
        budgets.MOST_LISTED, budgets.MOST_EVENTS, MOST_PUT_BACK,
        ruleset_bounds.MOST_IN_GROUP, ruleset_bounds.MOST_WORDS,
        custom_variants.MOST_KEYS, custom_variants.MOST_EDITIONS, RATE_LIMITS["check"]["player"][0],
        RATE_LIMITS["draft"]["player"][0],
    ],
)  # fmt: skip
def test_the_bounds_of_the_page_are_ours(number: int) -> None:
    table = GUIDE.partition("| what | limit |")[2]

    assert re.search(rf"\b{number:,}\b", table), number


def test_as_many_checks_wait_as_the_page_says() -> None:
    assert MOST_OPEN == 3
    assert "three checks that wait" in GUIDE
