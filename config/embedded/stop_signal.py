"""The signals that stop the service."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class StopSignal:
    """Sets an event at SIGINT, SIGTERM or SIGHUP. During the start it also interrupts what is being done."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self._interrupts = False
        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, self._receive)

    def _receive(self, *_: object) -> None:
        is_first = not self.event.is_set()
        self.event.set()
        # A second Ctrl-C must not break the orderly stop.
        if is_first and self._interrupts:
            raise KeyboardInterrupt

    @contextmanager
    def interrupting(self) -> Iterator[None]:
        """Raise KeyboardInterrupt in the block at the first signal."""
        self._interrupts = True
        try:
            if self.event.is_set():
                raise KeyboardInterrupt
            yield
        finally:
            self._interrupts = False
