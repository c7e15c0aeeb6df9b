"""What leaderboards, ranks and rating histories cost: with very many entrants no more than with a few."""

from datetime import UTC, datetime
from functools import partial
from typing import Any, Final
from uuid import UUID

import pytest
from django.db import connection

from games import selectors
from games.ladders import Kind, Ladder
from games.log.shards import shard_of
from games.selectors import ABOVE_ALL
from tests.games.selectors.plans import rows_read

pytestmark = pytest.mark.django_db

LADDER: Final = Ladder("mau_mau", "2026-10", Kind.HUMANS)
MANY: Final = 100_000
PLAYED: Final = 20_000
LIMIT: Final = 50
RUNGS: Final = 200
"""Rows of counters that a rank adds up at most: hundreds, and ratings of one hundred."""
ME: Final = UUID("01975e0c-0000-7000-8000-000000000001")

_STANDINGS: Final = """
    INSERT INTO standing (generation, shard, ladder, entrant, variant, season, pace, kind, mu, sigma, rating, games,
                          played, wins, listed, last_at)
    SELECT 1, %s, %s, md5(n::text)::uuid::text, 'mau_mau', '2026-10', 'daily', 'humans', 25, 5,
           (n::bigint * 7919) %% 4000 - 500, 20, 20, 10, true, clock_timestamp()
    FROM generate_series(1, %s) AS n
"""
_RUNGS: Final = """
    INSERT INTO rung (generation, shard, ladder, level, bucket, entrants)
    SELECT generation, shard, ladder, level, bucket, count(*)
    FROM standing CROSS JOIN LATERAL (VALUES (0, rating), (1, floor(rating / 100.0)::integer)) AS b (level, bucket)
    GROUP BY generation, shard, ladder, level, bucket
"""
_CHANGES: Final = """
    INSERT INTO rating_change (generation, shard, ladder, version, entrant, variant, season, pace, kind, game, private,
                               at, place, games, mu_before, sigma_before, before, mu_after, sigma_after, after)
    SELECT 1, n %% 16, %s, n, %s, (ARRAY['mau_mau', 'prsi'])[n %% 2 + 1],
           to_char(date_trunc('quarter', at AT TIME ZONE 'UTC'), 'YYYY-MM'), 'daily', 'humans', gen_random_uuid(),
           n %% 5 = 0, at, 1, n, 25, 8, 100, 26, 8, 200
    FROM generate_series(1, %s) AS n, LATERAL (SELECT timestamptz '2020-01-01' + 3 * n * interval '1 h') AS e (at)
"""


@pytest.fixture
def middle_of_many() -> str:
    """A ladder on which very many stand; return the one in the middle."""
    with connection.cursor() as cursor:
        cursor.execute(_STANDINGS, [shard_of(LADDER.id), LADDER.id, MANY])
        cursor.execute(_RUNGS)
        cursor.execute("ANALYZE standing, rung")
        cursor.execute("SELECT entrant FROM standing ORDER BY rating DESC, entrant DESC OFFSET %s LIMIT 1", [MANY // 2])
        return str(cursor.fetchone()[0])


def test_a_page_and_its_ranks_read_a_few_rows(middle_of_many: str) -> None:
    (middle,) = selectors.around(LADDER, middle_of_many, neighbours=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM standing WHERE rating > %s", [middle.rating])
        assert middle.rank == cursor.fetchone()[0] + 1

    for below in (ABOVE_ALL, middle.place):
        read = partial(selectors.leaderboard, LADDER, below=below, limit=LIMIT)
        assert len(read()) == LIMIT
        assert rows_read(read) < LIMIT * RUNGS


def test_a_rank_and_its_neighbours_read_a_few_rows(middle_of_many: str) -> None:
    assert len(selectors.around(LADDER, middle_of_many, neighbours=5)) == 11
    assert rows_read(lambda: selectors.around(LADDER, middle_of_many, neighbours=5)) < 14 * RUNGS


def test_a_page_of_a_rating_history_reads_a_few_rows() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [LADDER.id, str(ME), PLAYED])
        cursor.execute("ANALYZE rating_change")
    middle = (datetime(2023, 1, 1, tzinfo=UTC), LADDER.id, 1)
    narrowed: list[dict[str, Any]] = [
        {"viewer": viewer, "before": before, **case}
        for viewer in (ME, UUID(int=1))
        for before in (None, middle)
        for case in ({}, {"variant": "prsi"}, {"season": "2021-04"}, {"variant": "prsi", "season": "2021-04"})
    ]
    for case in narrowed:
        read = partial(selectors.rating_history, ME, limit=LIMIT, **case)
        assert len(read()) == LIMIT
        assert rows_read(read) < 5 * LIMIT, case


def test_the_changes_of_a_page_of_games_are_looked_up_each() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_CHANGES, [LADDER.id, str(ME), PLAYED])
        cursor.execute("ANALYZE rating_change")
        cursor.execute("SELECT game FROM rating_change ORDER BY at LIMIT %s", [LIMIT])
        games = [game for (game,) in cursor.fetchall()]

    assert set(selectors.rating_changes(ME, games).values()) == {(100, 200)}
    assert rows_read(lambda: selectors.rating_changes(ME, games)) <= 2 * LIMIT
