"""Starting the child that judges, and its end, whatever it does."""

import json
import os
import signal
import subprocess
import sys
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from threading import BoundedSemaphore
from typing import IO, Any, Final, NamedTuple

from games.judging.yielding import give_way

ROOT: Final = Path(__file__).resolve().parents[2]
MOST_CHILDREN: Final = 1
"""Of one process at a time: with the examiner's that makes two on a machine with one web process."""
PATIENCE: Final = 3.0
"""Seconds that somebody waits for a child to become free."""
_GRACE: Final = 2.0
"""Seconds beyond its own clock's that a child is given before it is killed from outside."""

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
THOROUGH: Final = Bounds(cpu=40, wall=120)
"""For a queue of its own: on a busy machine a nice child must wait, too."""


class NoRoom(Exception):
    """As many children as may run at once are running."""


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
    ``text`` and ``examples``. Raises NoRoom where too many are being judged for *patience* seconds.
    """
    wish = {"sent": sent, "base": base, "deals": deals}
    found = ask("games.judging", wish, bounds=bounds, patience=patience)
    if isinstance(found, str):
        return Verdict(unjudged(found), None)
    content = found["content"]
    return Verdict(found["report"], None if content is None else content.encode())


def ask(module: str, wish: Mapping[str, Any], *, bounds: Bounds, patience: float = PATIENCE) -> dict[str, Any] | str:
    """Return what *module*, run as a child within *bounds*, answers to *wish*; why it answers nothing, if it does not.

    Raises NoRoom where too many children run for *patience* seconds.
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
        code = _run(module, asked, told, bounds)
        told.seek(0)
        found = _read(told.read(bounds.output)) if code == 0 else None
    return _why(code, bounds) if found is None else found


def _run(module: str, asked: IO[bytes], told: IO[bytes], bounds: Bounds) -> int | None:
    """Run the child; return its exit status, None if it had to be killed. None of its group outlives it."""
    child = subprocess.Popen(  # noqa: S603 - a module of ours
        [sys.executable, "-s", "-B", "-m", module],
        stdin=asked, stdout=told, stderr=subprocess.DEVNULL, cwd="/", start_new_session=True,
        env={"PYTHONPATH": str(ROOT), "PYTHONHASHSEED": "0", "PYTHONUTF8": "1"},
    )  # fmt: skip
    give_way(child.pid)
    try:
        return child.wait(bounds.wall + _GRACE)
    except subprocess.TimeoutExpired:
        return None
    finally:
        with suppress(ProcessLookupError, PermissionError):
            os.killpg(child.pid, signal.SIGKILL)
        child.wait()


def _read(raw: bytes) -> dict[str, Any] | None:
    try:
        found: dict[str, Any] = json.loads(raw)
    except ValueError:
        return None
    return found


def _why(code: int | None, bounds: Bounds) -> str:
    if code is None or code == -signal.SIGALRM:
        return f"was not judged within {bounds.wall:g} s"
    if code in (-signal.SIGXCPU, -signal.SIGKILL):
        return f"was not judged within {bounds.cpu} s of the processor"
    return (
        f"cannot be judged: it takes more than {bounds.memory >> 20} MiB of memory, or {bounds.output >> 20} MiB to say"
    )


def unjudged(why: str) -> dict[str, Any]:
    """Return the report on what could not be judged, and why."""
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
