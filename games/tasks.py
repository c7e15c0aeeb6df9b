"""What Celery runs. A wakeup says only *look*, and carries nothing; the loops of the worker find what is due."""

from typing import Final

import structlog
from celery import shared_task

from games import loops, selectors, store
from games.integrity.verify import Verifier

SAMPLE: Final = 20
"""Games that are verified in passing."""

_log = structlog.get_logger(__name__)


@shared_task(name="games.bots", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def bots() -> None:
    """Look for bots that are due."""
    loops.wake("bots")


@shared_task(name="games.follow", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def follow() -> None:
    """Look for events that the read models have not read."""
    loops.wake("follow")


@shared_task(name="games.check", ignore_result=True, acks_late=False)  # type: ignore[untyped-decorator] # Celery has no types
def check() -> None:
    """Look for rulesets and records that wait to be checked."""
    loops.wake("check")


@shared_task(name="games.verify", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def verify() -> None:
    """Hold a few games and a piece of a read model against the log; what is found is kept, and told in the log."""
    for fault in Verifier().some(selectors.some_games(SAMPLE)):
        _log.critical("a proof found a fault", where=fault.where, what=fault.what)
    store.claims.forget()
