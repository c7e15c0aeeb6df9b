"""Locks that somebody holds for long, and who waits for them."""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any, Final

import psycopg

_WAITS: Final = "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = %s AND datname = current_database()"


@contextmanager
def holding(url: str, statement: str) -> Iterator["psycopg.Connection[Any]"]:
    """Keep a transaction open in the block that has run *statement*."""
    with psycopg.connect(url) as other:
        other.execute(statement)
        yield other
        other.rollback()


def waiting(url: str, kind: str = "Lock") -> int:
    """Return how many processes of the server wait for something of this *kind* in the database."""
    with psycopg.connect(url, autocommit=True) as other:
        (count,) = other.execute(_WAITS, [kind]).fetchone() or (0,)
    return int(count)
