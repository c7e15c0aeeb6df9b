"""A worker dies while it leaves the games of an erased player: the next one goes on, and each game is left once."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.integrity.games import game_findings
from players.accounts import make_guest
from players.erasure import erase
from players.models import Erasure, Player
from tests.games.children import await_that, kill, process, surroundings

GAMES: Final = 40
PATIENCE: Final = 180.0
PAST: Final = datetime(2026, 1, 1, tzinfo=UTC)


def resigned() -> int:
    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM event WHERE type = 'seat-resigned'")
        return int(cursor.fetchone()[0])


@pytest.mark.slow
def test_all_games_are_left_whenever_a_worker_dies(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    environment = surroundings(committed_db, tmp_path)
    player, other = (make_guest({}).id for _ in range(2))
    games = []
    for _ in range(GAMES):
        games.append(services.open_game(player=other, variant="mau_mau", seats=2))
        services.take_seat(games[-1], player=player)
    with process("worker", environment) as worker:
        erase(player)
        await_that(lambda: resigned() > 0, PATIENCE)
        kill(worker)
    Erasure.objects.update(due_at=PAST, asked_at=PAST)  # as if the lease were over
    with process("worker", environment):
        await_that(lambda: not Erasure.objects.exists(), PATIENCE)

    assert resigned() == GAMES
    assert not [fault for game in games for fault in game_findings(UUID(str(game)))]
    assert Player.objects.get(id=player).name.startswith("Deleted player ")
