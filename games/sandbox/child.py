"""Starts the child that checks, and ends it whatever it does."""

import json
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any, Final, NamedTuple

from games.sandbox.limits import PATIENCE, QUICK, Bounds
from games.sandbox.niceness import give_way

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_CHILDREN: Final = 1
"""Of one process at a time: with the checker's that makes two on a machine with one web process."""
_GRACE: Final = 2.0
"""Seconds beyond its own clock's that a child is given before it is killed from outside."""

_MEASURED: Final = 0.5
"""Seconds by which a child that is stopped for its use of the processor may be measured to have used less."""
_FROM_OUTSIDE: Final = (None, -signal.SIGALRM, -signal.SIGKILL, -signal.SIGTERM, -signal.SIGINT, -signal.SIGHUP)
"""How a child ends that has not done it itself: nothing follows from that."""
_TOO_LARGE: Final = "The check takes more than {} MiB of memory, or its answer more than {} MiB."
_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.001, 0.05
"""Seconds between two looks at whether the child has ended."""

_room: Final = BoundedSemaphore(MOST_CHILDREN)


class NotChecked(Exception):
    """The machine is busy, so nothing was checked. The caller can try again."""


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


def check(
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
    request = {"sent": sent, "base": base, "deals": deals}
    found = ask("games.sandbox", request, bounds=bounds, patience=patience)
    if isinstance(found, str):
        report = {
            "passed": False,
            "finished": False,
            "hash": None,
            "key": None,
            "name": None,
            "faults": [{"place": "", "why": found, "line": None}],
            "examples": [],
            "deals": None,
        }
        return Verdict(report, None)
    content = found["content"]
    return Verdict(found["report"], None if content is None else content.encode())


def ask(module: str, request: Mapping[str, Any], *, bounds: Bounds, patience: float = PATIENCE) -> dict[str, Any] | str:
    """Run *module* as a child within *bounds*; return its answer to *request*, or a text that says why there is none.

    Only what the child used itself, processor and memory, says anything about the request. Raises NoRoom where too
    many children run for *patience* seconds, and Starved where the machine left the child too little time.
    """
    if not _room.acquire(timeout=patience):
        raise NoRoom
    try:
        with tempfile.TemporaryFile() as asked, tempfile.TemporaryFile() as answered:
            limits = {name: value for name, value in asdict(bounds).items() if name != "gives_way"}
            asked.write(json.dumps({**request, "bounds": limits}).encode())
            asked.seek(0)
            code, cpu = _run(module, asked, answered, bounds)
            answered.seek(0)
            raw = answered.read(bounds.output) if code == 0 else b""
    finally:
        _room.release()
    found: dict[str, Any] | None = None
    with suppress(ValueError):  # nothing, or an answer that was cut off
        found = json.loads(raw)
    # The processor time goes first: the kernel kills a child that used too much, as it kills one from outside.
    if found is None and cpu >= bounds.cpu - _MEASURED:
        return f"The check takes more than {bounds.cpu} s of the processor."
    if code in _FROM_OUTSIDE or (found is not None and "starved" in found):
        raise Starved
    return _TOO_LARGE.format(bounds.memory >> 20, bounds.output >> 20) if found is None else found


def _run(module: str, asked: IO[bytes], answered: IO[bytes], bounds: Bounds) -> tuple[int | None, float]:
    """Run the child; return its exit status, None if it had to be killed, and the seconds of the processor it took.

    None of its group outlives it.
    """
    child = subprocess.Popen(  # noqa: S603 - a module of ours
        [sys.executable, "-s", "-B", "-m", module],
        stdin=asked, stdout=answered, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
    )  # fmt: skip
    if bounds.gives_way:
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
