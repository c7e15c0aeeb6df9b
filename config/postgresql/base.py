"""The database wrapper that Django loads from a backend."""

import select
import time
from typing import Any, Final
from weakref import WeakKeyDictionary

import psycopg
from django.db.backends.postgresql import base
from psycopg_pool import ConnectionPool

TRUSTED_SECONDS: Final = 60
"""A connection that nobody has used for longer may have been dropped on the way without a word."""


_returned: Final["WeakKeyDictionary[psycopg.Connection[Any], float]"] = WeakKeyDictionary()
"""When each connection came back to its pool."""


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection that comes from the pool and goes back with each request.

    Django's health check asks the server each time (`CONN_HEALTH_CHECKS`). This one asks it only after a minute without
    use. Before that it looks at the socket: a server that has nothing to answer only speaks when it ends a connection.
    """

    def get_new_connection(self, conn_params: dict[str, Any]) -> Any:
        """Return a connection that works, as far as can be known. Raises OperationalError if the server is away."""
        connection = super().get_new_connection(conn_params)
        while self.pool and connection in _returned and not self._works(connection):
            connection.close()
            self.pool.putconn(connection)  # it makes another one
            connection = super().get_new_connection(conn_params)
        return connection

    def _close(self) -> None:
        if self.pool and self.connection is not None:
            _returned[self.connection] = time.monotonic()
        super()._close()  # type: ignore[misc]  # the stubs leave it out

    def _works(self, connection: "psycopg.Connection[Any]") -> bool:
        if connection.closed:
            return False
        unread = select.poll()
        unread.register(connection.fileno(), select.POLLIN)
        if unread.poll(0):
            return False
        if time.monotonic() - _returned[connection] < TRUSTED_SECONDS:
            return True
        try:
            ConnectionPool.check_connection(connection)
        except psycopg.Error:
            return False
        return True
