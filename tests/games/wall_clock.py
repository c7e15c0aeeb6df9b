"""The database's clock, which tests may set: functions in a schema that PostgreSQL searches before its own."""

from datetime import timedelta
from typing import Final

from django.db import connection

_NAMES: Final = {"clock_timestamp": "VOLATILE", "statement_timestamp": "STABLE", "now": "STABLE"}
_PATH: Final = "public, settable, pg_catalog"


class WallClock:
    """The clock that this transaction sees; *everywhere* also all who connect to the database from now on."""

    def __init__(self, *, everywhere: bool = False) -> None:
        with connection.cursor() as cursor:
            cursor.execute("CREATE SCHEMA settable; CREATE TABLE settable.step AS SELECT interval '0' AS ahead")
            for name, kind in _NAMES.items():
                cursor.execute(
                    f"""CREATE FUNCTION settable.{name}() RETURNS timestamptz {kind} LANGUAGE sql AS
                        'SELECT pg_catalog.{name}() + ahead FROM settable.step'"""  # noqa: S608 - constants
                )
            if everywhere:
                cursor.execute(f'ALTER DATABASE "{connection.settings_dict["NAME"]}" SET search_path = {_PATH}')
            else:
                cursor.execute(f"SET LOCAL search_path = {_PATH}")
        if everywhere:
            connection.close()

    def step(self, by: timedelta) -> None:
        """Set the clock forward or back."""
        with connection.cursor() as cursor:
            cursor.execute("UPDATE settable.step SET ahead = ahead + make_interval(secs => %s)", [by.total_seconds()])

    def passes(self, by: timedelta) -> None:
        """Let so much time pass while everything is alive."""
        self.step(by)
        with connection.cursor() as cursor:
            cursor.execute("UPDATE heartbeat SET at = at + make_interval(secs => %s)", [by.total_seconds()])
