"""A terminal for tests: it reads until a prompt comes, and types."""

import fcntl
import os
import pty
import re
import select
import signal
import subprocess
import sys
import termios
import time
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path
from typing import Final

ROOT: Final = Path(__file__).resolve().parents[3]
_COLOURS: Final = re.compile(r"\x1b\[[0-9;?]*[A-Za-z]")


def _own_terminal() -> None:
    """Make Ctrl-C on this terminal reach the program."""
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)


class Terminal:
    """`manage.py play` in a pseudo-terminal."""

    def __init__(self, environment: Mapping[str, str], *arguments: str) -> None:
        self._master, slave = pty.openpty()
        self.process = subprocess.Popen(
            [sys.executable, "manage.py", "play", *arguments],
            cwd=ROOT,
            env={**environment, "TERM": "xterm"},
            stdin=slave,
            stdout=slave,
            stderr=slave,
            start_new_session=True,
            preexec_fn=_own_terminal,  # noqa: PLW1509 - it only makes a system call
        )
        os.close(slave)
        self.raw = ""
        self._read_to = 0

    @property
    def said(self) -> str:
        """All output so far, without colours."""
        return _COLOURS.sub("", self.raw).replace("\r\n", "\n")

    def until(self, pattern: str, seconds: float = 120) -> str:
        """Return the output since the last call, as soon as it matches. Fail if it does not match in time."""
        end = time.monotonic() + seconds
        while True:
            fresh = self.said[self._read_to :]
            found = re.search(pattern, fresh)
            if found:
                self._read_to += found.end()
                return fresh[: found.end()]
            assert time.monotonic() < end, f"{pattern!r} did not come in:\n{self.said[-3000:]}"
            assert self._read() or re.search(pattern, self.said[self._read_to :]), (
                f"it ended with:\n{self.said[-3000:]}"
            )

    def type(self, line: str) -> None:
        os.write(self._master, f"{line}\n".encode())

    def interrupt(self) -> None:
        """Press Ctrl-C until the program ends. Just before it reads a line, it may notice one only at the next key.

        It has long to end before the next one, which would kill it in the middle of that.
        """
        for _ in range(4):
            if self.process.poll() is not None:
                return
            with suppress(OSError):  # it has just ended
                os.write(self._master, b"\x03")
            until = time.monotonic() + 15
            while self._read(0.2) and time.monotonic() < until:
                pass

    def close(self, seconds: float = 60) -> int:
        """Return the exit status. Kill the program if it does not end in time."""
        if self.process.returncode is not None:
            return self.process.returncode
        until = time.monotonic() + seconds
        while self._read() and time.monotonic() < until:
            pass
        try:
            return self.process.wait(max(0.1, until - time.monotonic()))
        except subprocess.TimeoutExpired:
            os.killpg(self.process.pid, signal.SIGKILL)
            return self.process.wait()
        finally:
            os.close(self._master)

    def kill(self) -> None:
        """Kill the program, unless it has ended."""
        if self.process.returncode is None:
            self.process.kill()
            self.close()

    def _read(self, seconds: float = 1) -> bool:
        """Read what has come. Return False if nothing more can come."""
        if not select.select([self._master], [], [], seconds)[0]:
            return self.process.poll() is None
        try:
            data = os.read(self._master, 65536)
        except OSError:  # the other side is closed
            return False
        self.raw += data.decode(errors="replace")
        return bool(data)
