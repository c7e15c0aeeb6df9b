"""`make bench` and `make load`, each against a service of its own."""

import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from django.core.management import call_command
from django.core.management.base import CommandError

from tests.benchmarks.management.commands import load_test
from tests.benchmarks.service import SETTINGS
from tests.config.service import ROOT, Service

pytestmark = pytest.mark.xdist_group("bench")


@pytest.fixture
def service() -> Iterator[Service]:
    state = Path(tempfile.mkdtemp(prefix="maumau-load-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    yield service
    service.stop()
    shutil.rmtree(state)


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["--url", "http://example.org"], "is not on this machine"),
        (["--url", "http://10.0.0.1:8000"], "is not on this machine"),
        (["--url", "http://127.0.0.1:1", "--clients", "100000"], "Between"),
        (["--url", "http://127.0.0.1:1", "--seconds", "0"], "Between"),
    ],
)
def test_only_a_service_of_ones_own_is_loaded_and_not_for_ever(arguments: list[str], message: str) -> None:
    with pytest.raises(CommandError, match=message):
        call_command(load_test.Command(), *arguments)


@pytest.mark.slow
def test_load_clients_lose_and_double_no_move(service: Service) -> None:
    process = service.manage(
        "load_test", "--clients", "16", "--seconds", "2", "--calm-seconds", "1", "--least-share", "0",
        settings=SETTINGS, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
    )  # fmt: skip
    said = process.communicate(timeout=300)[0].decode()
    assert process.returncode == 0, said
    assert "No move was lost or doubled." in said
    assert "no findings" in said
    assert "moves a minute" in said


@pytest.mark.slow
def test_the_benchmark_measures_every_row() -> None:
    environment = {**os.environ, "PIP_NO_INDEX": "1"}
    environment["DJANGO_SETTINGS_MODULE"] = SETTINGS
    with tempfile.TemporaryDirectory() as state:
        done = subprocess.run(
            [sys.executable, "manage.py", "bench", "--quick"],
            cwd=ROOT, env={**environment, "DATA": state}, capture_output=True, text=True, timeout=1_200, check=False,
        )  # fmt: skip
    assert done.returncode == 0, done.stderr
    for row in (
        "random moves: observed, decided, with events",
        "random moves: legal moves, played in place",
        "a move, all in",
        "pgbench, the same statements",
        "a move from version 20 on",
        "(304)",
        "memory of worker after 0.5 s more of load",
        "a move with 1,000 events stored",
        "durable",
        "rebuild of lobby",
        "while abusive rulesets are checked",
        "20 clocks due at once",
        "a pass of the clock, 1,000 deadlines ahead",
        "2 tables of bots and of clocks",
        "40 streams: all come back at once",
        "a recorded move heard by long poll, p99",
        "a recorded move heard by stream, p50",
        "a bot's answer after its pause, p99",
    ):
        assert row in done.stdout
    assert "RLCard's uno environment is missing" in done.stdout
    assert "the eventsourcing library's log is missing" in done.stdout
    assert "boardgame.io, PostgreSQL is missing" in done.stdout
    assert "a bare view on granian is missing" in done.stdout
