"""The lab in short: it stands up, loses its primary and a host, and is restored to a moment. Nothing is lost."""

import os
import subprocess
import sys
from collections.abc import Callable

import pytest

from tests.lab.configuration import ROOT
from tests.lab.requirements import missing_packages, missing_rights

PATIENCE = 1_200


@pytest.mark.slow
@pytest.mark.long
@pytest.mark.load
@pytest.mark.skipif(bool(missing_rights()), reason=f"the lab cannot run: {missing_rights()}")
@pytest.mark.skipif(bool(missing_packages()), reason=f"Debian's packages are missing: {', '.join(missing_packages())}")
def test_a_primary_and_a_host_can_be_lost_and_a_moment_restored(report: Callable[[str], None]) -> None:
    environment = {name: value for name, value in os.environ.items() if name != "DJANGO_SETTINGS_MODULE"}
    done = subprocess.run(
        [sys.executable, "-m", "tests.lab", "--short"],
        cwd=ROOT, env=environment, capture_output=True, text=True, timeout=PATIENCE, check=False,
    )  # fmt: skip
    report(done.stdout)
    assert done.returncode == 0, done.stdout + done.stderr
