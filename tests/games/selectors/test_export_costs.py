"""What pages of an export cost: far behind thousands of games they read no more than at the beginning."""

from datetime import UTC, datetime
from functools import partial
from typing import Final
from uuid import UUID

import pytest
from django.db import connection

from games.selectors import Ended, exportable
from tests.games.selectors.plans import rows_read
from tests.games.tables import player

pytestmark = pytest.mark.django_db

ME, FRIEND, STRANGER = player(0), player(1), player(2)
LIMIT: Final = 20
FAR: Final = Ended(datetime(2026, 1, 8, tzinfo=UTC), UUID(int=0))

_NAMED: Final = "FROM generate_series(1, 12000) AS n, md5('game ' || n) AS name, CAST(name AS uuid) AS game"
_GAMES: Final = f"""
    INSERT INTO game (shard, id, ruleset, variant, visibility, version, turn, status, head_hash, created_at, ended_at)
    SELECT get_byte(uuid_send(game), 15) % 16, game, '', 'prsi', CASE WHEN n % 5 = 0 THEN 'private' ELSE 'public' END,
           9, 9, 'over', decode(repeat('00', 32), 'hex'), now(),
           timestamptz '2026-01-01 00:00Z' + make_interval(mins => n)
    {_NAMED}
"""
_ENCOUNTERS: Final = f"""
    INSERT INTO encounter (generation, shard, game, player, other, private, variant, result, ended_at)
    SELECT 1, get_byte(uuid_send(game), 15) %% 16, game, %s, %s, n %% 5 = 0, 'prsi', 'won',
           timestamptz '2026-01-01 00:00Z' + make_interval(mins => n)
    {_NAMED}
"""


@pytest.fixture(autouse=True)
def much() -> None:
    with connection.cursor() as cursor:
        cursor.execute(_GAMES)
        for other in (ME, FRIEND):
            cursor.execute(_ENCOUNTERS, [ME, other])
        cursor.execute("ANALYZE game, encounter")


@pytest.mark.sampled(3)
@pytest.mark.parametrize("after", [None, FAR], ids=["first page", "a page far behind"])
@pytest.mark.parametrize("since", [None, datetime(2026, 1, 5, tzinfo=UTC)], ids=["all", "since"])
@pytest.mark.parametrize("whose", [None, ME], ids=["everybody", "one player"])
def test_a_page_reads_a_few_pages_of_rows(whose: UUID | None, since: datetime | None, after: Ended | None) -> None:
    for viewer in (ME, FRIEND, STRANGER):
        ask = partial(exportable, viewer, player=whose, since=since, after=after, limit=LIMIT)
        found = ask()
        assert found == sorted(found)
        assert len(found) == LIMIT
        assert rows_read(ask) <= 5 * LIMIT


def test_private_games_are_listed_for_who_sat_there() -> None:
    for viewer, count in ((ME, 12_000), (FRIEND, 12_000), (STRANGER, 9_600)):
        assert len(exportable(viewer, player=ME, since=None, after=None, limit=20_000)) == count
    assert len(exportable(ME, player=None, since=None, after=None, limit=20_000)) == 9_600
