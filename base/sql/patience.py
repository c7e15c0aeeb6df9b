"""How long work waits for the database, and whether somebody still waits for the work.

A context (of a request, or of a loop's thread) has one kind of work. `base.sql.postgresql` keeps to what it says: each
transaction begins with these limits, because a pooler in between loses those of a session.
"""

from contextvars import ContextVar
from dataclasses import dataclass
from typing import Final

from base.sql.statements import Statement

_LIMIT: Final = """
    SELECT set_config('lock_timeout', %s, true), set_config('statement_timeout', %s, true),
           set_config('idle_in_transaction_session_timeout', %s, true)
"""


@dataclass(frozen=True, slots=True)
class Patience:
    """The limits of one kind of work, in seconds. 0 is no limit."""

    lock: float = 0
    """How long a statement waits for a lock. It is less than `statement`, so that the log tells one from the other."""
    statement: float = 0
    idle: float = 0
    """How long a transaction may stand between two statements before the server ends it, and frees its locks."""


WEB: Final = Patience(lock=2.5, statement=3, idle=3)
WORKER: Final = Patience(lock=8, statement=10, idle=10)
TASK: Final = Patience(lock=8)
"""Tasks of Celery. They clean up, and may take long."""
MIGRATION: Final = Patience(lock=2)
"""Who waits for a table locks out all who come after. They are served before their own limit."""
ENDLESS: Final = Patience()
"""Other commands have no limit. The person who started one can end it."""


@dataclass(slots=True)
class Caller:
    """Who waits for an answer."""

    has_gone: bool = False


class CallerGone(BaseException):
    """Nobody waits for this work any more, so it was undone. Like KeyboardInterrupt it is not to be handled on the way.

    Code that catches an Exception would try the same again elsewhere, for nobody.
    """


current: Final[ContextVar[Patience]] = ContextVar("patience", default=ENDLESS)
caller: Final[ContextVar[Caller | None]] = ContextVar("caller", default=None)


def limits() -> list[Statement]:
    """Return the statement that limits the transaction in which it runs; none if nothing is limited."""
    mine = current.get()
    if mine == ENDLESS:
        return []
    return [(_LIMIT, [f"{seconds * 1000:.0f}ms" for seconds in (mine.lock, mine.statement, mine.idle)])]


def has_gone() -> bool:
    """Return whether the caller of this context has gone away."""
    mine = caller.get()
    return mine is not None and mine.has_gone
