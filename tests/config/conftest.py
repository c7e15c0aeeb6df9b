"""Fixtures for tests of the running service."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.config.service import Service


@pytest.fixture(scope="module")
def state() -> Iterator[Path]:
    directory = Path(tempfile.mkdtemp(prefix="maumau-state-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory)
    directory.with_name(f"{directory.name}.output").unlink(missing_ok=True)


@pytest.fixture(scope="module")
def service(state: Path) -> Iterator[Service]:
    """A running service. Tests may kill any part of it."""
    service = Service(state, WEBHOOK_NETWORKS="127.0.0.0/8")
    service.start()
    yield service
    if not service.has_ended():
        service.stop()


@pytest.fixture
def home() -> Iterator[Path]:
    """A directory that the account of a server may enter."""
    directory = Path(tempfile.mkdtemp(prefix="maumau-home-"))
    directory.chmod(0o711)
    yield directory
    shutil.rmtree(directory)
