"""The memory of the service's processes, as Linux counts it."""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from config.embedded.forking import name_of

_ALL: Final = Path("/proc")
_SIZE: Final = re.compile(r"^(Pss|Private_Clean|Private_Dirty): +(\d+) kB$", re.MULTILINE)
_BYTES: Final = 1024


@dataclass(frozen=True, slots=True)
class Usage:
    """The memory of a process, in bytes."""

    name: str
    pid: int
    share: int
    """Its own memory, and its part of what it shares: half of a page that two processes have (Pss)."""
    own: int
    """What is freed when it ends."""


def usages(supervisor: int) -> list[Usage]:
    """Return the memory of the process with this id and of those below it; PostgreSQL's as one.

    Raises FileNotFoundError if there is no such process, or the system does not say.
    """
    found = [_usage(supervisor, "supervisor")]
    for pid in _children(supervisor):
        below = [pid, *_below(pid)]
        name = name_of(pid) or _program(pid)
        parts = [one for each in below if (one := _read(each, name))]
        if parts:
            found.append(Usage(name, pid, sum(one.share for one in parts), sum(one.own for one in parts)))
    return found


def _usage(pid: int, name: str) -> Usage:
    sizes: dict[str, int] = {}
    for what, size in _SIZE.findall((_ALL / str(pid) / "smaps_rollup").read_text(encoding="ascii")):
        sizes[what] = int(size) * _BYTES
    return Usage(name, pid, sizes.get("Pss", 0), sizes.get("Private_Clean", 0) + sizes.get("Private_Dirty", 0))


def _read(pid: int, name: str) -> Usage | None:
    """Return the memory of a process; None if it has ended meanwhile, or belongs to somebody else."""
    try:
        return _usage(pid, name)
    except OSError:
        return None


def _below(pid: int) -> Iterator[int]:
    for child in _children(pid):
        yield child
        yield from _below(child)


def _children(pid: int) -> list[int]:
    try:
        return [int(child) for child in (_ALL / str(pid) / "task" / str(pid) / "children").read_text().split()]
    except OSError:
        return []


def _program(pid: int) -> str:
    try:
        return (_ALL / str(pid) / "comm").read_text(encoding="utf-8").strip()
    except OSError:
        return "?"
