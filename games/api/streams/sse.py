"""Server-sent events as bytes (WHATWG HTML, 9.2)."""

from random import SystemRandom
from typing import Any, Final

from base.http.renderers import encode
from games.api.streams.schema import EndReason, StreamEnd

HEARTBEAT: Final = b":\n\n"
"""A comment. It shows proxies and clients that the connection lives."""

_AGAIN: Final[dict[EndReason, tuple[float, float]]] = {
    "token_expired": (0.0, 1.0),
    "busy": (1.0, 10.0),
    "shutdown": (0.5, 5.0),
}
"""In how many seconds, at least and at most, a client that was cut off comes back."""
_random = SystemRandom()


def message(name: str, content: Any) -> bytes:
    """Return the event called *name* with *content* as JSON."""
    return b"event: %s\ndata: %s\n\n" % (name.encode(), encode(content))


def numbered(number: int, content: Any) -> bytes:
    """Return the event without a name that a client names in `Last-Event-ID` by its *number*."""
    return b"id: %d\ndata: %s\n\n" % (number, encode(content))


def beginning() -> bytes:
    """Return how a stream begins: the milliseconds until a client that loses it comes back, different for each."""
    return _retry(1.0, 5.0)


def end(reason: EndReason) -> bytes:
    """Return the last event of a stream. With those that clients open again comes when."""
    return (_retry(*_AGAIN[reason]) if reason in _AGAIN else b"") + message("end", StreamEnd(reason))


def _retry(least: float, most: float) -> bytes:
    return b"retry: %d\n\n" % (1_000 * _random.uniform(least, most))
