"""The index, `/keys`, `/meta`, `/healthz`, `/readyz` and `/metrics`: what the service is, and its health."""

import tomllib
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.template.loader import render_to_string
from django.urls import reverse
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from msgspec.structs import replace
from rest_framework.request import Request
from rest_framework.response import Response

from base.http import etags
from base.http.pagination import LARGEST_LIMIT
from base.http.parsers import BODY_BYTES
from base.http.problems import CONTENT_TYPE as PROBLEM
from base.http.problems import ProblemDocument
from base.http.renderers import JSONRenderer, TextRenderer
from games import health, store
from games.api.endpoint import Public
from games.api.long_poll import LONGEST_WAIT
from games.api.openapi import CACHED, NOT_MODIFIED
from games.api.operation import metrics, metrics_access, schema
from games.bots import LEVELS
from games.clocks import PRESETS
from games.log.hash_chain import instant
from games.log.receipts import base64url
from games.services import notice_push, signing

NOTATION: Final = 1
"""The version of the public notation, which is only ever extended."""
RESOURCES: Final[Mapping[str, str]] = {
    "variants": "The variants that come with the service, and those that players published.",
    "games": "Games that wait for players. Open a game here.",
    "auth-guest": "Send a POST to become a guest. You get a player, an access token and a refresh token.",
    "me": "Your own account.",
    "own-games": "Your own games that are not over, the soonest deadline first.",
    "leaderboards": "The ladders of rated games.",
    "records": "Records of finished games, to export and to import.",
    "problems": "What each problem code means, and what a client does about it.",
    "keys": "The public keys that receipts are signed with.",
    "meta": "The version, the limits, the levels of bots and the presets of clocks.",
    "readyz": "Whether the service is ready.",
}
"""The resources in the index, by their names in the URLs."""
_NO_TIME: Final = datetime.min.replace(tzinfo=UTC)


@lru_cache(maxsize=1)
def service_version() -> str:
    """Return the version of this code."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


class PageRenderer(TextRenderer):
    """The index as a page. A problem is a JSON document, as everywhere."""

    media_type = "text/html"
    format = "html"

    def render(
        self, data: Any, accepted_media_type: str | None = None, renderer_context: Mapping[str, Any] | None = None
    ) -> bytes:
        """Return the page."""
        if isinstance(data, schema.ServiceIndex):
            data = render_to_string("games/index.html", {"index": data})
        return super().render(data, accepted_media_type, renderer_context)


class IndexView(Public):
    """The index of the API."""

    cost = "static"
    renderer_classes = (JSONRenderer, PageRenderer)
    throttle_classes = ()

    @extend_schema(
        operation_id="get_index",
        responses={(200, "application/json"): schema.ServiceIndex, (200, "text/html"): OpenApiTypes.STR},
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return the index of the API: the main resources, the documentation and the version of the service.

        A browser gets a page.
        """
        index = schema.ServiceIndex(
            name="Mau-Mau",
            version=service_version(),
            documentation=reverse("docs"),
            openapi=reverse("schema"),
            resources=[schema.Resource(name, reverse(name), description) for name, description in RESOURCES.items()],
        )
        return etags.lasting(Response(index, headers={"Cache-Control": "public, max-age=300"}))


class KeysView(Public):
    """The public keys of the service."""

    cost = "read"

    @extend_schema(
        operation_id="list_keys",
        parameters=CACHED,
        responses={200: schema.KeySet, 304: NOT_MODIFIED},
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:
        """Return the Ed25519 keys that sign receipts, the newest first, as a JWK set (RFC 7517, RFC 8037).

        The key without `valid_until` signs now. A retired key stays in the list for ever, so that you can check what it
        signed. Keep a copy of the keys, because nobody can change your copy.
        """
        keys = [
            schema.SigningKey(
                kty="OKP",
                crv="Ed25519",
                x=base64url(bytes(key.public)),
                kid=key.kid,
                alg="EdDSA",
                use="sig",
                valid_from=instant(key.valid_from),
                valid_until=None if key.valid_until is None else instant(key.valid_until),
            )
            for key in signing.public_keys()
        ]
        answer = etags.answer(request, schema.KeySet(keys))
        answer.headers["Cache-Control"] = "public, max-age=60"
        return answer


class MetaView(Public):
    """The facts that a client should know."""

    cost = "read"

    @extend_schema(
        operation_id="get_meta",
        parameters=CACHED,
        responses={200: schema.ServiceMeta, 304: NOT_MODIFIED},
        tags=["operation"],
    )
    def get(self, request: Request) -> Response:
        """Return what a client needs to know before it starts: versions, limits, levels of bots and presets of clocks.

        The `ETag` does not change with `server_time`.
        """
        rates = settings.RATE_LIMITS
        limits = schema.Limits(
            body_bytes=BODY_BYTES,
            page=LARGEST_LIMIT,
            wait_seconds=LONGEST_WAIT,
            open_games=settings.OPEN_GAMES,
            rates={
                bucket: {whose: schema.Rate(*rate) for whose, rate in limits.items()}
                for bucket, limits in rates.items()
            },
        )
        clocks = {
            str(name): [schema.PresetAllowance(seats, one.turn, one.bank) for seats, one in (by_seats or {}).items()]
            for name, by_seats in PRESETS.items()
        }
        meta = schema.ServiceMeta(
            version=service_version(),
            server_time=store.now(),
            notation=NOTATION,
            limits=limits,
            bots=[*LEVELS],
            clocks=clocks,
            min_client_version=settings.MIN_CLIENT_VERSION,
            web_push_key=notice_push.public_key(),
        )
        return etags.answer(request, meta, etag=etags.of(replace(meta, server_time=_NO_TIME)))


class Probe(Public):
    """An endpoint that machines call every second. It has no rate limit, and nobody stores its answer."""

    cost = "probe"
    throttle_classes = ()

    def finalize_response(self, request: Request, response: Response, *args: Any, **kwargs: Any) -> Response:
        """Forbid caches to store the answer."""
        response.headers["Cache-Control"] = "no-store"
        return super().finalize_response(request, response, *args, **kwargs)


class HealthView(Probe):
    """Liveness probe."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view, which waits for no thread and no connection."""
        read = super().as_view(**initkwargs)

        async def view(request: HttpRequest) -> HttpResponseBase:
            return read(request)

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        return view

    @extend_schema(operation_id="get_health", responses=schema.Health, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if this process answers at all."""
        return Response(schema.Health("ok"))


class ReadyView(Probe):
    """Readiness probe of the whole service."""

    @extend_schema(operation_id="get_readiness", responses={200: schema.Health, 503: schema.Health}, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if all checks pass, and 503 with the faults if not. It takes at most two seconds.

        The checks are database, migrations, broker, the heartbeat of the worker, late clocks and bots, read models, and
        whether requests to this process wait for more than five seconds.
        """
        checks = health.checks()
        if all(found == health.OK for found in checks.values()):
            return Response(schema.Health("ok", checks))
        return Response(schema.Health("failing", checks), HTTPStatus.SERVICE_UNAVAILABLE)


class MetricsView(Probe):
    """The metrics of the service."""

    @extend_schema(
        operation_id="get_metrics",
        responses={
            (200, "text/plain"): OpenApiTypes.STR,
            (401, PROBLEM): ProblemDocument,
            (404, PROBLEM): ProblemDocument,
        },
        tags=["operation"],
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the metrics in the text format of Prometheus.

        Send METRICS_TOKEN as the bearer token. If the host has not set one, only this machine may read the metrics.
        """
        metrics_access.let_in(request._request)  # noqa: SLF001  # REST framework's own name for what it wraps
        return HttpResponse(metrics.exposition(), content_type=metrics.CONTENT_TYPE)
