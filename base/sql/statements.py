"""SQL that runs with almost every request: prepared, and in few round trips (`base.sql.postgresql`)."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol, TypeAlias, cast

import psycopg

from base.sql.routing import reading

Values: TypeAlias = Sequence[Any] | Mapping[str, Any]
"""The values of a statement, in their order or by name."""

Statement: TypeAlias = tuple[str, Values]
"""SQL with a placeholder for each of its values, and the values.

Give few, constant texts, because the server keeps each prepared, and a cast where a value has no clear type.
"""

Rows: TypeAlias = list[tuple[Any, ...]]
"""What a statement returns; no rows if it returns none."""


class StalePlan(psycopg.OperationalError):
    """The tables have changed under a prepared statement, and it was too late to run it again with a new plan.

    Django makes an OperationalError of it. Nothing of its transaction is done, and all of it can be tried again.
    """


class _Database(Protocol):
    """What the wrapper of the database does beside Django's."""

    def run(self, statements: Sequence[Statement]) -> list[Rows]: ...

    def foresee(self, statements: Sequence[Statement]) -> None: ...

    def hold(self, statements: Sequence[Statement]) -> None: ...

    def hold_back(self, statement: Statement) -> None: ...


_database = cast("_Database", reading)


def prepared(sql: str, values: Values = ()) -> Rows:
    """Run *sql* with these *values*, and return its rows."""
    return run([(sql, values)])[0]


def run(statements: Sequence[Statement]) -> list[Rows]:
    """Run *statements* one after the other, in one round trip. Return the rows of each."""
    return _database.run(statements)


def lock_names(kind: int, *names: str) -> None:
    """Lock *names* among the locks of this *kind*, in their order, until the transaction ends. Others wait for them."""
    run([("SELECT pg_advisory_xact_lock(%s, hashtext(%s))", [kind, name]) for name in names])


def foresee(statements: Sequence[Statement]) -> None:
    """Run *statements* in one round trip. `run` and `prepared` then find their rows, in this transaction and once."""
    _database.foresee(statements)


def run_with_commit(statements: Sequence[Statement]) -> None:
    """Run *statements* in the round trip of the COMMIT, or of the next statement of this transaction before it.

    What they return is lost. If one fails, the next statement or the COMMIT raises the error.

    Raises TransactionManagementError outside of a transaction.
    """
    _database.hold(statements)


def run_after_commit(sql: str, values: Values = ()) -> None:
    """Run *sql* behind the COMMIT of this transaction, in the same round trip; at once outside of a transaction.

    If it fails, the transaction stays committed, and the fault is logged.
    """
    _database.hold_back((sql, values))
