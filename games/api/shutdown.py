"""Ends long polls before the server does, so that they still get their answers."""

import asyncio
import signal
import threading
from collections.abc import Callable
from types import FrameType
from typing import Any, Final

_SIGNALS: Final = (signal.SIGTERM, signal.SIGINT)


def before_end(loop: asyncio.AbstractEventLoop, act: Callable[[], None]) -> None:
    """Have *act* called in *loop* when a signal ends the process, before the server handles the signal.

    The end of ASGI's lifespan comes only after the last answer, which is too late for requests that wait. Where nothing
    handles SIGTERM, no server finishes its answers, and nothing is changed.
    """
    if threading.current_thread() is not threading.main_thread() or not callable(signal.getsignal(signal.SIGTERM)):
        return
    handlers: dict[int, Any] = {number: signal.getsignal(number) for number in _SIGNALS}

    def handle(number: int, frame: FrameType | None) -> None:
        if not loop.is_closed():
            loop.call_soon_threadsafe(act)
        if callable(handlers[number]):
            handlers[number](number, frame)

    for one in _SIGNALS:
        signal.signal(one, handle)
