"""Keeps processes running: restarts them when they die, and stops them in order.

By hand: systemd needs Linux and an account of its own; supervisord and honcho do not wait until a process is ready.
"""

import os
import select
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final

from config.embedded.forking import CAN_FORK, Forked

_TICK: Final = 0.2
_LONG_LIFE: Final = 30
"""Seconds that a process must live so that its end does not count as a failed start."""
_LONGEST_PAUSE: Final = 8.0
_MOST_FAILS: Final = 5
"""Failures in a row that a child may have before the service was ready."""
GRACE: Final = 8.0
"""Seconds that a process has to end after it was asked to."""
_CHUNK: Final = 65_536


def say(who: str, line: str) -> None:
    """Print a line with the time and the name of the process. A closed terminal is no error."""
    with suppress(OSError, ValueError):
        sys.stdout.write(f"{time.strftime('%H:%M:%S')} {who:>8} | {line}\n")
        sys.stdout.flush()


@dataclass(slots=True)
class Child:
    """One process, with its name and its failures."""

    name: str
    command: Sequence[str]
    environment: Mapping[str, str]
    sockets: tuple[int, ...] = ()
    role: Callable[[], object] | None = None
    """The function that a fork calls. A process that is not forked runs the command."""
    is_kept: bool = True
    """Whether it is started again when it ends."""
    is_relayed: bool = True
    """Whether the supervisor prints its lines, with its name."""
    report: Callable[[str, str], None] = say
    """Prints the name of the process and what happened to it."""
    process: "subprocess.Popen[bytes] | Forked | None" = None
    fails: int = 0
    born: float = 0.0
    due: float = field(default=0.0)
    """When it may be restarted, by the monotonic clock."""
    output: int | None = None
    """The end of the pipe from which its lines are read."""
    _line: bytes = b""

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C does not reach it before its turn."""
        self.born = time.monotonic()
        writes = None
        if self.is_relayed:
            self.output, writes = os.pipe()
            os.set_blocking(self.output, False)
        try:
            if self.role and CAN_FORK:
                self.process = Forked(self.role, output=writes, kept=self.sockets)
            else:
                self.process = subprocess.Popen(
                    self.command,
                    env=dict(self.environment),
                    pass_fds=self.sockets,
                    start_new_session=True,
                    stdin=subprocess.DEVNULL,
                    stdout=writes,
                    stderr=writes,
                )
        finally:
            if writes is not None:
                os.close(writes)

    def relay(self) -> None:
        """Print the lines that the process has written."""
        while self.output is not None:
            try:
                read = os.read(self.output, _CHUNK)
            except BlockingIOError:
                return
            *lines, self._line = (self._line + read).split(b"\n")
            if not read:
                lines, self._line = [self._line], b""
                os.close(self.output)
                self.output = None
            for raw in lines:
                if line := raw.decode(errors="replace").rstrip():
                    say(self.name, line)

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
        self._relay_rest()
        if not self.is_kept:
            return
        self.fails = self.fails + 1 if now - self.born < _LONG_LIFE else 1
        pause = min(0.25 * 2 ** min(self.fails, 10), _LONGEST_PAUSE)
        self.report(self.name, f"ended with {self.process.returncode}; starting it again in {pause:.1f} s")
        self.process = None
        self.due = now + pause

    def ask_to_end(self) -> None:
        """Ask the process to end."""
        if self.process and self.process.poll() is None:
            self.process.terminate()

    def has_ended(self) -> bool:
        """Return whether there is no process that runs."""
        return self.process is None or self.process.poll() is not None

    def end(self) -> None:
        """Kill the process if it has not ended, and the processes that it left behind."""
        if self.process is None:
            return
        if not self.has_ended():
            self.report(self.name, "does not end in time, so it is killed")
        self._kill_group()
        self.process.wait()
        self._relay_rest()
        self.process = None

    def _kill_group(self) -> None:
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _relay_rest(self) -> None:
        """Print what a process has left behind in its pipe. A process that still holds the pipe is not waited for."""
        self.relay()
        if self.output is not None:
            os.close(self.output)
            self.output, self._line = None, b""


def watch(children: Sequence[Child], stop: threading.Event, *, also: Callable[[], bool]) -> Child | None:
    """Keep the children running until `stop` is set. Return the child that ended the service, if one did.

    `also` is called five times a second. It returns whether the service ends if a child keeps failing.
    """
    due = 0.0
    while not stop.is_set():
        _relay(children, due - time.monotonic())
        if time.monotonic() < due:
            continue
        due = time.monotonic() + _TICK
        may_end = also()
        for child in children:
            child.tend()
            if may_end and child.fails > _MOST_FAILS:
                return child
    return None


def end(children: Sequence[Child], *, grace: float = GRACE) -> None:
    """Ask all children to end, in order, and wait so many seconds for them. Then kill those that have not ended."""
    for child in children:
        child.ask_to_end()
    until = time.monotonic() + grace
    while time.monotonic() < until and not all(child.has_ended() for child in children):
        _relay(children, 0.02)
    for child in children:
        child.end()


def _relay(children: Sequence[Child], seconds: float) -> None:
    """Print what the children write within so many seconds, or return after the first lines.

    There is no thread for this, because a process with threads cannot fork.
    """
    writing = {child.output: child for child in children if child.output is not None}
    if not writing:
        time.sleep(max(0.0, seconds))
        return
    for output in select.select([*writing], [], [], max(0.0, seconds))[0]:
        writing[output].relay()
