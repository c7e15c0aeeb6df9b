"""Spans of requests, moves, work that is due, and round trips to the database, by OpenTelemetry (ADR 26).

The code of the service does not change for it: functions are wrapped where they are called, when traces begin.
"""

import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from functools import wraps
from importlib import import_module
from typing import Any, Final, NamedTuple

from django.db import connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.backends.signals import connection_created
from django.urls import Resolver404, resolve
from opentelemetry import trace
from opentelemetry.context import Context, get_current
from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
from opentelemetry.instrumentation.asgi import OpenTelemetryMiddleware
from opentelemetry.instrumentation.celery import CeleryInstrumentor
from opentelemetry.propagate import set_global_textmap
from opentelemetry.propagators.textmap import TextMapPropagator
from opentelemetry.sdk.trace import ReadableSpan, TracerProvider
from opentelemetry.sdk.trace.export import BatchSpanProcessor, SpanExporter, SpanExportResult
from opentelemetry.trace import Status

from config.middleware import PROBES
from config.traces import Application
from games.projections import registry

ATTRIBUTES: Final = frozenset({
    "http.request.method", "http.method", "http.response.status_code", "http.status_code", "http.route",
    "db.system.name", "db.query.text", "error.type", "celery.action", "celery.task_name", "maumau.game",
    "maumau.variant", "maumau.work", "maumau.projection", "maumau.events",
})  # fmt: skip
"""What a span may say. Libraries add paths, addresses, headers and messages of errors, which may hold secrets."""
_LONGEST_TEXT: Final = 2_000
_METHODS: Final = frozenset({"GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"})
_UNTRACED: Final = ",".join([*PROBES, "/stream$"])
"""Probes would be most of all requests, and a stream never ends. Regular expressions."""

_tracer: Final = trace.get_tracer("maumau")


class Traced(NamedTuple):
    """A function that is a span of its own where these modules call it, and what the span says of its arguments."""

    modules: Sequence[str]
    name: str
    span: str
    says: Callable[..., Mapping[str, Any]] = lambda *_, **__: {}


TRACED: Final = (
    Traced(
        ("games.services.moves", "games.services.playing", "games.services.plans"),
        "handle_locked",
        "move",
        lambda row, *_, **__: {"maumau.game": str(row.id), "maumau.variant": row.variant},
    ),
    Traced(("games.services.drafts",), "decide", "decide"),
    Traced(("games.store",), "append", "append", lambda _row, events, **__: {"maumau.events": len(events)}),
    Traced(
        ("games.services.due",),
        "guarded",
        "work that is due",
        lambda claim, *_, **__: {"maumau.work": str(claim.kind), "maumau.game": str(claim.key)},
    ),
    Traced(("games.services.due",), "think", "think"),
    Traced(("games.services",), "rate", "rate"),
    Traced(("games.services.exports",), "document_of", "export"),
)


class Redacted(SpanExporter):
    """Exports spans with the attributes that they may have."""

    def __init__(self, exporter: SpanExporter) -> None:
        self._exporter = exporter

    def export(self, spans: Sequence[ReadableSpan]) -> SpanExportResult:
        """Send spans, and return whether that succeeded."""
        return self._exporter.export([redacted(span) for span in spans])

    def shutdown(self) -> None:
        """End the exporter."""
        self._exporter.shutdown()

    def force_flush(self, timeout_millis: int = 30_000) -> bool:
        """Send what waits, in so many milliseconds at most. Return whether that succeeded."""
        return self._exporter.force_flush(timeout_millis)


class NoPropagator(TextMapPropagator):
    """Reads no trace from requests, and adds none. The SDK's own `none` fails with requests."""

    fields: set[str] = set()  # noqa: RUF012 - a property of the base class

    def extract(self, carrier: Any, context: Context | None = None, getter: Any = None) -> Context:
        """Return the present context."""
        del carrier, getter
        return get_current() if context is None else context

    def inject(self, carrier: Any, context: Context | None = None, setter: Any = None) -> None:
        """Add nothing."""


def redacted(span: ReadableSpan) -> ReadableSpan:
    """Return a span with the attributes that it may have, and without its events, which hold messages of errors."""
    return ReadableSpan(
        name=span.name,
        context=span.get_span_context(),
        parent=span.parent,
        resource=span.resource,
        attributes={name: value for name, value in (span.attributes or {}).items() if name in ATTRIBUTES},
        kind=span.kind,
        status=Status(span.status.status_code),
        start_time=span.start_time,
        end_time=span.end_time,
        instrumentation_scope=span.instrumentation_scope,
    )


def begin() -> None:
    """Begin to export spans. The standard variables say where they go, and which share of them."""
    provider = TracerProvider()
    provider.add_span_processor(BatchSpanProcessor(Redacted(OTLPSpanExporter())))
    trace.set_tracer_provider(provider)
    if os.environ.get("OTEL_PROPAGATORS", "none") == "none":  # others could choose ids, and what is recorded
        set_global_textmap(NoPropagator())
    CeleryInstrumentor().instrument()  # type: ignore[no-untyped-call]
    for one in TRACED:
        for name in one.modules:
            module = import_module(name)
            setattr(module, one.name, _wrapped(getattr(module, one.name), one.span, one.says))
    for followers in (registry.PROJECTIONS, registry.WEBHOOKS, registry.NOTICES):
        for projection in followers.values():
            wrapped = _wrapped(projection.project, "project", _projection(projection.name))
            projection.project = wrapped  # type: ignore[method-assign]
    connection_created.connect(_trace_statements, weak=False)
    for connection in connections.all(initialized_only=True):
        _trace_statements(connection)


def served(application: Application) -> Application:
    """Return *application* with a span for each request that is traced."""
    traced: Application = OpenTelemetryMiddleware(
        application, default_span_details=_describe, excluded_urls=_UNTRACED, exclude_spans=["receive", "send"]
    )
    return traced


def _describe(scope: Mapping[str, Any]) -> tuple[str, dict[str, str]]:
    """Return the name of the span of a request, and its route, which stands in place of its path.

    Paths and queries have codes of links, ids, and words that people search for.
    """
    method = scope.get("method", "")
    shown = method if method in _METHODS else "OTHER"
    try:
        route = f"/{resolve(scope.get('path', '')).route}"
    except Resolver404:
        return shown, {}
    return f"{shown} {route}", {"http.route": route}


def _projection(name: str) -> Callable[..., Mapping[str, Any]]:
    return lambda events, **_: {"maumau.projection": name, "maumau.events": len(events)}


@contextmanager
def _span(name: str, about: Mapping[str, Any]) -> Iterator[None]:
    # The message of an error is not recorded: it may quote what a statement was given.
    with _tracer.start_as_current_span(
        name, attributes=about, record_exception=False, set_status_on_exception=False
    ) as span:
        try:
            yield
        except BaseException as fault:
            span.set_attribute("error.type", type(fault).__name__)
            raise


def _wrapped(function: Callable[..., Any], name: str, says: Callable[..., Mapping[str, Any]]) -> Callable[..., Any]:
    @wraps(function)
    def traced(*args: Any, **kwargs: Any) -> Any:
        with _span(name, says(*args, **kwargs)):
            return function(*args, **kwargs)

    return traced


def _trace_statements(connection: BaseDatabaseWrapper, **_: Any) -> None:
    if _round_trip not in connection.execute_wrappers:
        connection.execute_wrappers.append(_round_trip)


def _round_trip(execute: Callable[..., Any], text: str, *rest: Any) -> Any:
    """Run what is sent to the database in one trip; as a span, if it is a part of something that is traced.

    Its text has places for values, and never values. Loops that only ask whether work is due make no spans.
    """
    if not trace.get_current_span().is_recording():
        return execute(text, *rest)
    about = {"db.system.name": "postgresql", "db.query.text": text[:_LONGEST_TEXT]}
    with _span(text.split(None, 1)[0], about):
        return execute(text, *rest)
