"""Fixtures for tests of the running service."""

import shutil
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.served import Served
from tests.config.service import Service, await_that


@pytest.fixture(scope="module")
def state() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="maumau-state-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory)
    directory.with_name(f"{directory.name}.output").unlink(missing_ok=True)


@pytest.fixture(scope="module")
def shared_service(state: Path) -> Iterator[Service]:
    """The service of a file, which its tests start and stop."""
    service = Service(state, WEBHOOK_NETWORKS="127.0.0.0/8")
    yield service
    if not service.has_ended():
        service.stop()


@pytest.fixture
def service(shared_service: Service) -> Iterator[Service]:
    """A service that runs. Tests may kill any part of it or stop it: the next one finds it ready again.

    A test that fails shows what the service has said.
    """
    if shared_service.has_ended():
        shared_service.start()
    await_that(shared_service.is_ready)
    yield shared_service
    sys.stdout.write(shared_service.said())


@pytest.fixture
def home() -> Iterator[Path]:
    """A directory that the account of a server may enter."""
    directory = Path(tempfile.mkdtemp(prefix="maumau-home-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory)


@pytest.fixture
def served(committed_db: CommittedDatabase, tmp_path: Path) -> Iterator[Served]:
    """A running server, which may have ended after the test."""
    served = Served(committed_db, tmp_path / "log")
    with served.opened:
        yield served
    if served.process.poll() is None:
        served.process.kill()
        served.process.wait()
