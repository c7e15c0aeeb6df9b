"""What Celery runs. No rule lives here; each may run twice or at once, and its result interests nobody."""

from typing import Final
from uuid import UUID

import structlog
from celery import shared_task
from django.db import OperationalError

from games import nudge, selectors, services
from games.integrity.verifying import Verifier
from games.projections import registry
from games.services import authoring, imports

SAMPLE: Final = 20
"""Games that are verified in passing."""

_log = structlog.get_logger(__name__)


@shared_task(name="games.follow", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def follow() -> None:
    """Bring every projection to the end of the log."""
    registry.catch_up()


@shared_task(name="games.drive", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def drive() -> None:
    """Show that the driver lives, speak for whose time is up, wake the bots that are due, and rate who has ended."""
    services.pulse()
    for game in selectors.overdue():
        try:
            services.time_up(game)
        except OperationalError:
            raise
        except Exception:  # noqa: BLE001 - one game that cannot be read must not stop the clocks of the others
            _log.exception("the clock cannot speak", game=str(game))
    for game, turn in selectors.bots_due():
        nudge.bot(game, turn)
    for ladder in selectors.ladders_waiting():
        try:
            services.rate(ladder)
        except OperationalError:
            raise
        except Exception:  # noqa: BLE001 - one result that cannot be rated must not stop the other ladders
            _log.exception("a ladder cannot rate", ladder=str(ladder))
    authoring.remind()
    imports.remind()


@shared_task(name="games.verify", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def verify() -> None:
    """Hold a few games and a piece of a read model against the log; what is found is kept, and told in the log."""
    for fault in Verifier().some(selectors.some_games(SAMPLE)):
        _log.critical("a proof found a fault", where=fault.where, what=fault.what)


@shared_task(name="games.play_bot", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def play_bot(game: str, turn: int) -> None:
    """Let the bot move that must answer decision *turn* of *game*."""
    services.play_bot(UUID(game), turn)


@shared_task(name="games.examine", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def examine() -> None:
    """Judge the ruleset that has waited longest, and the record."""
    authoring.examine()
    imports.examine()
