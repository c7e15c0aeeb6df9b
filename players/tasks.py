"""What Celery runs for accounts; it may run twice or at once."""

from celery import shared_task

from players import cleanup


@shared_task(name="players.sweep", ignore_result=True)  # type: ignore[untyped-decorator] # Celery has no types
def sweep() -> None:
    """Delete what is no longer needed."""
    cleanup.delete_expired()
