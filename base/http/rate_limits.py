"""Rate limits by player, by address and by username. `GET /meta` lists them."""

import hashlib
import math
from collections.abc import Iterable, Mapping
from functools import lru_cache
from http import HTTPStatus
from typing import Annotated, Final
from uuid import UUID

from django.conf import settings
from django.http import HttpRequest
from django.utils.encoding import force_bytes
from msgspec import Meta
from rest_framework.request import Request
from rest_framework.throttling import BaseThrottle
from rest_framework.views import APIView

from base.http.addresses import address_of
from base.http.buckets import Bucket, Leases
from base.http.costs import cost_of
from base.http.problems import Problem, ProblemDocument

Limits = Mapping[str, tuple[int, int]]

_LEASES: Final = Leases()


class ThrottledDocument(ProblemDocument, frozen=True, kw_only=True):
    """The problem `throttled`: you have sent too many requests."""

    retry_after: Annotated[int, Meta(description="Seconds to wait, as in the header `Retry-After`.")]


class Throttled(Problem):
    """You have sent too many requests. `GET /meta` lists the limits. The header `RateLimit` says what is left."""

    document = ThrottledDocument
    status_code = HTTPStatus.TOO_MANY_REQUESTS
    code = "throttled"
    title = "Too many requests"
    default_detail = "You have sent too many requests. Wait a little."
    remedy = "Wait for the seconds in `Retry-After` (also in `retry_after`), then send the request again."


class BucketThrottle(BaseThrottle):
    """Counts a request in the buckets of its class of cost (`Endpoint.cost`)."""

    def allow_request(self, request: Request, view: APIView) -> bool:
        """Return True. Raises Throttled beyond a limit."""
        limits = getattr(view, "limits", None) or limits_of(view, request)
        spend(request._request, limits, player=request.user.pk)  # noqa: SLF001
        return True


def limits_of(view: object, request: HttpRequest | Request) -> str:
    """Return the name of the limits of a request to *view*: those of its class of cost."""
    cost = cost_of(getattr(view, "cost", None), request.method)
    return cost.limits if cost else "read"


def spend(
    request: HttpRequest,
    name: str,
    *,
    player: UUID | None = None,
    account: str | None = None,
    username: str | None = None,
) -> None:
    """Count a request in the buckets called `name`. `request.rate_buckets` then has what is left, for `headers`.

    Views outside REST framework call it themselves. Raises Throttled beyond a limit.
    """
    limits = limits_called(name)
    whose = {"player": player and str(player), "account": account, "username": username, "address": address_of(request)}
    # The key is a hash with a secret, so no address and no name is stored. A changed limit makes a new bucket.
    buckets = _LEASES.take(
        Bucket(f"{name}-{kind}", *limits[kind], UUID(bytes=digest(name, kind, who, *map(str, limits[kind]))))
        for kind, who in whose.items()
        if who and kind in limits
    )
    request.rate_buckets = [*getattr(request, "rate_buckets", []), *buckets]  # type: ignore[attr-defined]
    refused = [bucket for bucket in buckets if not bucket.spent]
    if refused:
        wait = max(bucket.wait for bucket in refused)
        raise Throttled(headers={"Retry-After": str(wait)}, members={"retry_after": wait})


def headers(buckets: Iterable[Bucket]) -> dict[str, str]:
    """Return `RateLimit` and `RateLimit-Policy` (draft-ietf-httpapi-ratelimit-headers) for an answer."""
    shown = list(buckets)
    if not shown:
        return {}
    return {
        "RateLimit-Policy": ", ".join(f'"{bucket.name}";q={bucket.quota};w={bucket.window}' for bucket in shown),
        "RateLimit": ", ".join(f'"{bucket.name}";r={bucket.remaining};t={math.ceil(bucket.used)}' for bucket in shown),
    }


def limits_called(name: str) -> Limits:
    """Return the limits with this name by kind of bucket, as (requests, seconds); none without a name."""
    limits: Mapping[str, Limits] = settings.RATE_LIMITS
    return limits.get(name, {})


def digest(*parts: str) -> bytes:
    """Return a hash (16 bytes) with the server's key, from which nobody can find the *parts* that are personal."""
    return hashlib.blake2b("\0".join(parts).encode(), digest_size=16, key=_hashed(settings.SECRET_KEY)).digest()


@lru_cache
def _hashed(key: str | bytes) -> bytes:
    return hashlib.sha256(force_bytes(key)).digest()
