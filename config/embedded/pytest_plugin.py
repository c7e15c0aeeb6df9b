"""A real PostgreSQL for tests: a throwaway server for the run, and databases that a test may commit to.

To use a running server, set `DATABASE_URL`; to use other programs than the wheel's, set `POSTGRES_BINARIES`. The first
test that needs a database starts the server, so tests of the rules run without one.

All files of a run lie in one folder, and however the run ends, a warden removes it and ends all processes of the run.
"""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Generator, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from multiprocessing import resource_tracker
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlencode
from uuid import uuid4

import psycopg
import pytest
from psycopg import sql
from psycopg.conninfo import conninfo_to_dict
from pytest_django.plugin import DjangoDbBlocker

from config.embedded import broker, warden
from config.embedded.account import servant
from config.embedded.cluster import Cluster

_HOME: Final = "TEST_CLUSTER"
"""The variable with the server's folder, for all processes of a run. It is not set if the server is not ours."""
_PRISTINE: Final = "_pristine"
"""The suffix of the copy that is made before the first test."""
_PLACES: Final = (warden.RUN, "TMPDIR", "POSTGRES_FOLDER")
"""The variables that let all processes of a run keep their files in its folder."""
_LONGEST_PLACE: Final = 50
"""Bytes of the path of the folder with temporary files. The path of a socket has 107 at most, on macOS 103."""


@dataclass(frozen=True, slots=True)
class CommittedDatabase:
    """A database for one test. It is dropped afterwards."""

    name: str
    url: str
    """The DATABASE_URL for other connections and processes."""

    def create_broker(self) -> str:
        """Make a database for a broker, which is dropped with this one. Return its BROKER_URL."""
        name = f"{self.name}_broker"
        _execute("CREATE DATABASE {}", name)
        url = broker.address(self.url, name)
        broker.install(url)
        return url


class _Run:
    """The folder of this run, and the warden that removes it."""

    def __init__(self) -> None:
        usual = Path(tempfile.gettempdir())
        fits = len(os.fsencode(usual)) <= _LONGEST_PLACE and servant().may_enter(usual)
        self.folder = Path(tempfile.mkdtemp(prefix=warden.PREFIX, dir=usual if fits else "/tmp"))  # noqa: S108  # short
        self.folder.chmod(0o1777)  # as of any folder for temporary files: other accounts use it too
        pipe = subprocess.PIPE
        self._warden = subprocess.Popen(
            [sys.executable, "-P", warden.__file__, self.folder],
            cwd="/", stdin=pipe, stdout=pipe, stderr=subprocess.STDOUT, bufsize=0, start_new_session=True,
        )  # fmt: skip
        os.register_at_fork(after_in_child=self._let_go)
        self._before = {name: os.environ.get(name) for name in _PLACES}
        os.environ |= dict.fromkeys(_PLACES, str(self.folder))
        tempfile.tempdir = None  # it is read again

    def _let_go(self) -> None:
        """Tell the warden of this fork, which must not hold the pipe when the run is killed."""
        pipe = self._warden.stdin
        if pipe and not pipe.closed:
            with suppress(BrokenPipeError):
                os.write(pipe.fileno(), b"%d\n" % os.getpid())
            pipe.close()

    def end(self) -> str:
        """Let the warden end what is left. Return what that is, in lines."""
        said, _ = self._warden.communicate(warden.IN_ORDER)
        for name, value in self._before.items():
            os.environ.pop(name)
            os.environ |= {} if value is None else {name: value}
        tempfile.tempdir = None
        return said.decode() or (f"{self.folder}, for the warden was killed\n" if self.folder.exists() else "")


def passed_on() -> dict[str, str]:
    """Return the variables that a process of the run must have, also if its environment is made from nothing."""
    return {name: os.environ[name] for name in _PLACES}


_run: Final = pytest.StashKey[_Run]()
_home: Final = pytest.StashKey[Path]()
"""The folder of the server, in the process that starts and stops it."""


@pytest.hookimpl(tryfirst=True)
def pytest_load_initial_conftests(early_config: pytest.Config) -> None:
    """Make the folder of the run, and set DATABASE_URL before pytest-django reads the settings."""
    if warden.RUN not in os.environ:  # else it belongs to a run: a worker of xdist, or a run that a test starts
        early_config.stash[_run] = _Run()
    if os.environ.get("DATABASE_URL"):  # a real server, or that of the run
        return
    home = early_config.stash[_home] = Path(tempfile.mkdtemp(prefix="server-"))
    home.chmod(0o711)
    os.environ |= {_HOME: str(home), "DATABASE_URL": Cluster(home, throwaway=True).url("postgres")}


@pytest.hookimpl(wrapper=True)
def pytest_fixture_setup(fixturedef: pytest.FixtureDef[Any]) -> Generator[None, object, object]:
    """Start the server for the first test that needs it, and copy the new test database.

    What tests roll back stays in the original as dead rows: hundreds of megabytes after a while. Without the copy,
    every clone would contain them.
    """
    if fixturedef.argname == "django_db_setup" and _HOME in os.environ:
        cluster = Cluster(Path(os.environ[_HOME]), throwaway=True)
        cluster.start()
        cluster.disown()
    outcome = yield
    if fixturedef.argname == "django_db_setup" and (name := database_of_tests()):
        _drop(f"{name}{_PRISTINE}")
        _execute("CREATE DATABASE {} TEMPLATE {}", f"{name}{_PRISTINE}", name)
    return outcome


@pytest.hookimpl
def pytest_sessionfinish() -> None:
    """Drop the copy, if the server stays."""
    if (name := database_of_tests()) and not os.environ.get(_HOME):  # a server of ours goes as a whole
        _drop(f"{name}{_PRISTINE}")


def database_of_tests() -> str:
    """Return the name of the database that pytest-django made, or nothing if it made none."""
    from django.db import connection, connections  # noqa: PLC0415  # the settings are not read yet when this loads

    name = str(connection.settings_dict["NAME"])
    if name == conninfo_to_dict(os.environ["DATABASE_URL"]).get("dbname"):
        return ""
    connections.close_all()  # nobody may be connected to what is copied
    return name


@pytest.hookimpl(trylast=True)
def pytest_unconfigure(config: pytest.Config) -> None:
    """Stop and remove the server, in the process that started the run. Fail the run if a test has left something."""
    if home := config.stash.get(_home, None):
        del os.environ[_HOME], os.environ["DATABASE_URL"]
        Cluster(home, throwaway=True).remove()
        shutil.rmtree(home)
    resource_tracker._resource_tracker._stop()  # type: ignore[attr-defined] # noqa: SLF001 - else Python ends it later
    run = config.stash.get(_run, None)
    if run and (left := run.end()):
        sys.stderr.write(f"\nTests have left this behind, and it was removed:\n{left}")
        session = config.pluginmanager.get_plugin("session")
        if isinstance(session, pytest.Session) and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED


@pytest.fixture(scope="session")
def template_db(django_db_setup: None) -> str:  # noqa: ARG001
    """Return the name of a migrated database."""
    return f"{database_of_tests()}{_PRISTINE}"


@pytest.fixture
def committed_db(template_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[CommittedDatabase]:
    """Give the test a database to commit to: a clone of the migrated test database.

    The default connection uses it, also in other threads. Other processes use its `url`. The log refuses TRUNCATE, so a
    test that commits must not run in the shared test database (no `transactional_db`).
    """
    with _clone(template_db, django_db_blocker) as made:
        yield made


@pytest.fixture(scope="module")
def committed_module_db(template_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[CommittedDatabase]:
    """Give all tests of a file one database to commit to. None of them can use another one then."""
    with _clone(template_db, django_db_blocker) as made:
        yield made


@contextmanager
def _clone(template_db: str, django_db_blocker: DjangoDbBlocker) -> Iterator[CommittedDatabase]:
    from django.db import connection, connections  # noqa: PLC0415  # the settings are not read yet when this loads

    ordinary = connection.settings_dict["NAME"]
    name = f"{ordinary}_{uuid4().hex[:8]}"
    with django_db_blocker.unblock():
        connections.close_all()
        _execute("CREATE DATABASE {} TEMPLATE {}", name, template_db)
        connection.settings_dict["NAME"] = name
        try:
            given = {key: str(value) for key, value in conninfo_to_dict(os.environ["DATABASE_URL"]).items()}
            given.pop("dbname", None)
            yield CommittedDatabase(name, f"postgresql:///{name}?{urlencode(given)}")
        finally:
            connections.close_all()
            connection.settings_dict["NAME"] = ordinary
            _drop(name)
            _drop(f"{name}_broker")


def _drop(name: str) -> None:
    _execute("DROP DATABASE IF EXISTS {} WITH (FORCE)", name)


def _execute(statement: str, *names: str) -> None:
    with psycopg.connect(os.environ["DATABASE_URL"], autocommit=True) as connection:
        connection.execute(sql.SQL(statement).format(*map(sql.Identifier, names)))
