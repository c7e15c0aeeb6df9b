"""Starting the child that judges, and its end, whatever it does."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any, Final, NamedTuple

from games.sandbox.niceness import give_way

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_CHILDREN: Final = 1
"""Of one process at a time: with the examiner's that makes two on a machine with one web process."""
_GRACE: Final = 2.0
"""Seconds beyond its own clock's that a child is given before it is killed from outside."""

_MEASURED: Final = 0.5
"""Seconds by which a child that is stopped for its use of the processor may be measured to have used less."""
_FROM_OUTSIDE: Final = (None, -signal.SIGALRM, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)
"""How a child ends that has not done it itself: nothing follows from that."""
_TOO_LARGE: Final = "cannot be judged: it takes more than {} MiB of memory, or {} MiB to say"
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.001, 0.05
"""Seconds between two looks at the child."""

_room: Final = BoundedSemaphore(MOST_CHILDREN)


@dataclass(frozen=True, slots=True)
class Bounds:
    """What a child may use."""

    cpu: int
    """Seconds of the processor."""
    wall: float
    """Seconds until it is killed, whatever it does."""
    memory: int = 256 << 20
    """Bytes of its address space."""
    output: int = 4 << 20
    """Bytes that it may write."""


QUICK: Final = Bounds(cpu=10, wall=25)
"""For a caller who waits."""
PATIENCE: Final = QUICK.cpu + 2.0
"""Seconds that a caller waits for the child to become free: longer than the dearest check of another author."""
THOROUGH: Final = Bounds(cpu=40, wall=120)
"""For a queue of its own: on a busy machine a nice child must wait, too."""


class NotChecked(Exception):
    """The machine is busy, so nothing is known of what was to be checked. It can be tried again."""


class NoRoom(NotChecked):
    """As many children as may run at once are running."""


class Starved(NotChecked):
    """The child got too little of the processor until its time was over, or was killed by somebody else."""


class Verdict(NamedTuple):
    """What the child found."""

    report: dict[str, Any]
    """``passed``, ``finished``, ``hash``, ``key``, ``name``, ``faults``, ``examples``, ``deals``, all of it JSON."""
    content: bytes | None
    """The canonical bytes; None where there is no sound variant."""


def judge(
    sent: Mapping[str, Any],
    *,
    base: Mapping[str, Any] | None = None,
    deals: int = 0,
    bounds: Bounds = QUICK,
    patience: float = PATIENCE,
) -> Verdict:
    """Return the verdict on what an author *sent*, after as many random *deals*, by a child within *bounds*.

    *sent* holds ``toml`` or ``ruleset``, or else ``changes`` to *base* (its ``rules`` and ``text``); and perhaps
    ``text`` and ``examples``. Raises NotChecked.
    """
    wish = {"sent": sent, "base": base, "deals": deals}
    found = ask("games.sandbox", wish, bounds=bounds, patience=patience)
    if isinstance(found, str):
        return Verdict(_unjudged(found), None)
    content = found["content"]
    return Verdict(found["report"], None if content is None else content.encode())


def ask(module: str, wish: Mapping[str, Any], *, bounds: Bounds, patience: float = PATIENCE) -> dict[str, Any] | str:
    """Return what *module*, run as a child within *bounds*, answers to *wish*; why it answers nothing, if it does not.

    Only what the child used itself, processor and memory, says anything about what it was asked. Raises NoRoom where
    too many children run for *patience* seconds, and Starved where the machine left it too little time.
    """
    if not _room.acquire(timeout=patience):
        raise NoRoom
    try:
        return _asked(module, {**wish, "bounds": asdict(bounds)}, bounds)
    finally:
        _room.release()


def _asked(module: str, wish: Mapping[str, Any], bounds: Bounds) -> dict[str, Any] | str:
    with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as told:
        asked.write(json.dumps(wish).encode())
        asked.seek(0)
        code, cpu = _run(module, asked, told, bounds)
        told.seek(0)
        found = _read(told.read(bounds.output)) if code == 0 else None
    if found is None and cpu >= bounds.cpu - _MEASURED:
        return f"takes more than {bounds.cpu} s of the processor"
    if code in _FROM_OUTSIDE or (found is not None and "starved" in found):
        raise Starved
    return _TOO_LARGE.format(bounds.memory >> 20, bounds.output >> 20) if found is None else found


def _run(module: str, asked: IO[bytes], told: IO[bytes], bounds: Bounds) -> tuple[int | None, float]:
    """Run the child; return its exit status, None if it had to be killed, and the seconds of the processor it took.

    None of its group outlives it.
    """
    child = subprocess.Popen(  # noqa: S603 - a module of ours
        [sys.executable, "-s", "-B", "-m", module],
        stdin=asked, stdout=told, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
    )  # fmt: skip
    give_way(child.pid)
    code, until, pause = None, time.monotonic() + bounds.wall + _GRACE, _SHORTEST_PAUSE
    try:
        # The child is left a zombie until its group is killed: so nobody else can have its number.
        while (ended := os.waitid(os.P_PID, child.pid, os.WEXITED | os.WNOHANG | os.WNOWAIT)) is None:
            if time.monotonic() >= until:
                break
            time.sleep(pause)
            pause = min(2 * pause, _LONGEST_PAUSE)
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        _, status, used = os.wait4(child.pid, 0)
        child.returncode = os.waitstatus_to_exitcode(status)
    if ended is not None:
        code = child.returncode
    return code, used.ru_utime + used.ru_stime


def _read(raw: bytes) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(raw)
    except ValueError:
        return None
    return found


def _unjudged(why: str) -> dict[str, Any]:
    """Return the report on what asks for more than it may use."""
    return {
        "passed": False,
        "finished": False,
        "hash": None,
        "key": None,
        "name": None,
        "faults": [{"place": "", "why": why, "line": None}],
        "examples": [],
        "deals": None,
    }
