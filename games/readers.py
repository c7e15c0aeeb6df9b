"""Plain data, such as JSON has, as values of a type that msgspec knows."""

import threading
from collections.abc import Callable
from typing import Any, Final, Generic, TypeVar

import msgspec

T = TypeVar("T")

_lock: Final = threading.Lock()


class Reader(Generic[T]):
    """Makes values of one type. Make it where a module is imported, not where it is called.

    msgspec looks at the fields of a class when it first reads one. If two threads do so at once, one of them reads what
    the other has not written yet, and the process ends with a segmentation fault. So a reader looks at its type when it
    is made, and no two at once.
    """

    def __init__(self, kind: type[T], read: Callable[[type, Any], Any] | None = None) -> None:
        """Look at all classes of *kind*. *read* makes values of the types that msgspec does not know."""
        self._kind, self._read = kind, read
        with _lock:
            msgspec.json.Decoder(kind, dec_hook=read)

    def __call__(self, data: Any) -> T:
        """Return *data* as a value of the type. Raises `msgspec.ValidationError`, a ValueError, for other data."""
        return msgspec.convert(data, self._kind, dec_hook=self._read)  # noqa: TID251 - its type is known by now
