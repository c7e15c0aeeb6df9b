"""The pool of connections, on a real server."""

from collections.abc import Iterator
from typing import Any

import psycopg
import pytest
from django.db import connection as default
from django.test.utils import CaptureQueriesContext
from psycopg_pool import ConnectionPool

from config import environment
from config.embedded.pytest_plugin import CommittedDatabase
from config.postgresql import base


@pytest.fixture
def pooled(committed_db: CommittedDatabase, django_db_blocker: Any) -> Iterator[base.DatabaseWrapper]:
    """A wrapper with a pool of one connection."""
    entry = {**default.settings_dict, **environment.database(committed_db.url, pool=1)}
    wrapper = base.DatabaseWrapper(entry, "pooled")
    with django_db_blocker.unblock():
        yield wrapper
        wrapper.close()
        wrapper.close_pool()


def backend(wrapper: base.DatabaseWrapper) -> int:
    """Return the process of the server that answers a request."""
    with wrapper.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (found,) = cursor.fetchone()
    wrapper.close()
    return int(found)


def test_the_next_request_gets_the_same_connection(pooled: base.DatabaseWrapper) -> None:
    first = backend(pooled)
    with CaptureQueriesContext(pooled) as asked:
        assert backend(pooled) == first
    assert len(asked) == 1


def test_a_connection_that_the_server_has_ended_is_replaced(
    pooled: base.DatabaseWrapper, committed_db: CommittedDatabase
) -> None:
    first = backend(pooled)
    with psycopg.connect(committed_db.url, autocommit=True) as other:
        other.execute("SELECT pg_terminate_backend(%s, 20000)", [first])
    assert backend(pooled) != first


def test_after_a_while_the_server_is_asked(pooled: base.DatabaseWrapper, monkeypatch: pytest.MonkeyPatch) -> None:
    first = backend(pooled)
    monkeypatch.setattr(base, "TRUSTED_SECONDS", -1)
    assert backend(pooled) == first
    monkeypatch.setattr(ConnectionPool, "check_connection", refuse)
    assert backend(pooled) != first


def refuse(_connection: Any) -> None:
    """Find that the other side does not answer."""
    raise psycopg.OperationalError
