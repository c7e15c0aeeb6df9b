"""The heartbeat of a web process. A thread of its own writes it, so that it waits for no request."""

import threading
from typing import Final

import structlog
from django.db import Error, connection

from games import services

BEAT_SECONDS: Final = 1.0

_log = structlog.get_logger(__name__)


def keep_beating(stop: threading.Event) -> threading.Thread:
    """Write the heartbeat every few seconds from now on, until *stop* is set or the process ends."""

    def beat() -> None:
        is_lost = False
        while True:
            try:
                services.record_web_heartbeat()
                is_lost = False
            except Error as error:
                if not is_lost:  # one line when it is lost, not one every few seconds
                    _log.warning("the web has no heartbeat", error=type(error).__name__)
                is_lost = True
            finally:
                connection.close()  # gives it back to the pool
            if stop.wait(BEAT_SECONDS):
                return

    thread = threading.Thread(target=beat, name="heartbeat", daemon=True)
    thread.start()
    return thread
