"""A service on this machine whose processes are killed and stopped at random, and started again by its supervisor."""

import os
import shutil
import signal
import sys
import tempfile
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
from config.embedded.cluster import Cluster
from config.embedded.forking import name_of
from tests.benchmarks.service import Service

POSTGRES: Final = "postgres"
BACKEND: Final = "a connection of postgres"
_WORKER: Final = ("-m", "config.embedded.child", "worker")
"""A worker, with a clock, its bots and followers."""
_CLOCK: Final = ("manage.py", "clock")
_WIRE: Final = "wire to "
_SUPERVISOR: Final = "supervisor"
_PATIENCE: Final = 60.0
_OFTEN: Final = {POSTGRES: 2, BACKEND: 2}
"""How much likelier these are than others."""
LONGEST_STOP: Final = 2.5
"""Seconds for which a process is stopped. It is less than what counts as an outage, and than any lease of a sender."""


class Wired(Service):
    """A service whose ways to PostgreSQL and to the broker can be cut. A *mutant* has a fault in its code."""

    def __init__(self, mutant: str = "", **given: str) -> None:
        """Give its processes more variables."""
        folder = Path(tempfile.mkdtemp(prefix="maumau-wires-"))
        super().__init__(
            DJANGO_SETTINGS_MODULE="tests.games.chaos.settings", WIRES=str(folder), MUTANT=mutant,
            WEBHOOK_NETWORKS="127.0.0.0/8", **given,
        )  # fmt: skip
        self._folder = folder
        self._stopped = threading.Event()
        self.wires: list[supervisor.Child] = []

    def prepare(self) -> None:
        """Put up the wires."""
        server = Cluster(Path(self.environment["DATA"])).socket
        for name in ("postgres", "broker"):
            (self._folder / name).mkdir()
            command = [sys.executable, "-m", "tests.games.chaos.wire", str(self._folder / name), str(server)]
            self.wires.append(supervisor.Child(f"{_WIRE}{name}", command, {**os.environ}, is_relayed=False))
        self._watch = threading.Thread(
            target=supervisor.watch, args=[self.wires, self._stopped], kwargs={"also": lambda: False}
        )
        self._watch.start()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """End the service, and then the wires."""
        super().__exit__(kind, error, trace)
        self._stopped.set()
        self._watch.join()
        supervisor.end(self.wires)
        shutil.rmtree(self._folder, ignore_errors=True)


class Processes:
    """The processes of *service*, so many more *workers* and a clock, from the beginning of its block to the end."""

    def __init__(self, service: Wired, random: Random, workers: int) -> None:
        self.kills: Counter[str] = Counter()
        self.stops: Counter[str] = Counter()
        self._asleep: dict[int, float] = {}
        """When each process that is stopped goes on, by the monotonic clock."""
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

    def choose(self) -> tuple[str, int]:
        """Return the name and the id of a random process that lives."""
        until = time.monotonic() + _PATIENCE
        while time.monotonic() < until:
            if living := self.living():
                names = sorted(living)
                (name,) = self._random.choices(names, [_OFTEN.get(name, 1) for name in names])
                return name, self._random.choice(living[name])
            time.sleep(0.1)
        raise AssertionError("nothing lives that could be killed")

    def kill(self, name: str, pid: int) -> None:
        """Kill a process, at whatever instruction it is."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
            self.kills[name] += 1
        self._asleep.pop(pid, None)

    def stop(self, name: str, pid: int) -> None:
        """Stop a process for a while."""
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGSTOP)
            self.stops[name] += 1
            self._asleep[pid] = time.monotonic() + self._random.uniform(0, LONGEST_STOP)

    def wake(self, *, everybody: bool = False) -> None:
        """Let those go on that were stopped for long enough."""
        now = time.monotonic()
        for pid in [pid for pid, until in self._asleep.items() if everybody or until <= now]:
            del self._asleep[pid]
            with suppress(ProcessLookupError):
                os.kill(pid, signal.SIGCONT)

    def kill_supervisor(self) -> None:
        """Kill the supervisor, and start the service again when it is gone."""
        self.kill(_SUPERVISOR, self._service.process_id)
        self._service.start_again()

    def living(self) -> dict[str, list[int]]:
        """Return the process ids of each kind that lives now."""
        parents = _parents()
        found: dict[str, list[int]] = {}
        for pid in _below(self._service.process_id, parents):
            if name := name_of(pid):
                found[name] = [pid]
        if server := self._server():
            found[POSTGRES] = [server]
            found[BACKEND] = [child for child in _below(server, parents) if b": postgres maumau" in _title(child)]
        for child in (*self._extra, *self._service.wires):
            if child.process and child.process.poll() is None:
                found[child.name] = [child.process.pid]
        return {name: pids for name, pids in found.items() if pids}

    def _server(self) -> int | None:
        """Return the id of PostgreSQL's first process. If its supervisor was killed, it has another parent."""
        data = Cluster(Path(self._service.environment["DATA"])).data
        with suppress(OSError, ValueError):
            pid = int((data / "postmaster.pid").read_text().split("\n", 1)[0])
            return pid if bytes(data) in _title(pid).split(b"\0") else None
        return None


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
