"""How fast the queue is when many wait: `pytest -s --full-size tests/games/services/test_queue_load.py` prints it."""

import time
from typing import Final

import pytest
from django.db import connection

from games import services
from games.models import QueueEntry
from games.store import queue_entries
from players.models import Player
from tests.games.services.queueing import joins, state

FILL: Final = """
    INSERT INTO queue_entry (id, player, variant, seats, preset, rated, program, rating_min, lowest, highest, rating,
                             look_count, next_look, created_at, expires_at, kept_until)
    SELECT gen_random_uuid(), p.id, variant, seats, preset, rated, program, rating_min, lowest, highest, rating, 0,
           next_look + interval '1 hour', q.created_at, expires_at, kept_until
    FROM queue_entry AS q CROSS JOIN player AS p WHERE q.id = %s AND p.id <> q.player
"""


@pytest.mark.load
@pytest.mark.django_db
def test_a_long_queue_stays_fast(request: pytest.FixtureRequest) -> None:
    """Newcomers who all want much better players: each look passes all of them. Then they accept everybody."""
    many = 10_000 if request.config.getoption("--full-size") else 300
    Player.objects.bulk_create([Player(name=f"Player {number}") for number in range(many)])
    picky = joins(rating_min=2_000)
    with connection.cursor() as cursor:
        cursor.execute(FILL, [picky.id])
    entry = queue_entries.find_waiting(picky.id)
    assert entry

    looks = []
    for _ in range(20):
        begun = time.perf_counter()
        assert queue_entries.candidates(entry.pool, entry.waiting, 1) == []
        looks.append(time.perf_counter() - begun)
    assert services.match_players() == services.Worked(done=1)
    assert state(picky).game is None

    QueueEntry.objects.update(lowest=-2_000, rating_min=None, next_look=picky.created_at)
    begun = time.perf_counter()
    worked = services.match_players(seconds=5)
    each = (time.perf_counter() - begun) / worked.done

    matched = QueueEntry.objects.filter(game__isnull=False).count()
    assert 2 * worked.done - 2 <= matched <= 2 * worked.done  # a look can be in vain
    print(f"{many} wait: a look in vain takes {1000 * min(looks):.1f} ms, a match with its game {1000 * each:.0f} ms")  # noqa: T201
