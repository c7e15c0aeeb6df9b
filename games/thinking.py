"""Bots that think for long do so in a child process: the clock and the other bots need the interpreter of the worker.

Each worker has one child, which begins with the first thought. It dies with its worker, also if that is killed. If the
child dies, the thought fails, and the next one begins a new child.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Mapping
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from functools import partial
from random import Random
from typing import Any, Final, TypeVar

from games import bots
from games.bots import Bot, analysis
from games.bots.analysis import Valued
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.rules.commands import Move
from games.rules.observation import Observation

GRACE: Final = 4.0
"""Seconds that a thought may take beyond its budget. A busy machine needs them, and a child that begins."""
LONGEST_ANALYSIS: Final = 20.0
"""Seconds that the analysis of one decision may take."""
NICENESS: Final = 5
"""How much the child leaves the processors to others."""

_Result = TypeVar("_Result")

_lock: Final = threading.Lock()
_children: Final[dict[int, ProcessPoolExecutor]] = {}
"""The child of each process; a fork does not inherit it."""


def choose_apart(level: str, observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:
    """Return what the bot of *level* chooses in the child. Raises BrokenProcessPool if the child died meanwhile.

    Raises TimeoutError where the thought takes far longer than its *budget*.
    """
    return _apart(budget.seconds, bots.LEVELS[level], observation, memory, rng, budget)


def values_apart(
    observation: Observation, memory: Memory | None, played: Move, rng: Random, deals: int
) -> list[Valued]:
    """Return what ``games.bots.analysis.values`` does in the child. Raises what ``choose_apart`` does."""
    return _apart(LONGEST_ANALYSIS, analysis.values, observation, memory, played, rng, deals)


def _apart(seconds: float, work: Callable[..., _Result], *given: Any) -> _Result:
    child = _child()
    try:
        return child.submit(_think, seconds, work, given).result(seconds + 2 * GRACE)
    except BrokenProcessPool:
        _drop(child)
        raise


LEVELS: Final[Mapping[str, Bot]] = {
    level: partial(choose_apart, level) if level in bots.THINKING else bot for level, bot in bots.LEVELS.items()
}
"""The bots by level, as a worker plays them."""


def child_process() -> int | None:
    """Return the process id of the child; None before the first thought."""
    with _lock:
        found = _children.get(os.getpid())
    return None if found is None else found.submit(os.getpid).result(GRACE)


def end() -> None:
    """End the child; the next thought begins another one."""
    with _lock:
        found = _children.pop(os.getpid(), None)
    if found is not None:
        found.shutdown()


def _child() -> ProcessPoolExecutor:
    with _lock:
        found = _children.get(os.getpid())
        if found is None:
            # A worker has threads, so a fork could take over a lock that nobody releases.
            context = multiprocessing.get_context("spawn")
            found = _children[os.getpid()] = ProcessPoolExecutor(1, mp_context=context, initializer=_begin)
    return found


def _drop(child: ProcessPoolExecutor) -> None:
    with _lock:
        if _children.get(os.getpid()) is child:
            del _children[os.getpid()]
    child.shutdown(wait=False)


def _begin() -> None:
    """Make the child polite, and let it end with its parent, which may be killed without a word."""
    os.nice(NICENESS)
    parent = multiprocessing.parent_process()
    if parent is None:
        raise RuntimeError("this is no child process")

    def end_with_parent() -> None:
        parent.join()
        os._exit(0)

    threading.Thread(target=end_with_parent, name="end-with-parent", daemon=True).start()


def _think(seconds: float, work: Callable[..., _Result], given: tuple[Any, ...]) -> _Result:
    def stop(*_: object) -> None:
        raise TimeoutError("the thought takes too long")

    signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds + GRACE)
    try:
        return work(*given)
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
