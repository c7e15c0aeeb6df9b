"""The same warning or error is logged once a minute, with a count.

By hand: structlog has nothing for it, and journald limits lines by their number, whatever they say.
"""

import logging
import os
import re
import sys
import threading
import traceback
from collections.abc import Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Final, TextIO

import structlog

_EACH: Final = frozenset({"request_finished", "streaming_finished"})
"""Events that are no faults, even if the request had one."""
_OF_REQUEST: Final = frozenset({"timestamp", "request_id", "correlation_id", "user_id", "ip"})
"""Keys whose texts are other ones with each request."""
STAMP: Final = structlog.processors.TimeStamper(fmt="iso", utc=True)
_VARIES: Final = re.compile(r"""(?i)'[^']*'|"[^"]*"|0x[\da-f]+|[\da-f]{8}-[\da-f-]{27}|\d[\d.:]{2,}""")
"""What may be another one each time that the same fault is logged: what is quoted, addresses, ids, long numbers."""
_LONGEST: Final = 200


@dataclass(slots=True)
class _Fault:
    """A fault that was logged, and how often it was not since."""

    logger: str
    level: int
    event: Mapping[str, str]
    repeated: int = 0

    def record(self) -> logging.LogRecord:
        """Return the line with the count, as a logger of structlog hands it over."""
        level = logging.getLevelName(self.level).lower()
        said = STAMP(None, level, {**self.event, "logger": self.logger, "level": level, "repeated": self.repeated})
        return logging.makeLogRecord({"levelno": self.level, "msg": said, "_logger": None, "_name": level})


class DeduplicatingHandler(logging.StreamHandler[TextIO]):
    """Writes a warning or error at once, and its repetitions as one line a minute, with their number as `repeated`.

    Two are the same if one logger says the same in them, apart from numbers and ids, of the same error at the same
    place. Information is written each time. So is what is critical, since that names what it has found, and the line
    about each request.
    """

    seconds: float = 60.0
    most: int = 1_000
    """Faults that are remembered. With one more, the counts of all are written, and they are forgotten."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self._logged: dict[tuple[str, ...], _Fault] = {}
        self._timer: threading.Timer | None = None
        if hasattr(os, "register_at_fork"):
            # A timer that writes never holds the lock of the stream while this process forks.
            os.register_at_fork(before=self.acquire, after_in_parent=self.release, after_in_child=self._forget)

    def emit(self, record: logging.LogRecord) -> None:
        """Write *record*, or count it."""
        try:
            is_counted = logging.WARNING <= record.levelno < logging.CRITICAL and self._count(record)
        except Exception:  # noqa: BLE001 - as logging does it: nobody fails because of a line
            self.handleError(record)
        else:
            if not is_counted:
                super().emit(record)

    def close(self) -> None:
        """Write the counts. `logging` calls this when the process ends, and holds the lock."""
        self._write_counts()
        super().close()

    def _count(self, record: logging.LogRecord) -> bool:
        """Return whether *record* is a repetition, which is only counted."""
        event = record.msg if isinstance(record.msg, dict) else {"event": record.msg, "exc_info": record.exc_info}
        text = str(event.get("event"))
        if text in _EACH:
            return False
        about = {
            key: value for key, value in event.items() if isinstance(value, str) and key not in _OF_REQUEST | {"event"}
        }
        parts = (record.name, record.levelname, text, *about.values(), *_errors_of(record, event))
        key = tuple(_VARIES.sub("#", first_line(part))[:_LONGEST] for part in parts)
        if fault := self._logged.get(key):
            fault.repeated += 1
            return True
        if len(self._logged) >= self.most:
            self._write_counts()
            self._logged.clear()
        said = text if isinstance(record.msg, dict) else record.getMessage()
        self._logged[key] = _Fault(record.name, record.levelno, {**about, "event": first_line(said)})
        if self._timer is None:
            self._start_timer()
        return False

    def _start_timer(self) -> None:
        timer = threading.Timer(self.seconds, self.end_minute)
        timer.daemon = True
        with suppress(RuntimeError):  # the process ends, and may start no thread any more
            timer.start()
            self._timer = timer

    def end_minute(self) -> None:
        """Write the counts. A timer calls this."""
        self.acquire()
        try:
            self._timer = None
            self._write_counts()
            if self._logged:
                self._start_timer()
        finally:
            self.release()

    def _write_counts(self) -> None:
        """Write the counts, and forget what was not repeated."""
        self._logged = {key: fault for key, fault in self._logged.items() if fault.repeated}
        for fault in self._logged.values():
            super().emit(fault.record())
            fault.repeated = 0

    def _forget(self) -> None:
        """Leave the counts to the parent of this process, which has forked."""
        self._logged, self._timer = {}, None


def _errors_of(record: logging.LogRecord, event: Mapping[str, Any]) -> Iterator[str]:
    """Yield each error of a line, and where it was raised."""
    arguments = record.args if isinstance(record.args, tuple) else ()
    for error in (error_in(event.get("exc_info")), *arguments):
        if isinstance(error, BaseException):
            yield traceback.format_exception_only(error)[0]
            yield from (
                f"{place.f_code.co_filename}:{line}" for place, line in [*traceback.walk_tb(error.__traceback__)][-1:]
            )


def error_in(given: object) -> BaseException | None:
    """Return the error that `exc_info` names by itself, in a triple, or by True."""
    found = given[1] if isinstance(given, tuple) else sys.exc_info()[1] if given is True else given
    return found if isinstance(found, BaseException) else None


def first_line(text: object) -> str:
    """Return the first line of *text* that is not empty."""
    return str(text).strip().partition("\n")[0]
