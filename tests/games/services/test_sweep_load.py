"""A pass of the clock costs what is due, not what is open: a million deadlines ahead do not slow it down."""

import statistics
from collections.abc import Callable
from typing import Any, Final

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games.services.due import TOGETHER, credits_now
from games.store import claims
from tests.benchmarks.due import ahead, claim_all, copies
from tests.sizes import Size

DUE: Final = 100
SLOWEST: Final = 10.0
"""Milliseconds of a pass, in the median, at full size: on a machine that is idle."""


def ask(sql: str, *values: Any) -> list[Any]:
    with connection.cursor() as cursor:
        cursor.execute(sql, list(values))
        return list(cursor.fetchall()) if cursor.description else []


@pytest.mark.load
def test_a_pass_reads_only_what_is_due(
    size: Size,
    report: Callable[[str], None],
    committed_db: CommittedDatabase,  # noqa: ARG001
) -> None:
    copies(DUE)
    ahead(size.open)
    oldest = [str(game) for (game,) in ask("SELECT id FROM game WHERE deadline <= now() ORDER BY deadline")]
    assert len(oldest) == DUE
    spent, claimed = list[float](), list[str]()
    for found, seconds in claim_all():
        claimed += found
        spent.append(seconds * 1_000)
    read = _explained()
    median, most = statistics.median(spent), max(spent)
    report(f"{size.open:,} deadlines ahead, {DUE} due: a pass takes {median:.2f} ms, at most {most:.2f} ms; {read}")

    assert claimed == oldest
    assert read["Seq Scan"] == 0, "it reads a whole table"
    assert read["rows"] <= DUE, "it looks at games that are not due"
    if size.open >= 1_000_000:
        assert median < SLOWEST


def _explained() -> dict[str, int]:
    """Return how many tables of games a pass reads as a whole, and how many rows of games it looks at."""
    sent = list[tuple[str, Any]]()

    def note(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
        sent.append((sql, values))
        return execute(sql, values, *rest)

    with connection.execute_wrapper(note):
        claims.claim_clocks(credits_now(), TOGETHER)
    ask("DELETE FROM claim")
    ((statement, values),) = [one for one in sent if "SKIP LOCKED" in one[0]]
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN (ANALYZE, FORMAT JSON) {statement}", values)
        ((plans,),) = cursor.fetchall()
    counted = {"Seq Scan": 0, "rows": 0}

    def count(plan: dict[str, Any]) -> None:
        if str(plan.get("Relation Name", "")).startswith("game"):
            counted["Seq Scan"] += plan["Node Type"] == "Seq Scan"
            counted["rows"] += int(plan["Actual Rows"] * plan["Actual Loops"] + plan.get("Rows Removed by Filter", 0))
        for below in plan.get("Plans", []):
            count(below)

    count(plans[0]["Plan"])
    return counted
