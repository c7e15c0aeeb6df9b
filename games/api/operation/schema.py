"""What the service says about itself."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from players.http.answers import Answer, Timestamp, TimestampText


class Rate(Answer, frozen=True):
    """A rate limit: so many requests in so many seconds."""

    requests: int
    seconds: int


class Limits(Answer, frozen=True):
    """What requests are measured by."""

    body_bytes: Annotated[int, Meta(description="The largest body.")]
    page: Annotated[int, Meta(description="The largest `limit`.")]
    wait_seconds: Annotated[int, Meta(description="The longest `wait`.")]
    rates: Annotated[
        dict[str, dict[str, Rate]],
        Meta(description="Rate limits by bucket, for a `player` and for an `address`."),
    ]


class PresetAllowance(Answer, frozen=True):
    """The time to think that a preset gives, from this number of seats on."""

    seats: int
    turn: Annotated[int, Meta(description="Seconds for each turn.")]
    bank: Annotated[int, Meta(description="Seconds for the whole game, beyond what turns allow.")]


class ServiceMeta(Answer, frozen=True):
    """What a client should know before it begins."""

    version: str
    server_time: Timestamp
    notation: Annotated[int, Meta(description="Version of the notation.")]
    limits: Limits
    bots: Annotated[list[str], Meta(description="Levels.")]
    clocks: Annotated[
        dict[str, list[PresetAllowance]],
        Meta(description="What each preset allows, by the least number of seats; empty for no clock."),
    ]


class Key(Answer, frozen=True):
    """A public key that receipts are checked with: a JWK with its time of validity."""

    example: ClassVar = {
        "kty": "OKP",
        "crv": "Ed25519",
        "x": "11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo",
        "kid": "kPrK_qmxVWaYVA9wwBF6Iuo3vVzz7TxHCTwXBygrS4k",
        "alg": "EdDSA",
        "use": "sig",
        "valid_from": "2026-11-01T00:00:00.000000Z",
        "valid_until": None,
    }
    kty: Literal["OKP"]
    crv: Literal["Ed25519"]
    x: Annotated[str, Meta(description="The 32 bytes of the public key, in base64url without padding.")]
    kid: Annotated[str, Meta(description="The key's thumbprint (RFC 7638).")]
    alg: Literal["EdDSA"]
    use: Literal["sig"]
    valid_from: TimestampText
    valid_until: Annotated[
        TimestampText | None, Meta(description="Null for the key that signs now. A retired key never signs again.")
    ]


class KeySet(Answer, frozen=True):
    """All public keys of the service (RFC 7517), the newest first."""

    keys: list[Key]


class Resource(Answer, frozen=True):
    """One of the main resources."""

    name: str
    address: Annotated[str, Meta(description="Its path on this host.")]
    description: str


class Index(Answer, frozen=True):
    """Where to begin."""

    name: str
    version: Annotated[str, Meta(description="Version of the service.")]
    documentation: Annotated[str, Meta(description="Path of the page that describes the API.")]
    openapi: Annotated[str, Meta(description="Path of its OpenAPI description.")]
    resources: list[Resource]


class Health(Answer, frozen=True):
    """Whether all is well, and what each check found."""

    status: Literal["ok", "failing"]
    checks: Annotated[
        dict[str, str] | UnsetType,
        Meta(
            description="`ok`, or what is wrong, by the name of the check. `/healthz` checks nothing and leaves it out."
        ),
    ] = UNSET
