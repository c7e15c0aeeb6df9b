"""Judgements by a worker of their own, found in the database by whoever beat wakes: no message of ours is needed."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final
from uuid import UUID

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from games import services
from games.models import Game
from games.services import Terms, authoring
from games.services.authoring import Judgement

ROOT: Final = Path(__file__).resolve().parents[3]
ANNA: Final = UUID(int=1)
PATIENCE: Final = 120.0
"""Seconds in which everything is long over, also on a machine that does other things."""


@contextmanager
def process(role: str, environment: dict[str, str]) -> Iterator[None]:
    command = [sys.executable, "-m", "config.embedded.child", role, str(os.getpid())]
    with subprocess.Popen(command, cwd=ROOT, env={**os.environ, **environment}, start_new_session=True) as child:
        try:
            yield
        finally:
            os.killpg(child.pid, signal.SIGKILL)


def await_that(condition: Callable[[], object]) -> None:
    until = time.monotonic() + PATIENCE
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(0.05)


@pytest.mark.slow
def test_what_waits_is_judged_while_games_go_on(
    committed_db: CommittedDatabase, tmp_path: Path, small: dict[str, Any]
) -> None:
    environment = {
        "DATABASE_URL": committed_db.url,
        "BROKER_URL": committed_db.create_broker(),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATA": str(tmp_path),
        "BEAT_SCHEDULE": str(tmp_path / "beat"),
        "C_FORCE_ROOT": "1",
    }
    hostile = {**small, "key": "for-ever", "out": {"illegal": "any"}}
    orders = [authoring.order(ANNA, {"ruleset": rules}, None, 50) for rules in (hostile, small)]
    game = services.open_game(
        player=None, variant="mau_mau", seats=3, bots=["clever", "novice", "clever"], terms=Terms(bot_pause=0)
    )

    with ExitStack() as service:
        for role in ("beat", "worker", "examiner"):
            service.enter_context(process(role, environment))
        await_that(lambda: all(found(one).status == "done" for one in orders))
        await_that(lambda: Game.objects.get(id=game).status == "over")

    bad, good = (found(one).report or {} for one in orders)
    assert (bad["passed"], good["passed"]) == (False, True)
    assert bad["deals"]["troubles"]
    assert good["deals"]["ended"] == 50


def found(order: UUID) -> Judgement:
    judgement = authoring.ordered(order, ANNA)
    assert judgement
    return judgement
