"""A service on this machine whose processes are killed at random, and started again by its own supervisor."""

import os
import signal
import sys
import threading
import time
from collections import Counter
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Final, Self

from config.embedded import supervisor
from config.embedded.forking import name_of
from tests.benchmarks.service import Service

POSTGRES: Final = "postgres"
BACKEND: Final = "a connection of postgres"
_WORKER: Final = ("-m", "config.embedded.child", "worker")
"""A worker, with a clock, its bots and followers."""
_CLOCK: Final = ("manage.py", "clock")
_PATIENCE: Final = 60.0


class Processes:
    """The processes of *service*, so many more *workers* and a clock, from the beginning of its block to the end."""

    def __init__(self, service: Service, random: Random, workers: int) -> None:
        self.kills: Counter[str] = Counter()
        self._service, self._random = service, random
        self._extra = [
            supervisor.Child(name, [sys.executable, *command, *_parent(command)], service.environment)
            for name, command in [*((f"worker {2 + more}", _WORKER) for more in range(workers)), ("clock 2", _CLOCK)]
        ]
        self._stopped = threading.Event()
        self._watch = threading.Thread(
            target=supervisor.watch, args=[self._extra, self._stopped], kwargs={"also": lambda: False}
        )

    def __enter__(self) -> Self:
        self._watch.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._stopped.set()
        self._watch.join()
        supervisor.end(self._extra)

    def kill_one(self) -> None:
        """Kill the process of a random kind among those that live, at whatever instruction it is."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            living = self.living()
            if living:
                name = self._random.choice(sorted(living))
                with suppress(ProcessLookupError):
                    os.kill(self._random.choice(living[name]), signal.SIGKILL)
                    self.kills[name] += 1
                    return
            time.sleep(0.1)
        raise AssertionError("nothing lives that could be killed")

    def living(self) -> dict[str, list[int]]:
        """Return the process ids of each kind that lives now."""
        parents = _parents()
        found: dict[str, list[int]] = {}
        for pid in _below(self._service.process_id, parents):
            if name := name_of(pid):
                found[name] = [pid]
            elif b"-D" in _title(pid).split(b"\0"):
                found[POSTGRES] = [pid]
                found[BACKEND] = [child for child in _below(pid, parents) if b": postgres maumau" in _title(child)]
        for child in self._extra:
            if child.process and child.process.poll() is None:
                found[child.name] = [child.process.pid]
        return {name: pids for name, pids in found.items() if pids}


def _parent(command: Sequence[str]) -> list[str]:
    return [str(os.getpid())] if "config.embedded.child" in command else []


def _parents() -> dict[int, int]:
    """Return the parent of each process of this machine."""
    found = {}
    for place in Path("/proc").iterdir():
        if place.name.isdigit():
            with suppress(OSError):
                found[int(place.name)] = int((place / "stat").read_text().rpartition(")")[2].split()[1])
    return found


def _below(parent: int, parents: Mapping[int, int]) -> list[int]:
    return [pid for pid, its_parent in parents.items() if its_parent == parent]


def _title(pid: int) -> bytes:
    try:
        return (Path("/proc") / str(pid) / "cmdline").read_bytes()
    except OSError:
        return b""
