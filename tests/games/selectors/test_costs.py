"""What pages of histories and figures cost: behind thousands of games they read no more than behind a few."""

from datetime import UTC, datetime
from functools import partial
from itertools import product
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection

from games.selectors import LATEST, Wanted, history, latest_results, meetings, tallies
from tests.games.selectors.plans import rows_read
from tests.games.tables import player

pytestmark = pytest.mark.django_db

ME, FRIEND, OTHER = player(0), player(1), player(2)
LIMIT: Final = 50
MIDDLE: Final = (datetime(2026, 1, 8, tzinfo=UTC), UUID(int=0))
"""The key of a page far behind the first one."""
NARROWED: Final[list[dict[str, Any]]] = [
    {},
    {"variant": "prsi"},
    {"result": "shared"},
    {"variant": "prsi", "result": "won"},
    {"since": datetime(2026, 1, 3, tzinfo=UTC), "until": datetime(2026, 1, 9, tzinfo=UTC)},
    {"opponent": FRIEND},
    {"opponent": FRIEND, "variant": "prsi", "result": "won"},
]

# What is asked for lies far behind: no list could come to it by reading on.
_ENCOUNTERS: Final = """
    INSERT INTO encounter (generation, shard, game, player, other, private, variant, result, ended_at)
    SELECT 1, get_byte(uuid_send(game), 15) %% 16, game, %s, %s, n %% 5 = 0,
           CASE WHEN n <= 3000 THEN 'prsi' ELSE 'mau_mau' END,
           CASE WHEN n <= 60 THEN 'shared' WHEN n <= 160 OR n > 3000 AND n %% 2 = 0 THEN 'won' ELSE 'lost' END,
           timestamptz '2026-01-01 00:00Z' + make_interval(mins => n)
    FROM generate_series(1, %s) AS n, md5('game ' || n) AS name, CAST(name AS uuid) AS game
"""
_RESULTS: Final = """
    INSERT INTO result (generation, shard, game, variant, ruleset, options, rated, unrated, private, deals,
                        decisions, started_at, ended_at)
    SELECT 1, shard, game, variant, '', '{}', false, '', private, 1, 9, ended_at, ended_at
    FROM encounter WHERE player = other
"""
_SEATS: Final = """
    INSERT INTO seat_result (generation, shard, game, seat, player, program, place, result, resigned, lost, decisions,
                             by_clock, answer_ms, missed)
    SELECT 1, shard, game, 0, player, false, 1, result, false, 0, 9, 0, 0, 0 FROM encounter WHERE player = other
"""
_TALLIES: Final = """
    INSERT INTO tally (generation, shard, player, variant, private, place, result, games, resigned, points, decisions,
                       by_clock, answer_ms, missed)
    SELECT 1, shard, player, variant, private, 1, result, count(*), 0, 0, 9, 0, 9, 0
    FROM encounter WHERE player = other GROUP BY shard, player, variant, private, result
    UNION ALL SELECT 1, n % 16, gen_random_uuid(), 'prsi', false, 1, 'won', 1, 0, 0, 9, 0, 9, 0
    FROM generate_series(1, 10000) AS n
"""
_MEETINGS: Final = """
    INSERT INTO meeting (generation, shard, player, other, variant, private, games, ahead, behind)
    SELECT 1, shard, player, other, variant, private, count(*), 0, 0
    FROM encounter WHERE player <> other GROUP BY shard, player, other, variant, private
    UNION ALL SELECT 1, n % 16, CAST(%s AS uuid), gen_random_uuid(), 'prsi', false, 1, 0, 0
    FROM generate_series(1, 10000) AS n
"""


@pytest.fixture(autouse=True)
def much() -> None:
    """Store many games of one player, most of them with another one, and some of others."""
    with connection.cursor() as cursor:
        for whose, whom, count in ((ME, ME, 12_000), (ME, FRIEND, 8_000), (OTHER, ME, 4_000)):
            cursor.execute(_ENCOUNTERS, [whose, whom, count])
        for sql in (_RESULTS, _SEATS, _TALLIES):
            cursor.execute(sql)
        cursor.execute(_MEETINGS.replace("% 16", "%% 16"), [ME])
        cursor.execute("ANALYZE encounter, result, seat_result, tally, meeting")


@pytest.mark.parametrize("viewer", [ME, FRIEND, OTHER], ids=["oneself", "a friend", "another"])
def test_a_page_of_a_history_reads_a_few_pages_of_rows(viewer: UUID) -> None:
    for before, narrowed in product((None, MIDDLE), NARROWED):
        wanted = Wanted(player=ME, viewer=viewer, **narrowed)
        shown = history(wanted, before=before, limit=LIMIT)
        cost = rows_read(partial(history, wanted, before=before, limit=LIMIT))
        assert shown
        assert cost <= 8 * LIMIT, (before, narrowed)


def test_streaks_are_looked_for_in_the_latest_games() -> None:
    assert len(latest_results(ME, private=True)) == LATEST
    assert rows_read(lambda: latest_results(ME, private=True)) <= 4 * LATEST
    assert rows_read(lambda: latest_results(ME, private=False)) <= 3 * LATEST


def test_figures_are_sums_of_a_few_rows() -> None:
    assert sum(one.games for one in tallies(ME, private=True)) == 12_000
    assert rows_read(lambda: tallies(ME, private=True)) <= 16 * 40
    assert sum(one.games for one in meetings(ME, FRIEND, private=True)) == 8_000
    assert rows_read(lambda: meetings(ME, FRIEND, private=True)) <= 16 * 10
