"""A test that leaves all sorts, for `test_clean_end.py`. pytest does not collect it unless it is named."""

import os
import signal
import subprocess
import tempfile
from pathlib import Path

import pytest


@pytest.fixture(scope="session")
def django_db_setup() -> None:
    """Make no tables. The server of the run starts before this."""


@pytest.mark.usefixtures("django_db_setup", "tmp_path")
def test_that_leaves_all_sorts() -> None:
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a run in the background of a shell ignores it
    place = tempfile.mkdtemp(prefix="maumau-left-")
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", place], capture_output=True, check=False)  # if it is root
    child = subprocess.Popen(["sleep", "3600"], start_new_session=True)
    if "PYTEST_XDIST_WORKER" not in os.environ and not os.fork():
        signal.pause()
        os._exit(0)
    said = Path(os.environ["SAID"])
    unfinished = said.with_suffix(".unfinished")
    unfinished.write_text(os.environ["TEST_RUN"], encoding="utf-8")
    unfinished.rename(said)
    if "ENDS" not in os.environ:
        child.wait()
    child.returncode = 0  # otherwise Popen warns that nobody waits for it
