"""The clock of the service. It is the database's, because the clocks of web servers may disagree."""

from datetime import datetime

from django.db import connection


def now() -> datetime:
    """Return the present time in UTC, also in a transaction that began earlier. It takes one query."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp()")
        (instant,) = cursor.fetchone()
    assert isinstance(instant, datetime)  # noqa: S101  # psycopg returns a datetime
    return instant
