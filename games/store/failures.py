"""Whose fault it is that something failed: the database's as a whole, or one row's."""

import traceback
from pathlib import Path
from typing import Final

from django.conf import settings
from django.db import DatabaseError, InterfaceError, connection

_LACKS: Final = ("08", "25006", "53", "57P")
"""The beginnings of PostgreSQL's codes for what no row is to blame for: it is away, only reads, is full, or stops."""


class Away(Exception):
    """The database cannot be worked with."""


def check_database(fault: BaseException) -> None:
    """Raise Away if the database is to blame for *fault*, rather than a row; leave a connection that works."""
    if str(getattr(fault.__cause__, "sqlstate", "")).startswith(_LACKS):
        raise Away from fault
    try:
        if not connection.is_usable():
            connection.close()
            connection.ensure_connection()
    except (DatabaseError, InterfaceError) as error:
        raise Away from error


def describe(fault: BaseException) -> str:
    """Return what kind of fault it is and where: never its words, which may quote a hidden card."""
    state = getattr(fault.__cause__, "sqlstate", None)
    if state:
        return f"{type(fault.__cause__).__name__} (PostgreSQL's error {state})"
    root = settings.BASE_DIR
    own = [one for one in traceback.extract_tb(fault.__traceback__) if Path(one.filename).is_relative_to(root)]
    own = [one for one in own if ".venv" not in one.filename]
    where = f" at {Path(own[-1].filename).relative_to(root)}:{own[-1].lineno}" if own else ""
    return f"{type(fault).__name__}{where}"
