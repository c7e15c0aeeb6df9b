"""Wake-ups after the commit. Each may be lost: whoever is woken by them also looks from time to time."""

import os
import threading
from contextlib import suppress
from functools import lru_cache
from queue import Full, Queue
from typing import Final, NamedTuple
from uuid import UUID

import structlog
from celery import current_app
from django.db import connection, transaction

CHANNEL: Final = "games"
"""Where PostgreSQL notifies of ``<game> <version>``: the game's stream ends at that version now."""
LONGEST_COUNTDOWN: Final = 30
"""Seconds; for a longer pause nothing is sent, the driver finds the bot."""
STALE: Final = 10
"""Seconds after which a wake-up that nobody took is worth nothing: the driver has sent another."""
MOST_LETTERS: Final = 1000
"""Wake-ups that wait to be sent; what is more is lost."""

_log = structlog.get_logger(__name__)


def moved(game: UUID, version: int) -> None:
    """Tell all who wait for *game*, once this transaction is committed, that it stands at *version*."""

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{game} {version}"])

    transaction.on_commit(notify, robust=True)


def bot(game: UUID, turn: int, *, pause: float = 0) -> None:
    """Let a worker play the bot that is on turn, *pause* seconds after the commit of this transaction."""

    def send() -> None:
        _send("games.play_bot", str(game), turn, countdown=pause)

    if pause <= LONGEST_COUNTDOWN:
        transaction.on_commit(send, robust=True)


def followers() -> None:
    """Let a worker bring the read models up to date, once this transaction is committed."""

    def send() -> None:
        _send("games.follow")

    transaction.on_commit(send, robust=True)


def examiner() -> None:
    """Let a worker make the judgements that wait, once this transaction is committed."""

    def send() -> None:
        _send("games.examine")

    transaction.on_commit(send, robust=True)


def _send(task: str, *arguments: object, countdown: float = 0) -> None:
    with suppress(Full):
        _postman(os.getpid()).put_nowait(_Letter(task, arguments, countdown))


class _Letter(NamedTuple):
    task: str
    arguments: tuple[object, ...]
    countdown: float


@lru_cache
def _postman(process: int) -> "Queue[_Letter]":
    """Return the letters of this *process*, posted by a thread: nobody waits for a broker that is slow, or away."""
    letters: Queue[_Letter] = Queue(MOST_LETTERS)
    threading.Thread(target=_post, args=(letters,), name=f"nudge-{process}", daemon=True).start()
    return letters


def _post(letters: "Queue[_Letter]") -> None:
    while True:
        task, arguments, countdown = letters.get()
        try:
            current_app.send_task(
                task, arguments, countdown=countdown or None, expires=countdown + STALE, retry=False, ignore_result=True
            )
        except Exception as fault:  # noqa: BLE001 - a wake-up may be lost, the thread may not
            _log.warning("a wake-up is lost", task=task, fault=str(fault))
