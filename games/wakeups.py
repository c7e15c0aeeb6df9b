"""Wakeups: messages without content. Work that is due is a row, so a wakeup may come late, twice or never."""

import os
import threading
import time
from functools import lru_cache
from typing import Any, Final
from uuid import UUID

import structlog
from celery import current_app
from django.db import transaction
from kombu.exceptions import ChannelError

from base.sql.statements import run_after_commit

CHANNEL: Final = "games"
"""The channel of PostgreSQL's notifications ``<game> <version>``: the game's stream ends at that version now."""
NOTICES: Final = "notices"
"""The channel of PostgreSQL's notifications ``<player>``: the player has a new notice."""
BOTS: Final = "games.bots"
FOLLOWERS: Final = "games.follow"
CHECKER: Final = "games.check"
"""The tasks that find work."""
LONGEST_WAIT: Final = 1.0
"""Seconds after which workers find work without a wakeup. Work that is due later needs none."""
STALE: Final = 10
"""Seconds after which a wakeup expires, because workers have found the work without it."""
PAUSE: Final = 0.1
"""Seconds between two sendings of one process. Wakeups that are asked for in between are sent once, after them."""
MOST_WAITING: Final = 4
"""If so many wakeups wait in a queue, another one would wake nobody sooner."""

_NOTIFY: Final = "SELECT pg_notify(%s, %s)"

_log = structlog.get_logger(__name__)


def moved(game: UUID, version: int) -> None:
    """Notify all who wait for *game*, after this transaction commits, that it is at *version*."""
    run_after_commit(_NOTIFY, [CHANNEL, f"{game} {version}"])


def noticed(player: UUID) -> None:
    """Notify the streams of *player*, after this transaction commits, that there is a new notice."""
    run_after_commit(_NOTIFY, [NOTICES, str(player)])


def bots() -> None:
    """Wake a worker for bots that are due, after this transaction commits."""
    _after_commit(BOTS)


def followers() -> None:
    """Wake a worker for the read models, after this transaction commits."""
    _after_commit(FOLLOWERS)


def checker() -> None:
    """Wake a worker for jobs that wait for their check or are analyses, after this transaction commits."""
    _after_commit(CHECKER)


def _after_commit(task: str) -> None:
    transaction.on_commit(lambda: _sender(os.getpid()).ask(task), robust=True)


@lru_cache  # by process: a fork inherits the sender, but not its thread
def _sender(process: int) -> "Sender":
    sender = Sender()
    threading.Thread(target=sender.run, name=f"wakeups-{process}", daemon=True).start()
    return sender


class Sender:
    """Sends the wakeups of one process from its own thread, so that no request waits for a slow broker."""

    def __init__(self) -> None:
        self._asked: set[str] = set()
        self._something = threading.Condition()
        self._away = False

    def ask(self, task: str) -> None:
        """Have a wakeup for *task* sent soon. Several requests for it are sent once."""
        with self._something:
            self._asked.add(task)
            self._something.notify()

    def run(self) -> None:
        """Send the wakeups that are asked for, for ever."""
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
    """Return how many messages wait in the queue of *task*. Raises what the transport does if no worker has made it."""
    queue = current_app.amqp.router.route({}, task)["queue"]
    return int(channel.queue_declare(queue=queue.name, passive=True).message_count)
