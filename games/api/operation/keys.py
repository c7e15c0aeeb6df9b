"""`/keys`: the public keys that receipts are checked with."""

from typing import Any

from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games.api.endpoint import Public
from games.api.openapi import CACHED, KEYS, NOT_MODIFIED
from games.api.operation import schema
from games.log.envelope import instant
from games.log.receipts import base64url
from games.services import signing
from players.http import etags


class KeysView(Public):
    """The public keys of the service."""

    @extend_schema(
        operation_id="keys",
        parameters=CACHED,
        responses={200: schema.KeySet, 304: NOT_MODIFIED},
        examples=[KEYS],
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:
        """Return the Ed25519 keys that sign receipts, the newest first, as a JWK set (RFC 7517, RFC 8037).

        The key without `valid_until` signs now. A retired key stays listed for ever, so that what it signed can be
        checked. Keep a copy: what you have kept cannot be changed.
        """
        answer = etags.answer(request, {"keys": [_jwk(key) for key in signing.public_keys()]})
        answer.headers["Cache-Control"] = "public, max-age=60"
        return answer


def _jwk(key: signing.StoredKey) -> dict[str, Any]:
    return {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": base64url(bytes(key.public)),
        "kid": key.kid,
        "alg": "EdDSA",
        "use": "sig",
        "valid_from": instant(key.valid_from),
        "valid_until": None if key.valid_until is None else instant(key.valid_until),
    }
