"""Events made ready to be recorded: salted, sealed and chained."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.log.codec import Fact, encode
from games.log.envelope import SALT_BYTES, instant, link, origin_of, public_part, seal
from games.log.visibility import split_seat


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What all events of one append have in common."""

    stream: UUID
    actor: str
    """A player's id, ``bot:<seat>``, ``clock`` or ``ladder``."""
    key: str | None
    request_hash: bytes = b""
    """What the key is bound to; empty where nobody sent a request."""
    at: datetime


@dataclass(frozen=True, slots=True, kw_only=True)
class Recorded:
    """An event as it lies in the log."""

    stream: UUID
    version: int
    turn: int
    """Number of the decision that was due when it happened."""
    type: str
    schema: int
    public: dict[str, Any]
    secret: dict[str, Any]
    """The hidden fields, and the salt."""
    secret_digest: bytes
    actor: str
    key: str | None
    request_hash: bytes
    recorded_at: datetime
    hash: bytes
    position: int = 0
    """Its place in its shard; 0 while it is not there yet."""

    @property
    def origin(self) -> bytes:
        """Return the digest of who made it. Raises LookupError, TypeError or ValueError if its salt is none."""
        salt = bytes.fromhex(self.secret["salt"])
        return origin_of(salt, actor=self.actor, key=self.key, request_hash=self.request_hash)


def chain(events: Iterable[tuple[int, Fact]], *, source: Source, version: int, before: bytes) -> list[Recorded]:
    """Return the *events*, each with the turn it happened in, as they follow *version*, whose hash is *before*.

    Every event gets a fresh salt, also where nothing is hidden, so that its digest tells nothing.
    """
    chained = []
    for turn, event in events:
        version += 1
        made = _recorded(event, turn=turn, version=version, before=before, source=source)
        chained.append(made)
        before = made.hash
    return chained


def _recorded(event: Fact, *, turn: int, version: int, before: bytes, source: Source) -> Recorded:
    encoded, salt = encode(event), secrets.token_bytes(SALT_BYTES)
    origin = origin_of(salt, actor=source.actor, key=source.key, request_hash=source.request_hash)
    digest = seal(salt, encoded.secret, origin)
    seat, data = split_seat(encoded.public)
    at = instant(source.at)
    part = {
        "version": version, "turn": turn, "type": encoded.type, "schema": encoded.schema, "at": at, "seat": seat,
        "data": data,
    }  # fmt: skip
    return Recorded(
        stream=source.stream,
        version=version,
        turn=turn,
        type=encoded.type,
        schema=encoded.schema,
        public=encoded.public,
        secret={**encoded.secret, "salt": salt.hex()},
        secret_digest=digest,
        actor=source.actor,
        key=source.key,
        request_hash=source.request_hash,
        recorded_at=source.at,
        hash=link(before, public_part(part), digest),
    )
