"""Whoever archives or restores a game may die at any step: nothing is lost, and the next run completes it."""

import os
import signal
import traceback
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connections

from games import archiving, db
from games.integrity.verify import Verifier
from games.log import archive
from games.log.read import read
from games.store import archives
from tests.games.archiving.played import files_in, in_log, over
from tests.racing import at_once

STEPS: Final = (
    "before the file", "in the file", "behind the file", "at INSERT INTO archive", "at INSERT INTO event_link",
    "at DELETE FROM event ", "at DELETE FROM snapshot", "behind the commit",
)  # fmt: skip
STEPS_BACK: Final = (
    "at INSERT INTO event ",
    "at DELETE FROM event_link",
    "at DELETE FROM archive",
    "behind the commit",
)


def die(*_: Any, **__: Any) -> None:
    os.kill(os.getpid(), signal.SIGKILL)


def prepare(step: str) -> None:
    """Let this process kill itself when it comes to *step*, with what it has done by then."""
    if step == "before the file":
        vars(archive)["store"] = die
    elif step == "in the file":  # it has the content, but not its name
        vars(os)["fsync"] = die
    elif step == "behind the file":
        vars(archives)["take_out"] = die
    elif step.startswith("at "):
        run, text = db.rows, step.removeprefix("at ")

        def dying(sql: str, values: Any = ()) -> list[tuple[Any, ...]]:
            found = run(sql, values)
            if text in sql:
                die()
            return found

        vars(archives)["rows"] = dying


def killed(step: str, work: Callable[[], object]) -> None:
    """Do *work* in a process of its own until *step*, at which it is killed with -9."""
    connections.close_all()  # a fork must not share them
    child = os.fork()
    if not child:
        try:
            prepare(step)
            work()
            die()  # behind the commit
        except BaseException:  # noqa: BLE001 - a child must not go on as a test
            traceback.print_exc()
        os._exit(1)
    assert os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]) == -signal.SIGKILL, step


@pytest.mark.usefixtures("committed_db")
def test_an_archiving_that_dies_anywhere_loses_nothing(tmp_path: Path) -> None:
    with files_in(tmp_path) as folder:
        game = over().game
        before = read(game)
        for step in STEPS:
            killed(step, lambda: archiving.archive_game(game, days=0))
            archive.forget()
            assert read(game) == before, step
            assert [*Verifier().log(), *Verifier().game(game), *Verifier().ladders()] == [], step
            assert in_log(game) in {0, len(before)}, step
        assert in_log(game) == 0  # the last one died behind its commit
        assert len([*folder.rglob("*.gz")]) == 1
        for step in STEPS_BACK:
            killed(step, lambda: archiving.restore(game))
            assert read(game) == before, step
            assert [*Verifier().log(), *Verifier().game(game), *Verifier().ladders()] == [], step
        assert in_log(game) == len(before)
        assert archiving.sweep(0, seconds=600) == 1


@pytest.mark.usefixtures("committed_db")
def test_two_workers_archive_a_game_once(tmp_path: Path) -> None:
    with files_in(tmp_path):
        games = [over().game for _ in range(2)]
        assert sum(at_once(*[lambda: archiving.sweep(0, seconds=600)] * 2)) == len(games)
        assert [*Verifier().log(), *(one for game in games for one in Verifier().game(game))] == []
        assert not [game for game in games if in_log(game)]
