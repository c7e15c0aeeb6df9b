"""Processes of the service beside a test, and waiting for what they do."""

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Final

from config.embedded.pytest_plugin import CommittedDatabase

ROOT: Final = Path(__file__).resolve().parents[2]
CHILD: Final = ("-m", "config.embedded.child")
"""The options of Python that run a process of the service."""


def surroundings(database: CommittedDatabase, folder: Path) -> dict[str, str]:
    """Return the environment of processes that share *database*, a broker of its own, and *folder*."""
    return {
        "DATABASE_URL": database.url,
        "BROKER_URL": database.create_broker(),
        "DJANGO_SETTINGS_MODULE": "config.settings.embedded",
        "DATA": str(folder),
        "BEAT_SCHEDULE": str(folder / "beat"),
        "C_FORCE_ROOT": "1",
    }


@contextmanager
def process(
    role: str, environment: dict[str, str], *, code: Path = ROOT, program: Sequence[str] = CHILD
) -> Iterator["subprocess.Popen[bytes]"]:
    """Run one process of the service, by the *code* in a folder, and end it with its children."""
    command = [sys.executable, *program, role, str(os.getpid())]
    with subprocess.Popen(command, cwd=code, env={**os.environ, **environment}, start_new_session=True) as child:
        try:
            yield child
        finally:
            kill(child)


def kill(child: "subprocess.Popen[bytes]") -> None:
    """Kill *child* and all its children, at whatever instruction they are."""
    if child.poll() is None:
        os.killpg(child.pid, signal.SIGKILL)
    child.wait()


def threads(pid: int) -> int:
    """Return how many threads a process has."""
    status = Path(f"/proc/{pid}/status").read_text(encoding="ascii")
    return int(status.split("Threads:")[1].split()[0])


def await_that(condition: Callable[[], object], patience: float, pause: float = 0.02) -> None:
    """Wait until *condition* holds; fail after *patience* seconds."""
    until = time.monotonic() + patience
    while not condition():
        assert time.monotonic() < until, "waited in vain"
        time.sleep(pause)
