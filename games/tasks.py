"""The tasks that Celery runs. A wakeup has no content: the loops of the worker find the work that is due."""

from typing import Final

import structlog
from celery import shared_task
from django.conf import settings

from games import archiving, loops, selectors
from games.integrity.verify import Verifier
from games.services import cleanup, erasures, puzzles

SAMPLE: Final = 20
"""Games that one run of ``verify`` takes at random."""

ARCHIVING: Final = 60.0
"""Seconds that one run of ``archive_games`` takes at most, and one game more."""

_log = structlog.get_logger(__name__)


@shared_task(name="games.bots", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def bots() -> None:
    """Wake the loops for bots."""
    loops.wake("bots")
    loops.wake("think")


@shared_task(name="games.follow", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def follow() -> None:
    """Wake the loop for read models."""
    loops.wake("follow")


@shared_task(name="games.check", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def check() -> None:
    """Wake the loops for checks of rulesets and records, and for analyses of games."""
    loops.wake("check")
    loops.wake("analyse")


@shared_task(name="games.sweep", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def sweep() -> None:
    """Erase guests who have not played for a long time. Delete rows that are no longer kept."""
    erasures.erase_expired_guests()
    cleanup.delete_expired()


@shared_task(name="games.archive", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def archive_games() -> None:
    """Archive games that have been over for ARCHIVE_AFTER days, if it is set."""
    if settings.ARCHIVE_AFTER and (archived := archiving.sweep(settings.ARCHIVE_AFTER, seconds=ARCHIVING)):
        _log.info("games archived", games=archived)


@shared_task(name="games.puzzles", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def make_puzzles() -> None:
    """Make the puzzles of today, unless they are there."""
    puzzles.make()


@shared_task(name="games.verify", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def verify() -> None:
    """Verify a few games and a shard of a read model. Findings are kept and logged."""
    for fault in Verifier().some(selectors.some_games(SAMPLE)):
        _log.critical("verification found a fault", where=fault.where, what=fault.what)
