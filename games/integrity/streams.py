"""Verify one stream: no version is missing, secrets are as they were sealed, each hash follows from the one before."""

import hashlib
from collections.abc import Iterable, Iterator
from typing import Any, Final

from games.log.codec import UnknownEvent, canonical, decode, encode, hidden_fields
from games.log.hash_chain import GENESIS, instant, link, public_part, seal
from games.log.read import Written
from games.log.redaction import split_seat
from games.log.stored_event import StoredEvent
from games.rules.notation import agree

MOST: Final = 5
"""Findings of one kind in a stream that are reported one by one."""


def stream_findings(events: Iterable[StoredEvent], *, version: int, last: int, head: bytes) -> Iterator[str]:
    """Yield what is wrong with the *events* of a stream up to *version*, at which its row stands with the hash *head*.

    *last* is the last version that the log has of it. *events* may be an iterator: one is in memory at once.
    """
    before, next_version, holes = GENESIS, 1, 0
    for one in events:
        if one.version == 1:
            # An earlier build hashed the first event without its schema and its command.
            part = {field: value for field, value in _public(one).items() if field not in ("schema", "command")}
            if hashlib.sha256(GENESIS + canonical(part) + one.secret_digest).digest() == one.hash:
                yield "earlier build: the events have the chain of an unreleased build; see docs/how-to/upgrade.md"
                return
        if one.version != next_version:
            holes += 1
            missing = [*range(next_version, one.version)][:MOST]
            yield from [f"hole: versions {missing} are missing"] * (holes <= MOST)
        yield from event_findings(one, before)
        before, next_version = one.hash, one.version + 1
    if next_version <= min(last, version):
        yield f"hole: versions {[*range(next_version, min(last, version) + 1)][:MOST]} are missing"
    if last < version:
        yield f"tail: the row stands at version {version}, but the log ends at {last}"
    if last > version:
        yield f"tail: the log goes on to version {last} after the row's {version}"
    if before != head:
        yield "tail: the row's head is not the hash of the last event"


def text_findings(events: Iterable[Written]) -> Iterator[str]:
    """Yield which *events* are not stored byte for byte as they were written. They may still read the same."""
    for one, public, secret in events:
        if (public, secret) != (canonical(one.public).decode(), canonical(one.secret).decode()):
            yield f"byte: the text of version {one.version} was changed: blanks, the order of its fields, or one twice"


def event_findings(one: StoredEvent, before: bytes) -> Iterator[str]:
    """Yield what is wrong with *one* event, whose predecessor has the hash *before*: its seal, its hash, its parts."""
    hidden = {field: value for field, value in one.secret.items() if field != "salt"}
    try:
        sealed = seal(bytes.fromhex(one.secret["salt"]), hidden, one.origin)
    except (LookupError, TypeError, ValueError):
        sealed = None  # it has no salt, or none that can be read
    if sealed != one.secret_digest:
        yield f"byte: the secret of version {one.version} or who made it is not what was sealed"
    if link(before, public_part(_public(one)), one.secret_digest) != one.hash:
        yield f"byte: version {one.version} does not have the hash that follows from it"

    # The hashes say nothing about which fields are secret. A hidden card in the public part would be seen by all.
    try:
        again = encode(decode(one.type, one.schema, one.public, one.secret))
    except UnknownEvent as error:
        yield f"byte: version {one.version} cannot be read: {error}"
        return
    if again.schema == one.schema and (again.public, again.secret) != (one.public, hidden_fields(one.secret)):
        yield f"byte: version {one.version} is not written as its type declares"
    whole = one.secret.get("command")
    if (one.command is None) != (whole is None) or (one.command and whole and not agree(one.command, whole)):
        yield f"byte: version {one.version} does not show the command that it has"


def _public(one: StoredEvent) -> dict[str, Any]:
    seat, data = split_seat(one.public)
    at = instant(one.recorded_at)
    return {
        "version": one.version, "turn": one.turn, "type": one.type, "schema": one.schema, "at": at, "seat": seat,
        "command": one.command, "data": data,
    }  # fmt: skip
