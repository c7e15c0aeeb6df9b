"""The signals that stop the service."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager


class StopSignal:
    """Sets an event at SIGINT, SIGTERM or SIGHUP. In the block of `interrupting` it also raises KeyboardInterrupt."""

    def __init__(self) -> None:
        self.event = threading.Event()
        self._interrupts = False

        def receive(*_: object) -> None:
            is_first = not self.event.is_set()
            self.event.set()
            # A second Ctrl-C must not break the orderly stop.
            if is_first and self._interrupts:
                raise KeyboardInterrupt

        for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, receive)

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
