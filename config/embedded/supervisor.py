"""Keeps processes running: restarts them when they die or hang, and stops them in order.

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
from functools import partial
from typing import Final

from config.embedded.forking import CAN_FORK, Forked
from config.embedded.heartbeat import PIPE, Heartbeat

_TICK: Final = 0.2
_LONG_LIFE: Final = 30
"""Seconds that a process must live so that its end does not count as a failed start."""
_LONGEST_PAUSE: Final = 8.0
_MOST_FAILS: Final = 5
"""Failures in a row that a child may have before the service was ready."""
GRACE: Final = 8.0
"""Seconds that a process has to end after it was asked to."""
_CHUNK: Final = 65_536
SILENCE: Final = 10.0
"""Seconds without a heartbeat after which a process hangs."""
_FIRST_HEARTBEAT: Final = 120.0
"""Seconds that a process has until its first one."""
_LONGEST_LOOK: Final = 0.5
"""The most seconds between two looks that count. In more, this process did not run either."""


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
    role: Callable[[Heartbeat], object] | None = None
    """The function that a fork calls. A process that is not forked runs the command."""
    has_heartbeat: bool = False
    """Whether it shows that it runs. One that no longer does is killed, and started again."""
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
    _heartbeat: int | None = None
    """The end of the pipe from which its heartbeat is read."""
    _silent: float = 0.0
    """Seconds without a heartbeat in which the supervisor ran: a suspended machine is no process that hangs."""
    _patience: float = _FIRST_HEARTBEAT
    _looked: float = 0.0

    def start(self) -> None:
        """Start the process in a session of its own, so that Ctrl-C does not reach it before its turn."""
        self.born = self._looked = time.monotonic()
        self._silent, self._patience = 0.0, _FIRST_HEARTBEAT
        writes = beats = None
        if self.has_heartbeat:
            self._heartbeat, beats = os.pipe()
            os.set_blocking(self._heartbeat, False)
            os.set_blocking(beats, False)
        kept = self.sockets if beats is None else (*self.sockets, beats)
        if self.is_relayed:
            self.output, writes = os.pipe()
            os.set_blocking(self.output, False)
        try:
            if self.role and CAN_FORK:
                self.process = Forked(partial(self.role, Heartbeat(beats)), output=writes, kept=kept)
            else:
                self.process = subprocess.Popen(
                    self.command,
                    env={**self.environment, PIPE: "" if beats is None else str(beats)},
                    pass_fds=kept,
                    start_new_session=True,
                    stdin=subprocess.DEVNULL,
                    stdout=writes,
                    stderr=writes,
                )
        finally:
            for end in (writes, beats):
                if end is not None:
                    os.close(end)

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
            self._check_heartbeat(now)
            return
        self._kill_group()
        self._close_pipes()
        if not self.is_kept:
            return
        self.fails = self.fails + 1 if now - self.born < _LONG_LIFE else 1
        pause = min(0.25 * 2 ** min(self.fails, 10), _LONGEST_PAUSE)
        self.report(self.name, f"ended with {self.process.returncode}; starting it again in {pause:.1f} s")
        self.process = None
        self.due = now + pause

    def _check_heartbeat(self, now: float) -> None:
        """Kill the process if it hangs. The next look finds that it has ended."""
        if self._heartbeat is None:
            return
        self._silent += min(now - self._looked, _LONGEST_LOOK)
        self._looked = now
        with suppress(BlockingIOError):
            if os.read(self._heartbeat, _CHUNK):
                self._silent, self._patience = 0.0, SILENCE
        if self._silent > self._patience:
            self.report(self.name, f"hangs: nothing was heard of it for {self._silent:.0f} s, so it is killed")
            self._silent = 0.0
            self._kill_group()

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
        self._close_pipes()
        self.process = None

    def _kill_group(self) -> None:
        if self.process:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def _close_pipes(self) -> None:
        """Print what a process has left behind in its pipe. A process that still holds the pipe is not waited for."""
        self.relay()
        if self.output is not None:
            os.close(self.output)
            self.output, self._line = None, b""
        if self._heartbeat is not None:
            os.close(self._heartbeat)
            self._heartbeat = None


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
