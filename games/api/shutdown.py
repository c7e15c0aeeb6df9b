"""When a server is asked to end: what waits is told, so that it can still be answered."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Final

_ASKING: Final = (signal.SIGTERM, signal.SIGINT)


def before_end(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Have *act* called in *loop* when the process is asked to end by a signal, before its server hears of it.

    ASGI's own word, the end of the lifespan, comes only after the last answer: too late for who still waits. Where
    nothing handles SIGTERM, no server waits for its answers, and nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGTERM)):
        return
    for number in _ASKING:
        signal.signal(number, _first(loop, act, signal.getsignal(number)))


def _first(
    loop: asyncio.AbstractEventLoop, act: Callable[[], None], then: object
) -> Callable[[int, FrameType | None], None]:
    def handle(number: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(act)
        if callable(then):
            then(number, frame)

    return handle
