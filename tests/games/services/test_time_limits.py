"""Limits on the time of one piece of work: it is interrupted, and what comes after it is not."""

import subprocess
import sys
import threading
import time

import pytest

from games.services import time_limits
from games.services.time_limits import TookTooLong, at_most
from tests.config.service import ROOT

_RINGS_AS_IT_ENDS = """
import sys, threading
import django
django.setup()
from games.services import time_limits

with time_limits.at_most(60):
    time_limits._running[threading.get_ident()].rings = 1

def trace(*_):
    return trace

sys.settrace(trace)
(lambda: None)()
sys.settrace(None)
print("went on")
"""


def test_work_that_does_not_end_is_interrupted() -> None:
    def work() -> None:
        while True:
            pass

    with pytest.raises(TookTooLong), at_most(0.01):
        work()


def test_an_interruption_that_comes_as_the_work_ends_reaches_no_later_code() -> None:
    for _ in range(100):
        with at_most(60):
            time_limits._running[threading.get_ident()].rings = 1  # noqa: SLF001 - the guard, at the last moment
        time.sleep(0)


def test_an_interruption_leaves_nothing_that_the_interpreter_looks_for() -> None:
    """CPython 3.11 never ends a traced call while it looks for an interruption that was taken back."""
    child = subprocess.run(
        [sys.executable, "-W", "ignore", "-c", _RINGS_AS_IT_ENDS],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=True,
        timeout=60,
    )

    assert child.stdout == "went on\n"
