"""The log and the read models on each older PostgreSQL of this machine: other tests use the one of the wheel."""

import os
import subprocess
import sys
from pathlib import Path
from typing import Final

import pytest

from tests.config.service import ROOT

OLDER: Final = [str(path) for path in sorted(Path("/usr/lib/postgresql").glob("1[5-7]/bin"))]
TESTED: Final = ("tests/games/store", "tests/games/projections")


@pytest.mark.slow
@pytest.mark.skipif(not OLDER, reason="no older PostgreSQL is installed in /usr/lib/postgresql")
@pytest.mark.parametrize("binaries", OLDER)
def test_the_log_and_read_models_hold_there(binaries: str) -> None:
    ours = ("PYTEST_", "TEST_CLUSTER", "DATABASE_URL")
    environment = {name: value for name, value in os.environ.items() if not name.startswith(ours)}

    done = subprocess.run(
        [sys.executable, "-m", "pytest", "-q", f"--ignore={Path(__file__)}", *TESTED],
        cwd=ROOT, env={**environment, "POSTGRES_BINARIES": binaries}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert done.returncode == 0, done.stdout[-20_000:]
