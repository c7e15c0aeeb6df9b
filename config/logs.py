"""Logs: one line for each event, without secrets."""

import logging
import re
from collections.abc import Mapping
from typing import Any, Final

import structlog
from structlog.typing import EventDict, Processor, WrappedLogger

from config.deduplication import STAMP, DeduplicatingHandler, error_in, first_line

_SECRET: Final = re.compile(
    r"authorization|cookie|password|passphrase|secret|token|refresh|access|credential|nonce|seed|salt|hand\b|stock\b",
    re.IGNORECASE,
)
_BEARER: Final = re.compile(r"(?i)\b(bearer\s+)[\w.~+/=-]+")
_IN_ADDRESS: Final = re.compile(r"(://[^:/@\s]*:)[^@/\s]+@")
_IN_QUERY: Final = re.compile(r"(?i)([?&][\w-]*(?:token|access|refresh|password|code|verifier|secret|key)=)[^&\s\"']+")
_IN_PATH: Final = re.compile(
    r"(?i)(/(?:i|join|invitations|subscriptions)/)(?![\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}\b)[^/?\s\"']+"
)
"""The code of an invitation. Its id is no secret."""
_SUBSCRIPTION: Final = re.compile(r"(/subscriptions/)[\w-]{32}(?![\w-])")
"""The code of a subscription. Its id has 36 characters."""
_HIDDEN: Final = "[hidden]"
_PATTERNS: Final = (
    (_BEARER, rf"\1{_HIDDEN}"),
    (_IN_ADDRESS, rf"\1{_HIDDEN}@"),
    (_IN_QUERY, rf"\1{_HIDDEN}"),
    (_IN_PATH, rf"\1{_HIDDEN}"),
    (_SUBSCRIPTION, rf"\1{_HIDDEN}"),
)
_WITH_LINES: Final = frozenset({"event", "exception", "stack"})
"""Keys whose texts may have several lines."""
_TRACED: Final = frozenset({"exc_info", "exception", "data", "error"})
"""Keys under which Celery, django_structlog and logging store an error and its traceback."""
_LOSSES: Final = frozenset({"OperationalError", "InterfaceError", "ConnectionError"})
"""Errors by which Django, psycopg, kombu, clients of brokers and Python report a lost connection."""
_CHATTY: Final = ("celery.app.trace", "celery.worker.strategy", "django_structlog.celery", "httpx")
"""Loggers with several lines for each message. An idle service should not log anything. The lines of httpx also have
URLs of webhooks, which may hold secrets of players."""
_LOST_STATES: Final = ("08", "53", "57P")
"""Prefixes of PostgreSQL's codes for it. Other codes are of failed statements, such as a deadlock."""


def hide_secrets(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Hide values under the name of a secret, and values that look like one. A structlog processor."""
    return {key: _without(key, value) for key, value in event.items()}


def _without(key: str, value: Any) -> Any:
    if key.startswith("_"):  # structlog's own, such as the record
        return value
    if _SECRET.search(key):
        return _HIDDEN
    if isinstance(value, str):
        for pattern, shown in _PATTERNS:
            value = pattern.sub(shown, value)
        return value
    if isinstance(value, Mapping):
        return {inner: _without(str(inner), part) for inner, part in value.items()}
    if isinstance(value, list | tuple):
        return [_without(key, part) for part in value]
    return value


def escape_controls(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Write control characters as escapes: a header of a stranger must not begin a line or control a terminal."""
    return {
        key: _escaped(value, "\n\t" if key in _WITH_LINES else "") if isinstance(value, str) else value
        for key, value in event.items()
    }


def _escaped(text: str, kept: str) -> str:
    if text.isprintable():
        return text
    return "".join(one if one.isprintable() or one in kept else ascii(one)[1:-1] for one in text)


def shorten_losses(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Replace the traceback of a lost connection by one line. A structlog processor.

    Everything that holds a connection reports the same loss, and where it noticed it does not matter.
    """
    if event.get("logger") == "psycopg.pool":
        return {**event, "event": first_line(event.get("event"))}
    error = error_in(event.get("exc_info"))
    if error is None or not any(base.__name__ in _LOSSES for base in type(error).__mro__):
        return event
    state = getattr(error.__cause__ or error, "sqlstate", None)
    if state is not None and not str(state).startswith(_LOST_STATES):
        return event
    rest = {name: value for name, value in event.items() if name not in _TRACED}
    return {**rest, "event": first_line(event.get("event")), "lost": f"{type(error).__name__}: {first_line(error)}"}


class RefusedHosts(logging.Filter):
    """Lets through one short line for each refused name of a host, up to twenty in a process: scanners send any number.

    Django's message says to add the name to ALLOWED_HOSTS. The caller does not see it.
    """

    most = 20

    def __init__(self) -> None:
        super().__init__()
        self._seen = set[str]()

    def filter(self, record: logging.LogRecord) -> bool:
        """Return whether to log *record*, without its traceback."""
        message = record.getMessage()
        if "ALLOWED_HOSTS" not in message or message in self._seen or len(self._seen) >= self.most:
            return False
        self._seen.add(message)
        record.levelno, record.levelname, record.exc_info = logging.WARNING, "WARNING", None
        vars(record).pop("request", None)
        return True


def drop_color_message(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    """Drop the second message that uvicorn adds for terminals. A structlog processor."""
    event.pop("color_message", None)
    return event


_SHARED: Final[list[Processor]] = [
    structlog.contextvars.merge_contextvars,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.stdlib.PositionalArgumentsFormatter(),
    STAMP,
    structlog.processors.StackInfoRenderer(),
]


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Set structlog up, and return Django's LOGGING: JSON for machines or plain lines for people, on stderr."""
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
            drop_color_message,
            shorten_losses,
            structlog.processors.format_exc_info,
            hide_secrets,
            escape_controls,
            renderer,
        ],
    }
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"line": formatter},
        "filters": {"refused_hosts": {"()": RefusedHosts}},
        "handlers": {"stderr": {"()": DeduplicatingHandler, "formatter": "line"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            "django": {"handlers": [], "level": level, "propagate": True},
            **{name: {"level": "WARNING"} for name in _CHATTY},
            "uvicorn": {"handlers": [], "level": level, "propagate": True},  # instead of its own format
            "uvicorn.access": {"handlers": [], "propagate": False},  # django_structlog logs requests
            "django.security.DisallowedHost": {"handlers": [], "filters": ["refused_hosts"]},
            "django.request": {
                "handlers": [],
                "level": "CRITICAL",
            },  # django_structlog logs it with the id of the request
        },
    }
