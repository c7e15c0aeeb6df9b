"""`/meta`, `/healthz`, `/readyz`, `/metrics`: what the service is, and whether it is well."""

import tomllib
from collections.abc import Callable
from datetime import datetime, timedelta
from functools import lru_cache
from http import HTTPStatus
from typing import Any, Final

import psycopg
from celery import current_app
from django.conf import settings
from django.db import DatabaseError, connection
from django.db.migrations.executor import MigrationExecutor
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.types import OpenApiTypes
from drf_spectacular.utils import extend_schema
from rest_framework.request import Request
from rest_framework.response import Response

from games import store
from games.api import metrics, watching
from games.api.serializers import operation
from games.api.views.variants import Public
from games.api.waiting import LONGEST_WAIT
from games.bots import LEVELS
from games.clocks import PRESETS
from games.selectors import operation as standing
from players import defaults
from players.api.pagination import LARGEST_LIMIT
from players.api.parsers import BODY_BYTES

NOTATION: Final = 1
"""Version of the public notation; it is only ever extended."""
PULSE: Final = timedelta(seconds=15)
"""How old the driver's last heartbeat may be: it beats every second, in a worker, sent there by beat."""
_BROKER_SECONDS: Final = 2
_DATABASE_SECONDS: Final = 2


class MetaView(Public):
    """What a client should know."""

    @extend_schema(operation_id="meta", responses=operation.Meta, tags=["operation"])
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

    @extend_schema(operation_id="healthz", responses=operation.Health, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if this process answers at all."""
        return Response({"status": "ok"})


class ReadyView(Probe):
    """Whether the service as a whole is ready."""

    @extend_schema(operation_id="readyz", responses={200: operation.Health, 503: operation.Health}, tags=["operation"])
    def get(self, request: Request) -> Response:  # noqa: ARG002
        """Return 200 if database, migrations, broker, worker and read models are well, 503 with what is not."""
        checks = {"database": _database()}
        silent = checks["database"] != "ok"
        checks |= {name: "unknown: no database" if silent else check() for name, check in _CHECKS.items()}
        well = all(found == "ok" for found in checks.values())
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
        watching.let_in(request._request)  # noqa: SLF001  # REST framework's own name for what it wraps
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


def _database() -> str:
    """Return whether the database answers; over a new connection, for one that is open already would wait for ever."""
    given = {**connection.get_connection_params(), "connect_timeout": _DATABASE_SECONDS}
    try:
        with connection.wrap_database_errors:
            psycopg.connect(**given).close()
    except DatabaseError as error:
        return f"unreachable: {type(error).__name__}"
    return "ok"


_migrated = False


def _migrations() -> str:
    """Return whether the tables are those of this code; asked until they are, for they do not go back."""
    global _migrated  # noqa: PLW0603  # a process finds it out once
    try:
        if not _migrated:
            executor = MigrationExecutor(connection)
            _migrated = not executor.migration_plan(executor.loader.graph.leaf_nodes())
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
    return "ok" if _migrated else "behind: run `manage.py migrate`"


def _broker() -> str:
    try:
        with current_app.connection_for_write() as broker:
            broker.ensure_connection(max_retries=1, interval_start=0, timeout=_BROKER_SECONDS)
    except Exception as error:  # noqa: BLE001  # each transport has its own
        return f"unreachable: {type(error).__name__}"
    return "ok"


def _worker() -> str:
    try:
        with connection.cursor() as cursor:
            cursor.execute("SELECT at, clock_timestamp() FROM heartbeat WHERE name = %s", ["driver"])
            found: tuple[datetime, datetime] | None = cursor.fetchone()
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
    if found is None:
        return "no heartbeat yet"
    at, now = found
    return "ok" if now - at <= PULSE else f"silent for {(now - at).total_seconds():.0f} s"


def _projections() -> str:
    try:
        failed = standing.failed_shards()
    except DatabaseError as error:
        return f"unknown: {type(error).__name__}"
    return f"failed: {', '.join(f'{name} at shard {shard}' for name, shard in failed)}" if failed else "ok"


_CHECKS: Final[dict[str, Callable[[], str]]] = {
    "migrations": _migrations,
    "broker": _broker,
    "worker": _worker,
    "projections": _projections,
}
