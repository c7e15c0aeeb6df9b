"""What the laws say of one stream: versions without a hole, secrets as they were sealed, hashes that follow."""

import hashlib
from collections.abc import Iterator, Sequence
from typing import Any

from games.codec import GENESIS, UnknownEvent, canonical, decode, encode, instant, link, public_part, seal, split_seat
from games.store.reading import Recorded


def stream_faults(events: Sequence[Recorded], *, version: int, last: int, head: bytes) -> Iterator[str]:
    """Yield what is wrong with the *events* of a stream up to *version*, where its row stands with the hash *head*.

    *last* is the last version that the log has of it.
    """
    yield from _versions(events, version, last)
    yield from _chain(events, head)


def _versions(events: Sequence[Recorded], version: int, last: int) -> Iterator[str]:
    missing = set(range(1, version + 1)) - {one.version for one in events}
    missing.difference_update(range(last + 1, version + 1))
    if missing:
        yield f"hole: versions {sorted(missing)[:5]} are missing"
    if last < version:
        yield f"tail: the row stands at version {version}, but the log ends at {last}"
    if last > version:
        yield f"tail: the log goes on to version {last} after the row's {version}"


def _chain(events: Sequence[Recorded], head: bytes) -> Iterator[str]:
    if events and _of_an_earlier_build(events[0]):
        yield "earlier build: the events have the chain of a build that was never released; see docs/upgrading.md"
        return
    before = GENESIS
    for one in events:
        yield from event_faults(one, before)
        before = one.hash
    if before != head:
        yield "tail: the row's head is not the hash of the last event"


def _of_an_earlier_build(first: Recorded) -> bool:
    """Tell whether the *first* event of a stream was hashed without its schema and its origin."""
    part = {field: value for field, value in _public(first).items() if field != "schema"}
    return hashlib.sha256(GENESIS + canonical(part) + first.secret_digest).digest() == first.hash


def event_faults(one: Recorded, before: bytes) -> Iterator[str]:
    """Yield what is wrong with *one* event, whose predecessor has the hash *before*: its seal, its hash, its parts."""
    hidden = {field: value for field, value in one.secret.items() if field != "salt"}
    if not _sealed(one, hidden):
        yield f"byte: the secret of version {one.version} or who made it is not what was sealed"
    if link(before, public_part(_public(one)), one.secret_digest) != one.hash:
        yield f"byte: version {one.version} does not have the hash that follows from it"
    yield from _written(one, hidden)


def _sealed(one: Recorded, hidden: dict[str, Any]) -> bool:
    try:
        salt = bytes.fromhex(one.secret["salt"])
    except (LookupError, TypeError, ValueError):
        return False
    return seal(salt, hidden, one.origin) == one.secret_digest


def _public(one: Recorded) -> dict[str, Any]:
    seat, data = split_seat(one.public)
    at = instant(one.recorded_at)
    return {
        "version": one.version, "turn": one.turn, "type": one.type, "schema": one.schema, "at": at, "seat": seat,
        "data": data,
    }  # fmt: skip


def _written(one: Recorded, hidden: dict[str, Any]) -> Iterator[str]:
    """Yield that the parts are not what the event makes: a hidden card in the public one would be seen by all."""
    try:
        again = encode(decode(one.type, one.schema, one.public, one.secret))
    except UnknownEvent as error:
        yield f"byte: version {one.version} cannot be read: {error}"
        return
    if again.schema == one.schema and (again.public, again.secret) != (one.public, hidden):
        yield f"byte: version {one.version} is not written as its type declares"
