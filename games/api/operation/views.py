"""`/meta`, `/healthz`, `/readyz`, `/metrics`: what the service is, and whether it is well."""

import tomllib
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

from django.conf import settings
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import health, store
from games.api.endpoint import Public
from games.api.long_poll import LONGEST_WAIT
from games.api.operation import metrics, metrics_access, schema
from games.bots import LEVELS
from games.clocks import PRESETS
from players import defaults
from players.http.pagination import LARGEST_LIMIT
from players.http.parsers import BODY_BYTES

NOTATION: Final = 1
"""Version of the public notation; it is only ever extended."""


class MetaView(Public):
    """What a client should know."""

    @extend_schema(operation_id="meta", responses=schema.Meta, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return the server's version and time, its limits, the levels of bots and the presets of clocks."""
        return Response(
            {
                "version": service_version(),
                "server_time": store.now(),
                "notation": NOTATION,
                "limits": _limits(),
                "bots": [*LEVELS],
                "clocks": {name: _preset(name) for name in PRESETS},
            }
        )


class Probe(Public):
    """What machines ask every second; it is not counted."""

    throttle_classes = ()


class HealthView(Probe):
    """Whether this process operation."""

    @classmethod
    def as_view(cls, **initkwargs: Any) -> Any:
        """Return an async view: it waits for no thread and no connection."""
        told = super().as_view(**initkwargs)

        async def view(request: HttpRequest) -> HttpResponseBase:
            return told(request)

        view.cls, view.initkwargs, view.csrf_exempt = cls, initkwargs, True  # type: ignore[attr-defined]
        return view

    @extend_schema(operation_id="healthz", responses=schema.Health, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if this process answers at all."""
        return Response({"status": "ok"})


class ReadyView(Probe):
    """Whether the service as a whole is ready."""

    @extend_schema(operation_id="readyz", responses={200: schema.Health, 503: schema.Health}, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if all is well, 503 with what is not; in two seconds, whatever hangs.

        That is database, migrations, broker, the worker's heartbeat, clocks and bots in time, and read models.
        """
        checks = health.checks()
        well = all(found == health.OK for found in checks.values())
        status = HTTPStatus.OK if well else HTTPStatus.SERVICE_UNAVAILABLE
        return Response({"status": "ok" if well else "failing", "checks": checks}, status)


class MetricsView(Probe):
    """How the service stands, for a machine that watches it."""

    @extend_schema(
        operation_id="metrics",
        responses={(200, "text/plain"): OpenApiTypes.STR},
        tags=["operation"],
    )
    def get(self, request: Request) -> HttpResponse:
        """Return the numbers in Prometheus' text format: with the token METRICS_TOKEN, or to this machine alone."""
        metrics_access.let_in(request._request)  # noqa: SLF001  # REST framework's own name for what it wraps
        return HttpResponse(metrics.told(), content_type=metrics.CONTENT_TYPE)


@lru_cache(maxsize=1)
def service_version() -> str:
    """Return the version of this code."""
    with (settings.BASE_DIR / "pyproject.toml").open("rb") as file:
        return str(tomllib.load(file)["project"]["version"])


def _limits() -> dict[str, Any]:
    rates = getattr(settings, "RATE_LIMITS", defaults.RATE_LIMITS)
    shown = {
        bucket: {whose: {"requests": number, "seconds": seconds} for whose, (number, seconds) in limits.items()}
        for bucket, limits in rates.items()
    }
    return {"body_bytes": BODY_BYTES, "page": LARGEST_LIMIT, "wait_seconds": LONGEST_WAIT, "rates": shown}


def _preset(name: Any) -> list[dict[str, int]]:
    allowances = PRESETS[name] or {}
    return [{"seats": seats, "turn": one.turn, "bank": one.bank} for seats, one in allowances.items()]
