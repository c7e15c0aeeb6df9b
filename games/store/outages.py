"""The service's pulse, and the times when it had none."""

from datetime import datetime, timedelta
from typing import Final

from django.db import connection, transaction

DRIVER: Final = "driver"

_FIRST: Final = "INSERT INTO heartbeat (name, at) VALUES (%s, clock_timestamp()) ON CONFLICT DO NOTHING"
_LAST: Final = "SELECT at, clock_timestamp() FROM heartbeat WHERE name = %s FOR UPDATE"
_BEAT: Final = "UPDATE heartbeat SET at = %s WHERE name = %s"
_OUTAGE: Final = "INSERT INTO outage (began, ended) VALUES (%s, %s) ON CONFLICT DO NOTHING"
_SINCE: Final = "SELECT began, ended FROM outage WHERE ended > %s ORDER BY began"
_SILENT: Final = (
    "SELECT at, clock_timestamp() FROM heartbeat WHERE name = %s AND clock_timestamp() - at > make_interval(secs => %s)"
)


def beat(longest: timedelta, *, name: str = DRIVER) -> bool:
    """Say that *name* is alive; where it was silent for longer than *longest*, record the outage with it.

    Returns whether there was one. Whoever beats at the same time waits, and finds a fresh pulse.
    """
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(_FIRST, [name])
        cursor.execute(_LAST, [name])
        last, at = cursor.fetchone()
        silent: bool = at - last > longest
        if silent:
            cursor.execute(_OUTAGE, [last, at])
        cursor.execute(_BEAT, [at, name])
    return silent


def outages_since(began: datetime) -> list[tuple[datetime, datetime]]:
    """Return the outages (began, ended) that ended after *began*, in order."""
    with connection.cursor() as cursor:
        cursor.execute(_SINCE, [began])
        return [(began, ended) for began, ended in cursor.fetchall()]


def running_outage(longest: timedelta, *, name: str = DRIVER) -> tuple[datetime, datetime] | None:
    """Return since when *name* has been silent, and now, if that is longer than *longest*: not recorded yet."""
    with connection.cursor() as cursor:
        cursor.execute(_SILENT, [name, longest.total_seconds()])
        found: tuple[datetime, datetime] | None = cursor.fetchone()
    return found
