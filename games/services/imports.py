"""Records that players send: judged in a child process, kept apart from the log, never rated."""

import re
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from games import judging, nudge, store
from games.judging.records import refused
from games.store import records
from games.store.records import Imported, Ordered, TooManyRecords
from games.store.rulesets import UnknownRuleset

__all__ = ["Imported", "TooManyRecords", "examine", "imported", "remind", "send"]

_RULESET: Final = re.compile(r'\[Ruleset "(sha256:[0-9a-f]{64})"\]|"ruleset": ?"(sha256:[0-9a-f]{64})"')
_PATIENCE: Final = 130.0
"""Seconds that a worker waits while it judges something else: longer than any child runs."""


def send(author: UUID, media_type: str, content: bytes) -> UUID:
    """Return the id of a record that *author* sent, which a worker judges soon. Raises TooManyRecords."""
    with transaction.atomic():
        made = records.put(author, media_type, content)
        nudge.examiner()
    return made


def imported(record: UUID, author: UUID) -> Imported | None:
    """Return the record that *author* sent; None where there is none, or none any more."""
    return records.look(record, author)


def examine() -> None:
    """Judge the record that has waited longest, if one waits; wake another worker, or oneself, for the next."""
    ordered = records.take()
    if ordered is not None:
        records.close(ordered.id, _verdict(ordered))
        remind()


def remind() -> None:
    """Wake a worker if a record waits."""
    if records.waits():
        nudge.examiner()


def _verdict(ordered: Ordered) -> dict[str, Any]:
    """Return the verdict of a child, which is given the rules that the record names: it has no database to ask."""
    if ordered.tries > records.MOST_TRIES:
        return refused("it could not be judged")
    sent = ordered.content.decode()
    named = _RULESET.search(sent)
    if named is None:
        return refused("it names no ruleset by its hash")
    try:
        content = store.kept(named[1] or named[2]).content.decode()
    except UnknownRuleset:
        return refused(f"its ruleset {named[1] or named[2]} is not known here")
    if not connection.in_atomic_block:
        connection.close()  # nobody waits for it while the child runs
    wish = {"record": sent, "content": content}
    found = judging.ask("games.judging.records", wish, bounds=judging.THOROUGH, patience=_PATIENCE)
    return refused(f"it {found}") if isinstance(found, str) else found
