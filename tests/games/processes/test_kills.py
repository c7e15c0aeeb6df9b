"""Workers die in the middle of their games, again and again: nothing is lost, nothing is doubled, every game ends."""

from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.integrity.games import game_findings, shard_findings
from games.services import Allowance, Terms
from tests.games.children import await_that, kill, process, surroundings

GAMES: Final = 10
PATIENCE: Final = 180.0
"""Seconds in which everything is long over, also on a machine that does other things."""


def ask(query: str, *values: object) -> int:
    with connection.cursor() as cursor:
        cursor.execute(query, list(values))  # type: ignore[arg-type]
        return int(cursor.fetchone()[0])


def await_moves(more: int) -> None:
    enough = ask("SELECT count(*) FROM move_key") + more
    await_that(lambda: ask("SELECT count(*) FROM move_key") >= enough, PATIENCE)


@pytest.mark.slow
def test_bots_and_clock_go_on_whatever_is_killed(committed_db: CommittedDatabase, tmp_path: Path) -> None:
    """Workers are killed, with all that they hold; the seat that nobody plays is resolved by the clock each time."""
    environment = surroundings(committed_db, tmp_path)
    terms = Terms(clock=Allowance(60, 0), bot_pause=0)
    games = [
        services.open_game(player=None, variant=variant, seats=3, bots=["clever", "novice", "clever"], terms=terms)
        for variant in ("mau_mau", "crazy_eights") * (GAMES // 2)
    ]
    left = services.open_game(
        player=UUID(int=1), variant="mau_mau", seats=2, bots=["clever"], terms=Terms(clock=Allowance(1, 0), bot_pause=0)
    )
    with process("worker", environment) as first, process("worker", environment) as second:
        for victim in (first, second):
            await_moves(20)
            kill(victim)
    assert not is_over(games)
    with process("worker", environment):
        await_that(lambda: is_over(games), PATIENCE)
        await_that(lambda: ask("SELECT count(*) FROM event WHERE type = 'time-ran-out'"), PATIENCE)
        await_that(lambda: ask("SELECT count(*) FROM lobby") == 0, PATIENCE)

    assert not list(shard_findings())
    assert not [fault for game in (*games, left) for fault in game_findings(game)]
    assert ask(
        """SELECT count(*) FROM (SELECT stream, turn FROM event WHERE type = 'time-ran-out'
                                 GROUP BY stream, turn HAVING count(*) > 1) AS twice"""
    ) == 0  # fmt: skip


def is_over(games: list[UUID]) -> bool:
    return ask("SELECT count(*) FROM game WHERE status = 'over' AND id = ANY(%s)", games) == len(games)
