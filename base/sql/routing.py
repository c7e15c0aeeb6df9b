"""Which database a statement goes to: the primary, or the replica that `base.sql.replicas` has chosen for a read."""

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import Any, Final, cast

from django.db import DEFAULT_DB_ALIAS, connections
from django.db.backends.base.base import BaseDatabaseWrapper
from django.db.models import Model
from django.utils.connection import ConnectionProxy

_chosen: Final[ContextVar[str]] = ContextVar("replica", default=DEFAULT_DB_ALIAS)
_DJANGOS_OWN: Final = frozenset({"pool", "context", "cursor_factory"})
"""Parameters of Django's connections that a plain connection does not take, or must not share."""


class Router:
    """Django's router: queries of models go where `reading` goes, and all else to the primary."""

    def db_for_read(self, _model: type[Model], **_hints: Any) -> str:
        """Return the database that a query reads."""
        return _alias()

    def db_for_write(self, _model: type[Model], **_hints: Any) -> str:
        """Return the primary, also for what was read from a replica."""
        return DEFAULT_DB_ALIAS

    def allow_relation(self, _one: Model, _other: Model, **_hints: Any) -> bool:
        """Return whether rows may name each other. All databases are the same one."""
        return True

    def allow_migrate(self, database: str, _app: str, **_hints: Any) -> bool:
        """Return whether a database is migrated. Replicas follow the primary."""
        return database == DEFAULT_DB_ALIAS


class _Routed:
    def __getitem__(self, _alias_of_proxy: str) -> BaseDatabaseWrapper:
        return connections[_alias()]


reading: Final = cast("BaseDatabaseWrapper", ConnectionProxy(cast("Any", _Routed()), DEFAULT_DB_ALIAS))
"""The connection for SQL by hand: the primary's, but in a block of `replica_chosen` the replica's.

Transactions are the primary's, so what happens inside of one goes there, whatever is chosen.
"""


def _alias() -> str:
    return DEFAULT_DB_ALIAS if connections[DEFAULT_DB_ALIAS].in_atomic_block else _chosen.get()


@contextmanager
def replica_chosen(alias: str) -> Iterator[BaseDatabaseWrapper]:
    """Read from the replica *alias* in this block, outside of transactions. Yield its connection, and close it then."""
    token = _chosen.set(alias)
    try:
        yield connections[alias]
    finally:
        _chosen.reset(token)
        connections[alias].close()


def plain_parameters(alias: str = DEFAULT_DB_ALIAS) -> dict[str, Any]:
    """Return the parameters with which psycopg itself connects to a database, past all pools."""
    given = connections[alias].get_connection_params()
    return {name: value for name, value in given.items() if name not in _DJANGOS_OWN}
