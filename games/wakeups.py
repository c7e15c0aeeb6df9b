"""Wakeups: messages that say only *look*. What is due is a row, so each may be late, doubled or lost."""

import os
import threading
import time
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import structlog
from celery import current_app
from django.db import connection, transaction
from kombu.exceptions import ChannelError

CHANNEL: Final = "games"
"""Where PostgreSQL notifies of ``<game> <version>``: the game's stream ends at that version now."""
BOTS: Final = "games.bots"
FOLLOWERS: Final = "games.follow"
CHECKER: Final = "games.check"
"""The tasks that look for work."""
LOOKS_EVERY: Final = 1.0
"""Seconds after which workers look by themselves at the latest: what is due later needs no wakeup."""
STALE: Final = 10
"""Seconds after which nobody needs a wakeup: workers have looked by themselves."""
PAUSE: Final = 0.1
"""Seconds between two wakeups of one process; what is asked for meanwhile is sent once, after them."""
MOST_WAITING: Final = 4
"""Where so many wait in a queue, another one would wake nobody sooner."""

_log = structlog.get_logger(__name__)


def moved(game: UUID, version: int) -> None:
    """Tell all who wait for *game*, once this transaction is committed, that it stands at *version*."""

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{game} {version}"])

    transaction.on_commit(notify, robust=True)


def bots() -> None:
    """Let a worker look for bots that are due, once this transaction is committed."""
    _after_commit(BOTS)


def followers() -> None:
    """Let a worker bring the read models up to date, once this transaction is committed."""
    _after_commit(FOLLOWERS)


def checker() -> None:
    """Let a worker look for jobs that wait to be checked, once this transaction is committed."""
    _after_commit(CHECKER)


def _after_commit(task: str) -> None:
    transaction.on_commit(lambda: _sender(os.getpid()).ask(task), robust=True)


@lru_cache
def _sender(process: int) -> "Sender":
    sender = Sender()
    threading.Thread(target=sender.run, name=f"wakeups-{process}", daemon=True).start()
    return sender


class Sender:
    """Sends the wakeups of one process from a thread of its own: nobody waits for a broker that is slow, or away."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._something = threading.Condition()
        self._away = False

    def ask(self, task: str) -> None:
        """Have a wakeup sent soon, unless one is about to be."""
        with self._something:
            self._asked.add(task)
            self._something.notify()

    def run(self) -> None:
        """Send what was asked for, for ever."""
        while True:
            with self._something:
                self._something.wait_for(lambda: self._asked)
                tasks, self._asked = self._asked, set()
            for task in sorted(tasks):
                self.send(task)
            time.sleep(PAUSE)

    def send(self, task: str) -> bool:
        """Send a wakeup unless enough of its kind are on the way; return whether it was sent."""
        try:
            with current_app.producer_pool.acquire(block=True) as producer:
                if waiting(producer.channel, task) >= MOST_WAITING:
                    return False
                current_app.send_task(task, producer=producer, expires=STALE, retry=False, ignore_result=True)
        except ChannelError:  # no worker has made the queue yet, so there is nobody to wake
            return False
        except Exception as fault:  # noqa: BLE001 - a wakeup may be lost, the thread may not; each transport has its own
            if not self._away:
                _log.warning("wakeups are lost, workers look by themselves", task=task, fault=type(fault).__name__)
            self._away = True
            return False
        self._away = False
        return True


def waiting(channel: Any, task: str) -> int:
    """Return how many messages wait in the queue of *task*. Raises what the transport does where no worker made it."""
    queue = current_app.amqp.router.route({}, task)["queue"]
    return int(channel.queue_declare(queue=queue.name, passive=True).message_count)
