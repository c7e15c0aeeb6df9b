"""Wake-ups after the commit. Each may be lost: whoever is woken by them also looks from time to time."""

from typing import Final
from uuid import UUID

from celery import current_app
from django.db import connection, transaction

CHANNEL: Final = "games"
"""Where PostgreSQL notifies of ``<game> <version>``: the game's stream ends at that version now."""
LONGEST_COUNTDOWN: Final = 30
"""Seconds; for a longer pause nothing is sent, the driver finds the bot."""
STALE: Final = 10
"""Seconds after which a wake-up that nobody took is worth nothing: the driver has sent another."""


def moved(game: UUID, version: int) -> None:
    """Tell all who wait for *game*, once this transaction is committed, that it stands at *version*."""

    def notify() -> None:
        with connection.cursor() as cursor:
            cursor.execute("SELECT pg_notify(%s, %s)", [CHANNEL, f"{game} {version}"])

    transaction.on_commit(notify, robust=True)


def bot(game: UUID, turn: int, *, pause: int = 0) -> None:
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


def _send(task: str, *arguments: object, countdown: int = 0) -> None:
    current_app.send_task(
        task, arguments, countdown=countdown or None, expires=countdown + STALE, retry=False, ignore_result=True
    )
