"""What proofs found, kept for those who were not there: an admin page and a metric show it."""

from collections import defaultdict
from collections.abc import Iterable
from enum import StrEnum
from typing import Final, NamedTuple

from django.db import connection, transaction

MOST_LINES: Final = 20
"""Faults of one place that are kept."""

_KEEP: Final = """
    INSERT INTO drift_report AS r (what, place, lines) VALUES (%s, %s, %s)
    ON CONFLICT (what, place) WHERE closed_at IS NULL
    DO UPDATE SET lines = excluded.lines, seen_at = clock_timestamp()
"""
_CLOSE: Final = """
    UPDATE drift_report SET closed_at = clock_timestamp()
    WHERE closed_at IS NULL AND what = %s AND (%s::text IS NULL OR place = %s) AND place <> ALL(%s)
"""
_OPEN: Final = "SELECT what, place FROM drift_report WHERE closed_at IS NULL"


class Fault(NamedTuple):
    """Something that is not as the laws want it."""

    where: str
    what: str


class Proof(StrEnum):
    """What was looked at."""

    LOG = "log"
    GAME = "game"
    READ_MODEL = "read model"
    LADDER = "ladder"
    ANCHOR = "anchor"


def keep(proof: Proof, faults: Iterable[Fault], place: str | None = None) -> None:
    """Keep the *faults* that a *proof* found, and close what it found earlier and no more.

    It looked at this *place*; None stands for all places that such a proof ever looks at.
    """
    lines: defaultdict[str, list[str]] = defaultdict(list)
    for fault in faults:
        lines[fault.where].append(fault.what)
    with transaction.atomic(), connection.cursor() as cursor:
        for where, told in lines.items():
            more = [f"and {len(told) - MOST_LINES} more"] * (len(told) > MOST_LINES)
            cursor.execute(_KEEP, [proof, where, told[:MOST_LINES] + more])
        cursor.execute(_CLOSE, [proof, place, place, list(lines)])


def still_open() -> set[tuple[str, str]]:
    """Return what and where every fault is that was found and not seen to be gone."""
    with connection.cursor() as cursor:
        cursor.execute(_OPEN)
        return set(cursor.fetchall())
