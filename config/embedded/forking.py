"""Processes that are forked from this one, so that they share the memory of what it has imported.

By hand: `multiprocessing` keeps open what its parent has open, such as a lock, and has no session for each process.
"""

import logging
import os
import signal
import subprocess
import sys
import time
import traceback
from collections.abc import Callable, Collection
from contextlib import suppress
from pathlib import Path
from typing import Final, NoReturn

CAN_FORK: Final = sys.platform == "linux"
"""Whether a process that has used the system's libraries may fork. That of macOS may not."""
_SIGNALS: Final = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)
_STANDARD: Final = (0, 1, 2)
_PAUSE: Final = 0.01
_LONGEST_NAME: Final = 15
"""Bytes of a name that Linux keeps."""


class Forked:
    """A child process that calls one function. What `subprocess.Popen` has under the same names works alike.

    Fork while no other thread runs: a lock that such a thread holds would never be released in the child.
    """

    def __init__(self, act: Callable[[], object], *, output: int | None = None, kept: Collection[int] = ()) -> None:
        """Start it, in a session of its own.

        It writes to the file descriptor *output*, or to where this process writes. Of the other file descriptors, it
        has only those that are *kept*.
        """
        self.returncode: int | None = None
        sys.stdout.flush()
        sys.stderr.flush()
        # A signal that comes before the child handles it by itself must not get lost in the handlers of its parent.
        earlier = signal.pthread_sigmask(signal.SIG_BLOCK, _SIGNALS)
        try:
            self.pid = os.fork()
            if not self.pid:
                _live(act, output, kept)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, earlier)

    def poll(self) -> int | None:
        """Return the exit status, which is negative after a signal; None while it runs."""
        if self.returncode is None:
            try:
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # somebody else has waited for it
                pid, status = self.pid, 0
            if pid:
                self.returncode = os.waitstatus_to_exitcode(status)
        return self.returncode

    def wait(self, timeout: float | None = None) -> int:
        """Return the exit status as soon as it has ended. Raises TimeoutExpired after so many seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while (status := self.poll()) is None:
            if until is not None and time.monotonic() >= until:
                raise subprocess.TimeoutExpired("fork", timeout or 0.0)
            time.sleep(_PAUSE)
        return status

    def terminate(self) -> None:
        """Ask it to end."""
        if self.poll() is None:
            with suppress(ProcessLookupError):
                os.kill(self.pid, signal.SIGTERM)

    def kill(self) -> None:
        """Kill it, and all processes of its session's group."""
        if self.poll() is None:
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGKILL)


def call_me(name: str) -> None:
    """Name this process in the lists of `ps` and `top`, where the system can do that."""
    with suppress(OSError):
        Path("/proc/self/comm").write_bytes(f"maumau:{name}".encode()[:_LONGEST_NAME])


def name_of(pid: int) -> str | None:
    """Return the name that a process has given itself by `call_me`; None if it has none."""
    with suppress(OSError):
        maumau, _, name = Path(f"/proc/{pid}/comm").read_text(encoding="utf-8").strip().partition(":")
        return name if maumau == "maumau" else None
    return None


def _live(act: Callable[[], object], output: int | None, kept: Collection[int]) -> NoReturn:
    """Be the child. The frames of the parent below this one are never left, so nothing of theirs is cleaned up here."""
    status = 1
    try:
        os.setsid()
        for number in _SIGNALS:
            signal.signal(number, signal.SIG_DFL)
        signal.set_wakeup_fd(-1)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, _SIGNALS)
        _leave_files(output, kept)
        act()
        status = 0
    except SystemExit as end:
        status = end.code if isinstance(end.code, int) else int(end.code is not None)
    except BaseException:  # noqa: BLE001 - nothing may reach the frames of the parent
        traceback.print_exc()
    finally:
        with suppress(BaseException):
            logging.shutdown()
            sys.stdout.flush()
            sys.stderr.flush()
        os._exit(status)


def _leave_files(output: int | None, kept: Collection[int]) -> None:
    """Leave the files of the parent. Its lock would otherwise outlive it.

    Their numbers stay taken, because objects of the parent may still close them.
    """
    nothing = os.open(os.devnull, os.O_RDWR)
    os.dup2(nothing, 0)
    if output is not None:
        os.dup2(output, 1)
        os.dup2(output, 2)
    for number in [int(file.name) for file in Path("/dev/fd").iterdir()]:
        if number not in _STANDARD and number not in kept and number != nothing:
            with suppress(OSError):  # the listing itself
                os.fstat(number)
                os.dup2(nothing, number, inheritable=False)
