"""What `manage.py` cannot start with is told in one sentence, and nothing is left behind."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.config.service import ROOT


def told(tmp_path: Path, command: str = "up", **wrong: str) -> list[str]:
    """Return the lines with which a command of `manage.py` fails."""
    kept = {"PATH": os.environ["PATH"], "DATA": str(tmp_path / "data"), "XDG_STATE_HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "manage.py", command],
        cwd=ROOT, env={**kept, **wrong}, capture_output=True, text=True, check=False, timeout=30,
    )  # fmt: skip
    assert done.returncode == 1, done
    return done.stderr.splitlines()


@pytest.mark.parametrize("port", ["abc", "99999", "-1", "8000.5", "²", "1" * 5000])
def test_a_port_that_is_none(tmp_path: Path, port: str) -> None:
    assert told(tmp_path, PORT=port) == [f"CommandError: PORT must be a number from 0 to 65535, not {port!r}."]


@pytest.mark.parametrize("command", ["up", "play"])
@pytest.mark.parametrize(
    ("place", "why"),
    [("/dev/null", "it is no directory"), ("/dev/null/x", "Not a directory"), ("/proc/none", "No such file")],
)
def test_data_that_cannot_be_kept(tmp_path: Path, command: str, place: str, why: str) -> None:
    (line,) = told(tmp_path, command, DATA=place)
    assert line.startswith(f"Nothing can be kept in {place} ({why}")
    assert line.endswith("Name a directory of your own by DATA=…")


def test_a_host_that_is_none(tmp_path: Path) -> None:
    (line,) = told(tmp_path, PORT="0", HOST_ADDRESS="a.host.invalid")
    assert line.startswith("CommandError: Cannot listen on a.host.invalid:0 (")
    assert "Unknown error" not in line
    assert line.endswith(" Name another by PORT=…")


def test_a_home_in_which_no_account_can_be_kept(tmp_path: Path) -> None:
    (line,) = told(tmp_path, "play", HOME="/dev/null", XDG_STATE_HOME="", PORT="1")
    assert line.startswith(
        "CommandError: Your account cannot be kept in /dev/null/.local/state/maumau (Not a directory)."
    )
