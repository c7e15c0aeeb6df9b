"""Whether this process is traced. If not, nothing of OpenTelemetry is imported (ADR 26)."""

import os
from collections.abc import Awaitable, Callable
from functools import cache
from importlib import import_module
from typing import Any, TypeAlias

import structlog
from django.db.backends.signals import connection_created
from django.utils.module_loading import import_string

Application: TypeAlias = Callable[..., Awaitable[None]]

_log = structlog.get_logger(__name__)


def is_on() -> bool:
    """Return whether the standard variables of OpenTelemetry name where traces go."""
    if os.environ.get("OTEL_SDK_DISABLED", "").lower() == "true" or os.environ.get("OTEL_TRACES_EXPORTER") == "none":
        return False
    named = ("OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "OTEL_TRACES_EXPORTER")
    return any(os.environ.get(name) for name in named)


def start_with_database() -> None:
    """Trace this process from its first connection to the database on, if traces are on.

    So each process begins by itself after it was forked, and a supervisor, which has no connection, gets no thread.
    """
    if is_on():
        connection_created.connect(lambda **_: start(), weak=False)


@cache
def start() -> Any:
    """Trace this process from now on. Return the module that does it; None if OpenTelemetry is not installed."""
    os.environ.setdefault("OTEL_SERVICE_NAME", "maumau")
    try:
        spans = import_module("config.spans")
    except ModuleNotFoundError as missing:
        _log.warning("traces are off: install the dependency group `traces`", missing=missing.name)
        return None
    spans.begin()
    return spans


def served(application: str) -> str | Application:
    """Return the ASGI application of this name with a span for each request; the name alone if traces are off."""
    spans = start() if is_on() else None
    if spans is None:
        return application
    traced: Application = spans.served(import_string(application.replace(":", ".")))
    return traced
