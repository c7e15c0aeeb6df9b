"""Whether the database as a whole is to blame for a failure, or one row."""

import traceback
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

from base.sql.statements import StalePlan

_LACKS: Final = ("08", "25006", "53", "55P03", "57P")
"""PostgreSQL's codes for faults of the whole server begin like this: it is away, read-only, full, or stopping. Whoever
holds a lock for long is no fault of the work that needs it, either."""


class Away(Exception):
    """The database cannot work now."""


def check_database(fault: BaseException) -> None:
    """Raise Away if the database is to blame for *fault*, not a row. Otherwise leave a connection that works."""
    if isinstance(fault.__cause__, StalePlan) or str(getattr(fault.__cause__, "sqlstate", "")).startswith(_LACKS):
        raise Away from fault
    try:
        if not connection.is_usable():
            connection.close()
            connection.ensure_connection()
    except (DatabaseError, InterfaceError) as error:
        raise Away from error


def describe(fault: BaseException) -> str:
    """Return the type and place of *fault*, never its message, which may quote a hidden card."""
    state = getattr(fault.__cause__, "sqlstate", None)
    if state:
        return f"{type(fault.__cause__).__name__} (PostgreSQL's error {state})"
    root = settings.BASE_DIR
    own = [one for one in traceback.extract_tb(fault.__traceback__) if Path(one.filename).is_relative_to(root)]
    own = [one for one in own if ".venv" not in one.filename]
    where = f" at {Path(own[-1].filename).relative_to(root)}:{own[-1].lineno}" if own else ""
    return f"{type(fault).__name__}{where}"
