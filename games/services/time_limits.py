"""A limit on the time that one piece of work may take: code that never ends is interrupted."""

import ctypes
import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Final

import structlog

_TICK: Final = 0.25
_RINGS: Final = 8
"""Interruptions that a piece of work may survive, one limit apart. Then its process ends."""

_log = structlog.get_logger(__name__)


class TookTooLong(BaseException):
    """The work was interrupted. It is no Exception, because code that catches those goes on with the same work."""


@dataclass(slots=True)
class _Running:
    seconds: float
    until: float
    rings: int = 0


_lock: Final = threading.Lock()
_running: Final[dict[int, _Running]] = {}
_guarded: Final[set[int]] = set()
"""Processes in which the guard runs. A fork does not inherit its thread."""


@contextmanager
def at_most(seconds: float) -> Iterator[None]:
    """Raise TookTooLong in the body, wherever its code is, when it has taken so many *seconds*.

    Code in C is interrupted when it returns to Python. If it never does, the process ends, and its supervisor starts
    it again.
    """
    thread = threading.get_ident()
    with _lock:
        if os.getpid() not in _guarded:
            _guarded.add(os.getpid())
            threading.Thread(target=_guard, name="time-limits", daemon=True).start()
        _running[thread] = mine = _Running(seconds, time.monotonic() + seconds)
    try:
        yield
    finally:
        _stop(thread, mine)


def _stop(thread: int, mine: _Running) -> None:
    """Stop the limit of *thread*. An interruption may still arrive while this runs, and must not reach later code."""
    while True:
        try:
            with _lock:
                _running.pop(thread, None)
            if not mine.rings or threading.get_ident() != thread:
                return
            # The last one may not have arrived yet. It is sent again and awaited, not taken back: the interpreter would
            # look for it for ever, which slows all threads, and hangs those that are traced (CPython 3.11).
            mine.rings = 0
            _interrupt(thread)
            while True:
                time.sleep(0)
        except TookTooLong:
            continue


def _guard() -> None:
    while True:
        time.sleep(_TICK)
        now = time.monotonic()
        with _lock:
            for thread, one in _running.items():
                if now >= one.until:
                    one.rings += 1
                    one.until = now + one.seconds
                    _interrupt(thread)
            stuck = any(one.rings > _RINGS for one in _running.values())
        if stuck:
            _log.critical("work that cannot be interrupted hangs; this process ends")
            os._exit(70)


def _interrupt(thread: int) -> None:
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(TookTooLong))
