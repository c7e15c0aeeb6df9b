"""Events as rows of the log: encoded, salted, sealed and chained."""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from games.log.codec import Fact, encode
from games.log.hash_chain import SALT_BYTES, instant, link, origin_of, public_part, seal
from games.log.redaction import split_seat
from games.rules.edition import EDITION, FIRST
from games.rules.notation import CommandText


@dataclass(frozen=True, slots=True, kw_only=True)
class Source:
    """What all events of one append have in common."""

    stream: UUID
    actor: str
    """A player's id, ``bot:<seat>``, ``clock`` or ``ladder``."""
    key: str | None
    request_hash: bytes = b""
    """The hash of the request to which the key is bound; empty if nobody sent one."""
    at: datetime
    edition: int = EDITION
    """The edition of the rules that has decided: that of this code."""


@dataclass(frozen=True, slots=True, kw_only=True)
class StoredEvent:
    """An event as it lies in the log."""

    stream: UUID
    version: int
    turn: int
    """Number of the decision that was due when it happened."""
    type: str
    schema: int
    command: str | None
    """The command that caused it, as everybody may know it; None in all but the first event of a command."""
    public: dict[str, Any]
    secret: dict[str, Any]
    """The hidden fields, the salt, and the whole command if there is one."""
    secret_digest: bytes
    actor: str
    key: str | None
    request_hash: bytes
    recorded_at: datetime
    hash: bytes
    edition: int = FIRST
    """The edition of the rules that has decided the command."""
    position: int = 0
    """Its place in its shard; 0 in the answer of an append, because the COMMIT finds it."""

    @property
    def origin(self) -> bytes:
        """Return the digest of who made it. Raises LookupError, TypeError or ValueError if it has no good salt."""
        salt = bytes.fromhex(self.secret["salt"])
        return origin_of(salt, actor=self.actor, key=self.key, request_hash=self.request_hash, edition=self.edition)


def chain(
    events: Iterable[tuple[int, Fact, CommandText | None]], *, source: Source, version: int, before: bytes
) -> list[StoredEvent]:
    """Return the *events*, each with its turn and the command that caused it, as they follow *version*.

    *before* is the hash of that version. Every event gets a fresh salt, even if nothing is hidden, so that its digest
    shows nothing.
    """
    made = list[StoredEvent]()
    at = instant(source.at)
    for turn, event, command in events:
        version += 1
        encoded, salt = encode(event), secrets.token_bytes(SALT_BYTES)
        # The whole command is sealed like a hidden field of the event. What everybody may know of it is hashed openly.
        hidden = {**encoded.secret, "command": command.full} if command else encoded.secret
        shown = command.shown if command else None
        origin = origin_of(
            salt, actor=source.actor, key=source.key, request_hash=source.request_hash, edition=source.edition
        )
        digest = seal(salt, hidden, origin)
        seat, data = split_seat(encoded.public)
        part = {
            "version": version, "turn": turn, "type": encoded.type, "schema": encoded.schema, "at": at, "seat": seat,
            "command": shown, "data": data,
        }  # fmt: skip
        before = link(before, public_part(part), digest)
        made.append(
            StoredEvent(
                stream=source.stream,
                version=version,
                turn=turn,
                type=encoded.type,
                schema=encoded.schema,
                command=shown,
                public=encoded.public,
                secret={**hidden, "salt": salt.hex()},
                secret_digest=digest,
                actor=source.actor,
                key=source.key,
                request_hash=source.request_hash,
                recorded_at=source.at,
                hash=before,
                edition=source.edition,
            )
        )
    return made
