"""The Celery tasks of accounts. A task may run twice, or several times at once."""

from celery import shared_task

from players import cleanup, namesakes


@shared_task(name="players.sweep", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def sweep() -> None:
    """Delete rows that are no longer needed, and compare the names of players for whom this was not done."""
    cleanup.delete_expired()
    namesakes.catch_up()
