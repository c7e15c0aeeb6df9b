"""Records that players send: checked in a child process, kept apart from the log, never rated."""

from collections.abc import Sequence
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from games import sandbox, store, wakeups
from games.records import Finding, NotARecord, read, ruleset_of
from games.rules.variants import Variant
from games.sandbox.records import refused
from games.services.tracing import SIGNATURES, Origin, trace
from games.store import import_jobs
from games.store.import_jobs import Imported, ImportToRun, TooManyRecords
from games.store.rulesets import UnknownRuleset

__all__ = ["LINES", "Imported", "TooManyRecords", "imported", "remind", "run_next_check", "send"]

LINES: Final = "application/x-ndjson"
"""The media type of many records: as JSON, one a line. They are accepted together or not at all."""
_UNTRACED: Final = {"signature": None, "in_log": None}
_PATIENCE: Final = 130.0
"""Seconds that a worker waits for a child that checks something else: longer than any child runs."""


def send(author: UUID, media_type: str, content: bytes) -> UUID:
    """Keep a record, or several, that *author* sent, and wake a worker that checks it; return its id.

    Raises TooManyRecords.
    """
    with transaction.atomic():
        made = import_jobs.add(author, media_type, content)
        wakeups.checker()
    return made


def imported(record: UUID, author: UUID) -> Imported | None:
    """Return the record that *author* sent; None if there is none, or it is no longer kept."""
    return import_jobs.find(record, author)


def run_next_check() -> None:
    """Check the record that has waited longest, if there is one; then wake a worker for the next one.

    A record that a busy machine could not finish waits again.
    """
    ordered = import_jobs.take()
    if ordered is None:
        return
    try:
        found = _verdict(ordered)
    except sandbox.NotChecked:
        import_jobs.give_back(ordered.id)
    else:
        import_jobs.close(ordered.id, found)
    remind()


def remind() -> None:
    """Wake a worker if a record waits."""
    if import_jobs.waits():
        wakeups.checker()


def _verdict(ordered: ImportToRun) -> dict[str, Any]:
    """Return the verdict on the first record that is refused, or on all. Raises NotChecked."""
    content = ordered.content.decode()
    sent = content.removesuffix("\n").split("\n") if ordered.media_type == LINES else [content]

    # The child has no database, so it gets the rulesets of the records up to the first that names none we know.
    variants, fault = list[Variant](), ""
    for record in sent:
        try:
            variants.append(store.kept(ruleset_of(record)))
        except NotARecord as error:
            fault = str(error)
            break
        except UnknownRuleset as error:
            fault = f"its ruleset {error} is not known here"
            break

    found: dict[str, Any] | None = None
    if variants:
        if not connection.in_atomic_block:
            connection.close()  # so that others can use it while the child runs
        request = {
            "records": [{"record": record, "ruleset": one.hash} for record, one in zip(sent, variants, strict=False)],
            "contents": {one.hash: one.content.decode() for one in variants},
        }
        answer = sandbox.ask("games.sandbox.records", request, bounds=sandbox.THOROUGH, patience=_PATIENCE)
        found = refused(answer) if isinstance(answer, str) else answer
    if found is None or (found["accepted"] and fault):
        found = refused(fault) | {"record": len(variants) + 1}

    # The records before the refused one keep to the rules. If one of them is forged, it comes first.
    followed = sent if found["accepted"] else sent[: found["record"] - 1]
    traced = _traced(followed, ordered.author)
    if found["accepted"] or not traced.get("accepted", True):
        found = found | traced
    return {**_UNTRACED, **found, "records": len(sent)}


def _traced(followed: Sequence[str], author: UUID) -> dict[str, Any]:
    """Return where records come from that keep to the rules; or the refusal of the first one that is forged."""
    origins = list[Origin]()
    for number, record in enumerate(followed, 1):
        origin = trace(read(record), author)
        if isinstance(origin, Finding):
            return refused(origin.why, line=origin.line, said=origin.said) | {"record": number}
        origins.append(origin)
    if not origins:
        return {}
    weakest = max((one.signature for one in origins), key=SIGNATURES.index)
    return {"signature": weakest, "in_log": all(one.in_log for one in origins)}
