"""A connection to PostgreSQL that does not wait for ever."""

import time
from contextlib import suppress
from typing import Any, Final, TypeVar

import psycopg
from psycopg.abc import PQGen
from psycopg.waiting import Ready

from base.sql import patience

_GRACE: Final = 0.5
"""Seconds beyond the limit of a statement in which the server should have ended it by itself."""
_CANCEL_SECONDS: Final = 2
"""Seconds that the server has to answer to a cancellation."""

T = TypeVar("T")


class Connection(psycopg.Connection[Any]):
    """A connection whose waits end in time, and with the caller for whom it waits (`base.sql.patience`).

    Psycopg looks ten times a second whether it should go on waiting. So what is answered at once costs nothing.

    A COMMIT is never cancelled. With synchronous replication, the server takes a cancelled COMMIT for done, before a
    standby has it. For the same reason, and because a pooler may deliver a cancellation late, nothing counts that comes
    after one: the connection is closed.
    """

    is_committing = False
    """Whether a COMMIT is on its way. Then this waits for the answer, however long it takes."""

    def wait(self, gen: PQGen[T], *args: Any, **options: Any) -> T:
        """Return what *gen* returns. Raises psycopg.errors.QueryCanceled, OperationalError and CallerGone."""
        return super().wait(gen if self.is_committing else self._watched(gen), *args, **options)

    def _watched(self, gen: PQGen[T]) -> PQGen[T]:
        limit = patience.current.get().statement
        until = time.monotonic() + limit + _GRACE if limit else float("inf")
        is_cancelled = False
        try:
            state = next(gen)
            while True:
                ready = yield state
                if ready == Ready.NONE:
                    if patience.has_gone():
                        is_cancelled = True
                        self._cancel()
                        raise patience.CallerGone
                    if time.monotonic() > until:
                        if is_cancelled:
                            raise psycopg.OperationalError("the server does not answer")
                        is_cancelled, until = True, time.monotonic() + _CANCEL_SECONDS
                        self._cancel()
                state = gen.send(ready)
        except StopIteration as ended:
            if is_cancelled:
                raise psycopg.errors.QueryCanceled("the statement ended too late") from None
            result: T = ended.value
            return result
        finally:
            if is_cancelled:
                self.close()

    def _cancel(self) -> None:
        with suppress(psycopg.Error):
            self.cancel_safe(timeout=_CANCEL_SECONDS)
