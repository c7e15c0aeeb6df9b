"""The findings of verification, kept until they are gone. An admin page and a metric show them."""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from django.db import connection, transaction

MOST_LINES: Final = 20
"""Findings of one place that are kept."""

_KEEP: Final = """
    INSERT INTO finding_report AS r (what, place, lines) VALUES (%s, %s, %s)
    ON CONFLICT (what, place) WHERE closed_at IS NULL
    DO UPDATE SET lines = excluded.lines, seen_at = clock_timestamp()
"""
_CLOSE: Final = """
    UPDATE finding_report SET closed_at = clock_timestamp()
    WHERE closed_at IS NULL AND what = %s AND (%s::text IS NULL OR place = %s) AND place <> ALL(%s)
"""
_OPEN: Final = "SELECT what, place FROM finding_report WHERE closed_at IS NULL"


class Finding(NamedTuple):
    """A place, and what is wrong there."""

    where: str
    what: str


class Scope(StrEnum):
    """What was verified."""

    LOG = "log"
    GAME = "game"
    READ_MODEL = "read model"
    LADDER = "ladder"
    ANCHOR = "anchor"


def keep(scope: Scope, found: Iterable[Finding], place: str | None = None) -> None:
    """Keep the findings of a *scope*, and close earlier ones that are not among them.

    *place* says which place was verified; None means all places of the scope.
    """
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for finding in found:
        lines[finding.where].append(finding.what)
    with transaction.atomic(), connection.cursor() as cursor:
        for where, whats in lines.items():
            more = [f"and {len(whats) - MOST_LINES} more"] * (len(whats) > MOST_LINES)
            cursor.execute(_KEEP, [scope, where, whats[:MOST_LINES] + more])
        cursor.execute(_CLOSE, [scope, place, place, list(lines)])


def still_open() -> set[tuple[str, str]]:
    """Return the scope and place of all findings that are open."""
    with connection.cursor() as cursor:
        cursor.execute(_OPEN)
        return set(cursor.fetchall())
