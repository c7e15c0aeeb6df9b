"""Checks by a worker of their own, found in the database: no message of ours is needed."""

from contextlib import ExitStack
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.models import Game
from games.services import Terms, authoring
from games.services.authoring import Check
from tests.games.children import await_that, process, surroundings

ANNA: Final = UUID(int=1)
PATIENCE: Final = 300.0
"""Seconds in which everything is long over, also on a machine that does other things."""
UNHURRIED: Final = """
import runpy
from dataclasses import replace
from games import sandbox
sandbox.THOROUGH = replace(sandbox.THOROUGH, wall=600, gives_way=False)
runpy.run_module("config.embedded.child", run_name="__main__")
"""
"""A process whose checks get as much of the processor as others: on a busy machine those that give way get none."""


@pytest.mark.slow
def test_what_waits_is_checked_while_games_go_on(
    committed_db: CommittedDatabase, tmp_path: Path, small: dict[str, Any]
) -> None:
    environment = surroundings(committed_db, tmp_path)
    hostile = {**small, "key": "for-ever", "out": {"illegal": "any"}}
    orders = [authoring.order(ANNA, {"ruleset": rules}, None, 50) for rules in (hostile, small)]
    game = services.open_game(
        player=None, variant="mau_mau", seats=3, bots=["clever", "novice", "clever"], terms=Terms(bot_pause=0)
    )

    with ExitStack() as service:
        for role in ("worker", "checker"):
            service.enter_context(process(role, environment, program=("-c", UNHURRIED)))
        await_that(lambda: all(found(one).status == "done" for one in orders), PATIENCE, pause=0.05)
        await_that(lambda: Game.objects.get(id=game).status == "over", PATIENCE, pause=0.05)

    bad, good = (found(one).report or {} for one in orders)
    assert (bad["passed"], good["passed"]) == (False, True)
    assert bad["deals"]["troubles"]
    assert good["deals"]["ended"] == 50


def found(order: UUID) -> Check:
    found = authoring.ordered(order, ANNA)
    assert found
    return found
