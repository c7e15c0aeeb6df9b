"""Records that players send: checked in a child process, kept apart from the log, never rated."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any, Final
from uuid import UUID

from django.db import connection, transaction

from base.http.renderers import encode
from games import sandbox, store, wakeups
from games.records import Finding, NotARecord, Record, print_record, read, ruleset_of, to_json
from games.rules.variants import Variant
from games.sandbox.records import refused
from games.services.tracing import SIGNATURES, Origin, trace
from games.store import import_jobs
from games.store.import_jobs import Imported, ImportToRun, TooManyRecords
from games.store.rulesets import UnknownRuleset
from players.models import Player

__all__ = ["LINES", "Imported", "TooManyRecords", "imported", "remind", "renamed", "run_next_check", "send"]

LINES: Final = "application/x-ndjson"
"""The media type of many records: as JSON, one a line. They are accepted together or not at all."""
_UNTRACED: Final = {"signature": None, "in_log": None}
_PATIENCE: Final = 130.0
"""Seconds that a worker waits for a child that checks something else: longer than any child runs."""


def send(author: UUID, media_type: str, content: bytes, *, owner: UUID | None = None) -> UUID:
    """Keep a record, or several, that *author* sent, and wake a worker that checks it; return its id.

    It is checked for *owner*, or for *author*. Raises TooManyRecords.
    """
    with transaction.atomic():
        made = import_jobs.add(author, media_type, content, owner)
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
        content = ordered.content
        if found["accepted"]:
            content = renamed(ordered.media_type, content, _erased(ordered.media_type, content))
        import_jobs.close(ordered.id, found, content)
    remind()


def remind() -> None:
    """Wake a worker if a record waits."""
    if import_jobs.waits():
        wakeups.checker()


def _verdict(ordered: ImportToRun) -> dict[str, Any]:
    """Return the verdict on the first record that is refused, or on all. Raises NotChecked."""
    sent = _each(ordered.media_type, ordered.content)

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


def renamed(media_type: str, content: bytes, names: dict[str, str]) -> bytes:
    """Return a record, or several, in which players have these *names* by their ids. A changed record is unsigned.

    Raises NotARecord.
    """
    sent = _each(media_type, content)
    changed = [_renamed(one, names) for one in sent]
    return content if changed == sent else "\n".join(changed).encode()


def _renamed(sent: str, names: dict[str, str]) -> str:
    record = read(sent)
    sitters = tuple(
        replace(one, name=names[one.player]) if one and one.name and one.player in names else one
        for one in record.tags.sitters
    )
    if sitters == record.tags.sitters:
        return sent
    changed = Record(tags=replace(record.tags, sitters=sitters, signature="", receipt=None), lines=record.lines)
    return encode(to_json(changed)).decode() if sent.lstrip().startswith("{") else print_record(changed)


def _erased(media_type: str, content: bytes) -> dict[str, str]:
    """Return the names of those players in a record, or in several, whose accounts are erased, by their ids."""
    found = {one.player for sent in _each(media_type, content) for one in read(sent).tags.sitters if one}
    players = {player for player in map(_uuid_of, found) if player}
    erased = Player.objects.filter(id__in=players, erased_at__isnull=False).values_list("id", "name")
    return {str(player): name for player, name in erased}


def _uuid_of(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None  # a player of another service


def _each(media_type: str, content: bytes) -> list[str]:
    text = content.decode()
    return text.removesuffix("\n").split("\n") if media_type == LINES else [text]
