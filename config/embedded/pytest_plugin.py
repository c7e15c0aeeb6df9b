"""Tests against a real PostgreSQL: a throwaway server for the run, and databases that a test may commit to.

`DATABASE_URL` names a running server instead; `POSTGRES_BINARIES` names other programs than the wheel's. The server is
started by the first test that asks for a database, so tests of the rules run without any.
"""

import os
import shutil
import tempfile
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from pytest_django.plugin import DjangoDbBlocker

from config.embedded import broker
from config.embedded.cluster import Cluster

_HOME: Final = "TEST_CLUSTER"
"""The variable that tells all processes of one run where its server lives; unset when the server is not ours."""
_PRISTINE: Final = "_pristine"
"""Ends the name of the copy that is made before the first test."""


@dataclass(frozen=True, slots=True)
class CommittedDatabase:
    """A database of one test, dropped after it."""

    name: str
    url: str
    """For other connections and processes, as DATABASE_URL."""

    def create_broker(self) -> str:
        """Make a broker's database beside it, dropped with it; return its address, for BROKER_URL."""
        name = f"{self.name}_broker"
        _execute("CREATE DATABASE {}", name)
        url = broker.address(self.url, name)
        broker.install(url)
        return url


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests() -> None:
    """Say where the database will be, before pytest-django reads the settings."""
    if os.environ.get("DATABASE_URL"):  # a real server, or a worker of xdist that inherited it
        return
    home = Path(tempfile.mkdtemp(prefix="maumau-test-"))
    home.chmod(0o711)
    os.environ |= {_HOME: str(home), "DATABASE_URL": Cluster(home, throwaway=True).url("postgres")}


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Start the server when the first test of a run needs it; the other processes of the run find it running.

    Then copy the new test database: what tests roll back stays in the original as dead rows, hundreds of megabytes
    after a while, and every clone would take them along.
    """
    if fixturedef.argname == "django_db_setup" and _HOME in os.environ:
        cluster = Cluster(Path(os.environ[_HOME]), throwaway=True)
        cluster.start()
        cluster.disown()
    outcome = yield
    if fixturedef.argname == "django_db_setup" and (name := _test_database()):
        _drop(f"{name}{_PRISTINE}")
        _execute("CREATE DATABASE {} TEMPLATE {}", f"{name}{_PRISTINE}", name)
    return outcome


@pytest.hookimpl
def pytest_sessionfinish() -> None:
    """Drop the copy."""
    if (name := _test_database()) and not os.environ.get(_HOME):  # a server of ours goes as a whole
        _drop(f"{name}{_PRISTINE}")


def _test_database() -> str:
    """Return the name of the database that pytest-django made; nothing where it has made none."""
    from django.db import connection, connections  # noqa: PLC0415  # the settings are not read yet when this loads

    name = str(connection.settings_dict["NAME"])
    if name == conninfo_to_dict(os.environ["DATABASE_URL"]).get("dbname"):
        return ""
    connections.close_all()  # nobody may be connected to what is copied
    return name


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop the server and remove it, where it was begun."""
    if _HOME not in os.environ or hasattr(config, "workerinput"):
        return
    home = Path(os.environ.pop(_HOME))
    del os.environ["DATABASE_URL"]
    Cluster(home, throwaway=True).remove()
    shutil.rmtree(home)


@pytest.fixture(scope="session")
def template_db(
    django_db_setup: None,  # noqa: ARG001  # it migrates the test database for tests that have pytest-django's mark
    django_db_blocker: DjangoDbBlocker,
) -> Iterator[str]:
    """Return the name of a migrated database; make one where no other test of the run asks for it."""
    from django.test.utils import setup_databases, teardown_databases  # noqa: PLC0415

    made = _test_database()
    with django_db_blocker.unblock():
        config = [] if made else setup_databases(verbosity=0, interactive=False)
    yield f"{made}{_PRISTINE}" if made else _test_database()
    with django_db_blocker.unblock():
        teardown_databases(config, verbosity=0)


@pytest.fixture
def committed_db(template_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[CommittedDatabase]:
    """Give the test a fresh database, which it may commit to: a clone of the migrated test database.

    The default connection points at it, also in other threads; `url` lets other processes in. The log refuses TRUNCATE,
    so a test that commits must not run in the shared test database (no `transactional_db`).
    """
    from django.db import connection, connections  # noqa: PLC0415  # the settings are not read yet when this loads

    ordinary = connection.settings_dict["NAME"]
    name = f"{ordinary}_{uuid4().hex[:8]}"
    with django_db_blocker.unblock():
        connections.close_all()
        _execute("CREATE DATABASE {} TEMPLATE {}", name, template_db)
        connection.settings_dict["NAME"] = name
        try:
            yield CommittedDatabase(name, _url(name))
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = ordinary
            _drop(name)
            _drop(f"{name}_broker")


def _url(name: str) -> str:
    """Return the address of another database of the run's server."""
    given = {key: str(value) for key, value in conninfo_to_dict(os.environ["DATABASE_URL"]).items()}
    given.pop("dbname", None)
    return f"postgresql:///{name}?{urlencode(given)}"


def _drop(name: str) -> None:
    _execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _execute(statement: str, *names: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
