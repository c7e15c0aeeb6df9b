"""Logs: one line an event, never a secret."""

import re
import sys
from collections.abc import Mapping
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

_SECRET: Final = re.compile(
    r"authorization|cookie|password|passphrase|secret|token|refresh|access|credential|nonce|seed|salt|hand\b|stock\b",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+")
_IN_ADDRESS: Final = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")
_IN_QUERY: Final = re.compile(r"(?i)([?&](?:token|access|refresh|password|code|secret|key)=)[^&\s\"']+")
_HIDDEN: Final = "[hidden]"
_TRACED: Final = frozenset({"exc_info", "exception", "data", "error"})
"""Where Celery, django_structlog and logging put the error and its traceback."""
_LOSSES: Final = frozenset({"OperationalError", "InterfaceError", "ConnectionError"})
"""What Django, psycopg, kombu, the brokers' clients and Python call the loss of a connection."""
_CHATTY: Final = ("celery.app.trace", "celery.worker.strategy", "django_structlog.celery")
"""They say of each message that it was sent, came and is done: a service that does nothing says nothing."""
_LOST_STATES: Final = ("08", "53", "57P")
"""The beginnings of PostgreSQL's codes for it; the others are of statements that failed, such as a deadlock."""


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return the event without what stands under a secret's name or looks like one; a structlog processor."""
    return {key: _without(key, value) for key, value in event.items()}


def _without(key: str, value: Any) -> Any:
    if key.startswith("_"):  # structlog's own, such as the record
        return value
    if _SECRET.search(key):
        return _HIDDEN
    if isinstance(value, str):
        return _IN_QUERY.sub(rf"\1{_HIDDEN}", _IN_ADDRESS.sub(rf"\1{_HIDDEN}@", _BEARER.sub(rf"\1{_HIDDEN}", value)))
    if isinstance(value, Mapping):
        return {inner: _without(str(inner), part) for inner, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without(key, part) for part in value]
    return value


def shorten_losses(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return the event with one line instead of the traceback, where a connection was lost; a structlog processor.

    Everything that holds a connection tells of the same loss: where each noticed it helps nobody.
    """
    if event.get("logger") == "psycopg.pool":
        return {**event, "event": _first_line(event.get("event"))}
    error = _error_of(event.get("exc_info"))
    if not isinstance(error, BaseException) or not _is_loss(error):
        return event
    told = {name: said for name, said in event.items() if name not in _TRACED}
    return {**told, "event": _first_line(event.get("event")), "lost": f"{type(error).__name__}: {_first_line(error)}"}


def _without_color(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Return the event without the second wording that uvicorn gives for terminals; a structlog processor."""
    event.pop("color_message", None)
    return event


def _error_of(given: object) -> object:
    """Return the exception of logging's `exc_info`, which may be one, a triple or true."""
    if isinstance(given, tuple):
        return given[1]
    return sys.exc_info()[1] if given is True else given


def _is_loss(error: BaseException) -> bool:
    if not any(base.__name__ in _LOSSES for base in type(error).__mro__):
        return False
    state = getattr(error.__cause__ or error, "sqlstate", None)
    return state is None or str(state).startswith(_LOST_STATES)


def _first_line(text: object) -> str:
    return str(text).strip().partition("\n")[0]


_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    structlog.processors.TimeStamper(fmt="iso", utc=True),
    structlog.processors.StackInfoRenderer(),
]


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING: JSON for machines, plain lines for people, all on stderr."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *_SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        cache_logger_on_first_use=True,
    )
    renderer: Processor = (
        structlog.processors.JSONRenderer() if as_json else structlog.dev.ConsoleRenderer(colors=False, sort_keys=True)
    )
    formatter = {
        "()": structlog.stdlib.ProcessorFormatter,
        "foreign_pre_chain": [structlog.stdlib.ExtraAdder(), *_SHARED],
        "processors": [
            structlog.stdlib.ProcessorFormatter.remove_processors_meta,
            _without_color,
            shorten_losses,
            structlog.processors.format_exc_info,
            hide_secrets,
            renderer,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            **{name: {"level": "WARNING"} for name in _CHATTY},
            "uvicorn": {"handlers": [], "level": level, "propagate": True},  # it had set up lines of its own
            "django.security.DisallowedHost": {"handlers": [], "level": "CRITICAL"},  # strangers try every door
            "django.request": {"handlers": [], "level": "CRITICAL"},  # django_structlog says it, with the request's id
        },
    }
