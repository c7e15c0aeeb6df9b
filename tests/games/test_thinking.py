"""The child process in which bots think for long: the same moves, and no trace of a process that was killed."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures.process import BrokenProcessPool
from random import Random

import pytest

from games import thinking
from games.bots import clever, expert
from games.bots.budget import Budget
from tests.config.service import ROOT
from tests.games.bots.positions import observation_of, position

FEW = Budget(seconds=60.0, iterations=30)

PARENT = """
import sys
from random import Random
from games import thinking
from games.bots.budget import Budget
from tests.games.bots.positions import observation_of, position
if __name__ == "__main__":
    observation = observation_of(position("mau_mau", "9S", "9H KH 7S", "QD TD 8C"))
    thinking.LEVELS["expert"](observation, None, Random(1), Budget(60.0, 4))
    print(thinking.child_process(), flush=True)
    sys.stdin.read()
"""


@pytest.fixture(scope="module", autouse=True)
def no_child_stays() -> Iterator[None]:
    yield
    thinking.end()


def test_a_child_chooses_what_the_bot_would_choose_here() -> None:
    observation = observation_of(position("mau_mau", "9S", "9H KH 7S TS 8D", "QD TD 8C AC"))

    apart = thinking.LEVELS["expert"](observation, None, Random(3), FEW)

    assert apart == expert.choose(observation, None, Random(3), FEW)
    assert thinking.child_process() not in {None, os.getpid()}


def test_bots_that_answer_at_once_need_no_child() -> None:
    assert thinking.LEVELS["clever"] is clever.choose


def test_a_thought_fails_with_its_child_and_the_next_one_has_a_new_child() -> None:
    observation = observation_of(position("mau_mau", "9S", "9H KH 7S", "QD TD 8C"))
    thinking.LEVELS["expert"](observation, None, Random(1), FEW)
    first = thinking.child_process()
    assert first is not None

    os.kill(first, signal.SIGKILL)
    with pytest.raises(BrokenProcessPool):
        thinking.LEVELS["expert"](observation, None, Random(1), FEW)

    assert thinking.LEVELS["expert"](observation, None, Random(1), FEW) in observation.moves
    assert thinking.child_process() != first


def test_a_child_ends_with_a_parent_that_is_killed() -> None:
    """Both hold the same pipe, so it ends when neither is left."""
    command = [sys.executable, "-W", "ignore", "-c", PARENT]
    with subprocess.Popen(command, cwd=ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        assert int(parent.stdout.readline()) != parent.pid

        parent.kill()

        assert not parent.stdout.read()
