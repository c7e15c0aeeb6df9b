"""A pass of the clock costs what is due, not what is open: a million deadlines ahead do not slow it down."""

import statistics
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games.services.due import credits_now
from games.store import claims
from tests.benchmarks.due import copies
from tests.sizes import Size

DUE: Final = 100
TOGETHER: Final = 4
SLOWEST: Final = 10.0
"""Milliseconds of a pass, in the median, at full size: on a machine that is idle."""
_OPEN: Final = """
    INSERT INTO game (shard, id, ruleset, variant, visibility, version, turn, status, on_turn, turn_began, deadline,
                      head_hash, created_at)
    SELECT get_byte(uuid_send(one.id), 15) %% 16, one.id, g.ruleset, g.variant, g.visibility, g.version, g.turn,
           g.status, g.on_turn, g.turn_began, g.deadline + n * interval '1 s', g.head_hash, g.created_at
    FROM (SELECT * FROM game WHERE deadline > now() LIMIT 1) AS g, generate_series(1, %s) AS n,
         CAST(md5('open' || n) AS uuid) AS one (id)
"""


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
    ask(_OPEN, size.open)
    ask("VACUUM ANALYZE game")
    oldest = [str(game) for (game,) in ask("SELECT id FROM game WHERE deadline <= now() ORDER BY deadline")]
    assert len(oldest) == DUE
    credits_, spent, claimed = credits_now(), list[float](), list[str]()
    since = None
    while len(claimed) < DUE:
        begun = time.perf_counter()
        found = claims.claim_clocks(credits_, TOGETHER, since)
        spent.append((time.perf_counter() - begun) * 1_000)
        assert found
        claimed += [claim.key for claim in found]
        since = found[-1].due
    read = _explained(credits_)
    median, most = statistics.median(spent), max(spent)
    report(f"{size.open:,} deadlines ahead, {DUE} due: a pass takes {median:.2f} ms, at most {most:.2f} ms; {read}")

    assert claimed == oldest
    assert read["Seq Scan"] == 0, "it reads a whole table"
    assert read["rows"] <= DUE, "it looks at games that are not due"
    if size.open >= 1_000_000:
        assert median < SLOWEST


def _explained(credits_: Mapping[str, Any]) -> dict[str, int]:
    """Return how many tables of games a pass reads as a whole, and how many rows of games it looks at."""
    sent = list[tuple[str, Any]]()

    def note(execute: Callable[..., Any], sql: str, values: Any, *rest: Any) -> Any:
        sent.append((sql, values))
        return execute(sql, values, *rest)

    ask("DELETE FROM claim")
    with connection.execute_wrapper(note):
        claims.claim_clocks(credits_, TOGETHER)
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
