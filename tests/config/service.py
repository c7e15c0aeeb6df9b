"""A service for one test: `manage.py up` with its data in a temporary directory."""

import os
import signal
import subprocess
import sys
import time
import urllib.request
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Final

import psutil

from config.embedded.forking import name_of

_LAST_LINE: Final = "stop     Ctrl-C"
"""What a service says last when it is ready."""
PARTS: Final = ("web 1", "web 2", "worker", "checker", "postgres")
ROOT: Final = Path(__file__).resolve().parents[2]


def await_that(condition: Callable[[], object], seconds: float = 90.0) -> None:
    """Return as soon as the condition holds. Fail if it does not hold in time."""
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"waited {seconds} s in vain"
        time.sleep(0.05)


class Service:
    """A child process of the test that runs `manage.py up` with a state directory."""

    def __init__(self, state: Path, **environment: str) -> None:
        self.state = state
        inherited = {
            name: value
            for name, value in os.environ.items()
            if name not in {"DATABASE_URL", "BROKER_URL", "DJANGO_SETTINGS_MODULE", "DATABASE_POOL"}
        }
        self.environment = {**inherited, "DATA": str(state), "PORT": "0", "WEB_CONCURRENCY": "2", **environment}
        self.output = state.with_name(f"{state.name}.output")
        self.process: subprocess.Popen[bytes] | None = None
        self.first_said = ""
        """What it said until it was ready for the first time."""

    def start(self) -> None:
        """Start the service, and wait until it is ready."""
        with self.output.open("wb") as output:
            self.process = self.manage("up", stdout=output, stderr=output)
        await_that(lambda: self.has_ended() or _LAST_LINE in self.said(), 180)
        assert not self.has_ended(), self.said()
        self.first_said = self.first_said or self.said()

    def manage(self, *command: str, settings: str = "", **streams: object) -> subprocess.Popen[bytes]:
        """Run a command of `manage.py` for this service."""
        process: subprocess.Popen[bytes] = subprocess.Popen(
            [sys.executable, "manage.py", *command],
            cwd=ROOT,
            env={**self.environment, **({"DJANGO_SETTINGS_MODULE": settings} if settings else {})},
            start_new_session=True,
            **streams,  # type: ignore[call-overload]
        )
        return process

    def said(self) -> str:
        """Return all output so far."""
        return self.output.read_text()

    def has_ended(self) -> bool:
        """Return whether the supervisor has ended."""
        return self.process is None or self.process.poll() is not None

    def is_ready(self) -> bool:
        """Return whether the service answers that it is ready."""
        address = self.state / "address"
        try:
            with urllib.request.urlopen(f"{address.read_text()}/api/v1/readyz", timeout=10) as answer:
                return bool(answer.status == 200)
        except OSError:
            return False

    def pid_of(self, name: str) -> int | None:
        """Return the process of web 1, web 2, worker, checker or postgres, or None if there is none."""
        assert self.process
        if name == "postgres":
            file = self.state / "postgres" / "postmaster.pid"
            return int(file.read_text().split("\n", 1)[0]) if file.exists() else None
        for process in psutil.Process(self.process.pid).children():
            with suppress(psutil.NoSuchProcess):
                if name_of(process.pid) == name and process.status() != psutil.STATUS_ZOMBIE:
                    return process.pid
        return None

    def pids(self) -> dict[str, int | None]:
        """Return the process ids of all parts."""
        return {name: self.pid_of(name) for name in PARTS}

    def stop(self, number: signal.Signals = signal.SIGINT) -> int:
        """Send a signal, and return the exit status."""
        if self.process is None:
            return 0
        self.process.send_signal(number)
        return self.process.wait(120)


def is_running(pid: int | None) -> bool:
    """Return whether a process lives. One that has ended but was not waited for is dead."""
    if pid is None:
        return False
    state = subprocess.run(["ps", "-o", "stat=", "-p", str(pid)], capture_output=True, text=True, check=False).stdout
    return bool(state.strip()) and not state.startswith("Z")
