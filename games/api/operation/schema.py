"""The answers about the service itself."""

from typing import Annotated, ClassVar, Literal

from msgspec import UNSET, Meta, UnsetType

from base.http.answers import Answer, Timestamp, TimestampText


class Rate(Answer, frozen=True):
    """A rate limit: how many requests you may send in how many seconds."""

    requests: Annotated[int, Meta(description="How many requests you may send.")]
    seconds: Annotated[int, Meta(description="In how many seconds you may send them.")]


class Limits(Answer, frozen=True):
    """The limits of requests."""

    body_bytes: Annotated[int, Meta(description="The largest body of a request, in bytes.")]
    page: Annotated[int, Meta(description="The largest `limit` of a page.")]
    wait_seconds: Annotated[int, Meta(description="The longest `wait` of a long poll, in seconds.")]
    open_games: Annotated[
        int, Meta(description="The largest number of games that are not over in which one player may have a seat.")
    ]
    rates: Annotated[
        dict[str, dict[str, Rate]],
        Meta(description="The rate limits by bucket, for each `player` and for each `address`."),
    ]


class PresetAllowance(Answer, frozen=True):
    """The time to think that a preset gives in games with at least this number of seats."""

    seats: Annotated[int, Meta(description="The smallest number of seats for which these times hold.")]
    turn: Annotated[int, Meta(description="The seconds for each turn.")]
    bank: Annotated[int, Meta(description="The seconds for the whole game that you may use beyond those of a turn.")]


class ServiceMeta(Answer, frozen=True):
    """What a client should know before it starts."""

    version: Annotated[str, Meta(description="The version of the service.")]
    server_time: Annotated[Timestamp, Meta(description="The time of the service when it wrote this answer.")]
    notation: Annotated[int, Meta(description="The version of the notation.")]
    limits: Annotated[Limits, Meta(description="The limits of requests.")]
    bots: Annotated[list[str], Meta(description="The levels of bots.")]
    clocks: Annotated[
        dict[str, list[PresetAllowance]],
        Meta(description="The times of each preset. A preset without a clock has none."),
    ]
    min_client_version: Annotated[
        dict[str, str],
        Meta(
            description="The oldest version of each client that may use the service, by the name that the client sends "
            "in `Client-Version`. An older client gets `426 client_too_old`."
        ),
    ]
    web_push_key: Annotated[
        str | None,
        Meta(
            description="The public key (VAPID) with which a browser subscribes to notices: `applicationServerKey`. "
            "`null` if this service does not push to browsers."
        ),
    ]


class SigningKey(Answer, frozen=True):
    """A public key to check receipts with: a JWK with its time of validity."""

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
    kty: Annotated[Literal["OKP"], Meta(description="The type of the key (RFC 8037).")]
    crv: Annotated[Literal["Ed25519"], Meta(description="The curve of the key.")]
    x: Annotated[str, Meta(description="The 32 bytes of the public key, in base64url without padding.")]
    kid: Annotated[str, Meta(description="The thumbprint of the key (RFC 7638).")]
    alg: Annotated[Literal["EdDSA"], Meta(description="The algorithm of the signatures.")]
    use: Annotated[Literal["sig"], Meta(description="What the key is for: signatures.")]
    valid_from: Annotated[TimestampText, Meta(description="When the key began to sign.")]
    valid_until: Annotated[
        TimestampText | None, Meta(description="Null for the key that signs now. A retired key never signs again.")
    ]


class KeySet(Answer, frozen=True):
    """All public keys of the service (RFC 7517), the newest first."""

    keys: Annotated[list[SigningKey], Meta(description="The keys, the newest first.")]


class Resource(Answer, frozen=True):
    """One of the main resources."""

    name: Annotated[str, Meta(description="The name of the resource.")]
    address: Annotated[str, Meta(description="The path of the resource on this host.")]
    description: Annotated[str, Meta(description="What the resource has.")]


class ServiceIndex(Answer, frozen=True):
    """The entry point of the API."""

    name: Annotated[str, Meta(description="The name of the service.")]
    version: Annotated[str, Meta(description="The version of the service.")]
    documentation: Annotated[str, Meta(description="The path of the page that describes the API.")]
    openapi: Annotated[str, Meta(description="The path of the OpenAPI document.")]
    resources: Annotated[list[Resource], Meta(description="The main resources.")]


class Health(Answer, frozen=True):
    """The health of the service, and the result of each check."""

    status: Annotated[Literal["ok", "failing"], Meta(description="`ok`, or `failing` if a check has found a fault.")]
    checks: Annotated[
        dict[str, str] | UnsetType,
        Meta(description="`ok` or the fault, by the name of the check. `/healthz` checks nothing and leaves this out."),
    ] = UNSET
