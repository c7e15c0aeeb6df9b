r"""Anchors: signed heads of all shards at one time. Keep them where writers of the database cannot write.

Hashes show that a log is consistent, not that it is the original: the owner of the database can compute them anew. An
anchor has the head of the chain of every shard. A log that contains these heads still begins with the same events.

::

    signed = b"maumau anchor v1\n" || canonical(the document without "signature")
"""

import json
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, Final

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from games.db import rows
from games.integrity.findings import Finding
from games.log.codec import canonical
from games.log.hash_chain import GENESIS, instant
from games.log.receipts import base64url, from_base64url, thumbprint
from games.log.shards import SHARDS
from games.services.signing import public_keys, signer
from games.store import now

FORMAT: Final = "maumau anchor v1"

_HEADS: Final = """
    SELECT s.shard, e.position, e.shard_hash FROM unnest(%s::smallint[]) AS s (shard)
    CROSS JOIN LATERAL (
        SELECT position, shard_hash FROM event WHERE shard = s.shard ORDER BY position DESC LIMIT 1
    ) AS e
    ORDER BY 1
"""
_AT: Final = """
    SELECT shard_hash FROM event WHERE (shard, position) = (%(shard)s, %(position)s)
    UNION ALL SELECT shard_hash FROM event_link WHERE (shard, position) = (%(shard)s, %(position)s)
"""
_END: Final = "SELECT coalesce(max(position), 0) FROM event WHERE shard = %s"


class NoAnchor(ValueError):
    """The document is no anchor, or it was changed after it was signed."""


@dataclass(frozen=True, slots=True)
class Anchor:
    """The heads of all shards at one time, and the document that says so."""

    kid: str
    """Name of the key that signed it: its JWK thumbprint."""
    at: str
    heads: dict[int, tuple[int, bytes]]
    """Last position and shard hash by shard."""
    document: dict[str, Any]


def make_anchor() -> Anchor:
    """Return the signed heads of all shards as they are now, read in one statement."""
    ends = {shard: (position, bytes(head)) for shard, position, head in rows(_HEADS, [[*SHARDS]])}
    heads = {shard: ends.get(shard, (0, GENESIS)) for shard in SHARDS}
    key, at = signer(), instant(now())
    document: dict[str, Any] = {
        "format": FORMAT,
        "at": at,
        "kid": key.kid,
        "public": base64url(key.private.public_key().public_bytes_raw()),
        "shards": [{"shard": shard, "position": end, "hash": head.hex()} for shard, (end, head) in heads.items()],
    }
    return Anchor(key.kid, at, heads, {**document, "signature": base64url(key.sign(_signed(document)))})


def read_anchor(text: str) -> Anchor:
    """Return the anchor that *text* writes. Its signature is checked with the key in it. No query.

    Raises NoAnchor. You know who signed it only if you know its ``kid`` from elsewhere.
    """
    try:
        document = json.loads(text)
        public = from_base64url(document["public"])
        Ed25519PublicKey.from_public_bytes(public).verify(from_base64url(document["signature"]), _signed(document))
        heads = {one["shard"]: (one["position"], bytes.fromhex(one["hash"])) for one in document["shards"]}
        anchor = Anchor(document["kid"], document["at"], heads, document)
        named = document["format"] == FORMAT and thumbprint(public) == anchor.kid
    except InvalidSignature:
        raise NoAnchor("its signature is wrong: it was changed after it was signed") from None
    except (ValueError, LookupError, TypeError, AttributeError) as error:
        raise NoAnchor("it is not written as an anchor") from error
    if not named:
        raise NoAnchor("it has another format, or its key does not have the id that it says")
    return anchor


def anchor_findings(anchor: Anchor) -> Iterator[Finding]:
    """Yield where the log does not go on from *anchor*. ``shard_findings`` verifies the chains of the shards."""
    if anchor.kid not in {key.kid for key in public_keys()}:
        yield Finding("anchor", f"key: {anchor.kid} signed it, and is no key of this service")
    for shard, (position, head) in anchor.heads.items():
        found = rows(_AT, {"shard": shard, "position": position})
        if not found and position:
            ((end,),) = rows(_END, [shard])
            yield Finding(f"shard {shard}", f"anchor: its log had {position} events at {anchor.at}, and ends at {end}")
        elif found and bytes(found[0][0]) != head:
            what = f"anchor: its events up to position {position} are not those of {anchor.at}"
            yield Finding(f"shard {shard}", what)


def _signed(document: dict[str, Any]) -> bytes:
    unsigned = {name: value for name, value in document.items() if name != "signature"}
    return FORMAT.encode() + b"\n" + canonical(unsigned)
