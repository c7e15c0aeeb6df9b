"""What Celery runs. No rule lives here; each may run twice or at once, and its result interests nobody."""

from uuid import UUID

from celery import shared_task

from games import nudge, selectors, services
from games.projections import registry


@shared_task(name="games.follow", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def follow() -> None:
    """Bring every projection to the end of the log."""
    registry.catch_up()


@shared_task(name="games.drive", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def drive() -> None:
    """Show that the driver lives, speak for every seat whose time is up, and wake every bot that is due."""
    services.pulse()
    for game in selectors.overdue():
        services.time_up(game)
    for game, turn in selectors.bots_due():
        nudge.bot(game, turn)


@shared_task(name="games.play_bot", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def play_bot(game: str, turn: int) -> None:
    """Let the bot move that must answer decision *turn* of *game*."""
    services.play_bot(UUID(game), turn)
