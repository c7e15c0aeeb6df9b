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
"""The media type of many records: JSON twins, one a line, which are accepted together or not at all."""
_UNTRACED: Final = {"signature": None, "in_log": None}
_PATIENCE: Final = 130.0
"""Seconds that a worker waits while its child checks something else: longer than any child runs."""


def send(author: UUID, media_type: str, content: bytes) -> UUID:
    """Return the id of a record, or of several, that *author* sent; a worker checks it soon. Raises TooManyRecords."""
    with transaction.atomic():
        made = import_jobs.add(author, media_type, content)
        wakeups.checker()
    return made


def imported(record: UUID, author: UUID) -> Imported | None:
    """Return the record that *author* sent; None where there is none, or none any more."""
    return import_jobs.find(record, author)


def run_next_check() -> None:
    """Check the record that has waited longest, if one is due. Wake a worker for the next one.

    If the machine was too busy to finish it, the record waits again.
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
    """Return the verdict on the first record that is refused, or on all."""
    content = ordered.content.decode()
    sent = content.removesuffix("\n").split("\n") if ordered.media_type == LINES else [content]
    variants, fault = _variants_of(sent)
    found = _played_again(sent, variants) if variants else None
    if found is None or (found["accepted"] and fault):
        found = refused(fault) | {"record": len(variants) + 1}
    followed = sent if found["accepted"] else sent[: found["record"] - 1]
    traced = _traced(followed, ordered.author)
    if found["accepted"] or not traced.get("accepted", True):
        found = found | traced
    return {**_UNTRACED, **found, "records": len(sent)}


def _traced(followed: Sequence[str], author: UUID) -> dict[str, Any]:
    """Return where these records come from, which the rules allow; or the refusal of the first that is forged."""
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


def _variants_of(sent: Sequence[str]) -> tuple[list[Variant], str]:
    """Return the variants that records name, up to the first that names none which is known; and why that is so."""
    found: list[Variant] = []
    for record in sent:
        try:
            found.append(store.kept(ruleset_of(record)))
        except NotARecord as error:
            return found, str(error)
        except UnknownRuleset as error:
            return found, f"its ruleset {error} is not known here"
    return found, ""


def _played_again(sent: Sequence[str], variants: Sequence[Variant]) -> dict[str, Any]:
    """Return the verdict of a child. It gets the rules of each record, since it has no database."""
    if not connection.in_atomic_block:
        connection.close()  # nobody waits for it while the child runs
    request = {
        "records": [{"record": record, "ruleset": one.hash} for record, one in zip(sent, variants, strict=False)],
        "contents": {one.hash: one.content.decode() for one in variants},
    }
    found = sandbox.ask("games.sandbox.records", request, bounds=sandbox.THOROUGH, patience=_PATIENCE)
    return refused(f"it {found}") if isinstance(found, str) else found
