"""Keeps processes running: restarts them when they die, and stops them in order.

By hand: systemd needs Linux and an account of its own; supervisord and honcho do not wait until a process is ready.
"""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import IO, Final

_TICK: Final = 0.2
_LONG_LIFE: Final = 30
"""Seconds that a process must live so that its end does not count as a failed start."""
_LONGEST_PAUSE: Final = 8.0
_MOST_FAILS: Final = 5
"""Failures in a row that a child may have before the service was ready."""
_GRACE: Final = 8
"""Seconds that a process has to end after it was asked to."""

_printing = threading.Lock()


@dataclass(slots=True)
class Child:
    """One process, with its name and its failures."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    sockets: tuple[int, ...] = ()
    process: subprocess.Popen[bytes] | None = None
    fails: int = 0
    born: float = 0.0
    due: float = field(default=0.0)
    """When it may be restarted, by the monotonic clock."""

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C does not reach it before its turn."""

        def relay(pipe: IO[bytes]) -> None:
            with pipe:
                for raw in pipe:
                    if line := raw.decode(errors="replace").rstrip():
                        say(self.name, line)

        self.born = time.monotonic()
        self.process = subprocess.Popen(
            self.command,
            env=dict(self.environment),
            pass_fds=self.sockets,
            start_new_session=True,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
        )
        if self.process.stdout:
            threading.Thread(target=relay, args=(self.process.stdout,), daemon=True).start()

    def tend(self) -> None:
        """Restart the process if it has died: soon after a long life, later after each failure in a row."""
        now = time.monotonic()
        if self.process is None:
            if now >= self.due:
                self.start()
            return
        if self.process.poll() is None:
            return
        self._kill_group()
        self.fails = self.fails + 1 if now - self.born < _LONG_LIFE else 1
        pause = min(0.25 * 2 ** min(self.fails, 10), _LONGEST_PAUSE)
        say(self.name, f"ended with {self.process.returncode}; starting it again in {pause:.1f} s")
        self.process = None
        self.due = now + pause

    def ask_to_end(self) -> None:
        """Ask the process to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def end(self, until: float) -> None:
        """Wait for the process to end, and kill it after `until`. Then kill the processes that it left behind."""
        if self.process is None:
            return
        try:
            self.process.wait(max(0.0, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            say(self.name, "does not end in time, so it is killed")
        self._kill_group()
        self.process.wait()
        self.process = None

    def _kill_group(self) -> None:
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)


def watch(children: Sequence[Child], stop: threading.Event, *, also: Callable[[], bool]) -> Child | None:
    """Keep the children running until `stop` is set. Return the child that ended the service, if one did.

    `also` is called five times a second. It returns whether the service ends if a child keeps failing.
    """
    while not stop.wait(_TICK):
        may_end = also()
        for child in children:
            child.tend()
            if may_end and child.fails > _MOST_FAILS:
                return child
    return None


def end(children: Sequence[Child]) -> None:
    """Ask all children to end, in order, and wait for them."""
    for child in children:
        child.ask_to_end()
    until = time.monotonic() + _GRACE
    for child in children:
        child.end(until)


def say(who: str, line: str) -> None:
    """Print a line with the time and the name of the process. A closed terminal is no error."""
    with _printing, suppress(OSError, ValueError):
        sys.stdout.write(f"{time.strftime('%H:%M:%S')} {who:>8} | {line}\n")
        sys.stdout.flush()
