"""Receipts: the service's signature on the head of a game, for players to keep."""

from datetime import datetime
from typing import Any
from uuid import UUID

from games.log.hash_chain import instant
from games.log.receipts import base64url, receipt_bytes
from games.services import signing


def receipt(game: UUID, version: int, head: bytes, at: datetime) -> dict[str, Any]:
    """Return the receipt for *game* at *version*, whose event has the hash *head* and was recorded at *at*.

    The same version gets the same receipt as long as the key is not rotated.
    """
    signer = signing.signer()
    signed = {
        "game": str(game),
        "version": version,
        "head": f"sha256:{head.hex()}",
        "at": instant(at),
        "kid": signer.kid,
    }
    return {**signed, "signature": base64url(signer.sign(receipt_bytes(signed)))}
