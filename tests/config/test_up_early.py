"""Ctrl-C while `manage.py up` starts: it prints a line and ends, and a later start works."""

import signal
import subprocess
import time
from pathlib import Path

import pytest

from tests.config.service import Service, is_running

pytestmark = pytest.mark.slow


def test_ctrl_c_at_any_moment_of_a_start_ends_it_with_a_line(state: Path) -> None:
    service = Service(state)
    for seconds in (0.8, 1.8, 3.0):  # while Python loads, the data are made, and the tables are made
        process = service.manage("up", stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
        time.sleep(seconds)
        begun = time.monotonic()
        process.send_signal(signal.SIGINT)
        said = process.communicate(timeout=30)[0].decode()

        assert time.monotonic() - begun < 5, said
        assert process.returncode == 0, said
        assert "Traceback" not in said
        assert "Error" not in said
        assert "stopped" in said.splitlines()[-1]
        file = state / "postgres" / "postmaster.pid"
        assert not (file.exists() and is_running(int(file.read_text().split("\n", 1)[0])))
    service.start()
    assert service.stop() == 0
