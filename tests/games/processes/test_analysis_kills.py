"""Workers that search in a game are killed at whatever instruction they are: the analysis comes out the same."""

import subprocess
from functools import partial
from pathlib import Path
from typing import Final
from uuid import UUID

import pytest
from django.db import transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import thinking
from games.db import rows
from games.services import analyses
from games.services.analyses import Analysis
from tests.games.children import await_that, kill, process, surroundings
from tests.games.services.sitting import Sitting

PATIENCE: Final = 180.0
DEALS: Final = 6
LEAST: Final = 12
_DUE_NOW: Final = "UPDATE analysis SET due_at = clock_timestamp() WHERE status = 'running'"
"""Its worker is lost. Nobody waits for half a minute in a test."""


@pytest.mark.slow
def test_an_analysis_comes_out_the_same_whatever_is_killed(
    committed_db: CommittedDatabase, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(analyses, "DEALS", DEALS)
    sitting = long_game()
    undisturbed = in_peace(sitting)
    rows("DELETE FROM analysis")
    analyses.order(sitting.game, sitting.players[0])
    environment = surroundings(committed_db, tmp_path)

    done = 0
    for _ in range(2):
        with process("checker", environment) as checker:
            await_that(partial(killed_after, checker, sitting.game, done), PATIENCE)
        done = len(found(sitting.game).moves)
        rows(_DUE_NOW)
    with process("checker", environment):
        await_that(lambda: found(sitting.game).status == "done", PATIENCE)

    whole = found(sitting.game)
    assert (whole.total, whole.left_out) == (undisturbed.total, undisturbed.left_out)
    assert whole.moves == undisturbed.moves


def long_game() -> Sitting:
    """Return a game that is over, with so many decisions that nobody searches all of them between two looks."""
    while True:
        sitting = Sitting.of(2)
        sitting.play_on()
        if sum(1 for _ in analyses.decisions(sitting.game)) >= LEAST:
            return sitting


def killed_after(checker: "subprocess.Popen[bytes]", game: UUID, done: int) -> bool:
    """Kill *checker* if it has searched more than so many decisions, before it can search the last one."""
    with transaction.atomic():
        rows("SELECT 1 FROM analysis FOR UPDATE")  # nothing is added meanwhile
        half = found(game)
        assert half.status != "done"
        if len(half.moves) <= done:
            return False
        kill(checker)
    return True


def in_peace(sitting: Sitting) -> Analysis:
    """Return the analysis of a game that this process makes without a break."""
    analyses.order(sitting.game, sitting.players[1])
    while found(sitting.game).status != "done":
        assert analyses.run_next()
    thinking.end()
    return found(sitting.game)


def found(game: UUID) -> Analysis:
    analysis = analyses.find(game)
    assert analysis is not None
    return analysis
