"""The one clock: the database's. Web servers may disagree about the time; the database does not."""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """Return the instant by the database's clock, also inside a transaction that began earlier."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    assert isinstance(instant, datetime)  # noqa: S101  # what PostgreSQL answers
    return instant
