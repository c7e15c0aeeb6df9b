"""However a run of tests ends, nothing of it is left: here real runs are killed whose test has started all sorts."""

import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Final

import psutil
import pytest

from config.embedded import warden
from tests.config.service import ROOT, await_that

PATIENCE: Final = 120
SAMPLE: Final = Path(__file__).parent / "samples" / "leaving.py"


@dataclass(frozen=True, slots=True)
class Run:
    """A run of pytest whose test has begun, with all that it started."""

    controller: "subprocess.Popen[str]"
    folder: Path
    processes: set[psutil.Process]
    warden: psutil.Process

    @property
    def worker(self) -> psutil.Process:
        """The worker of xdist that runs the test."""
        sleeping = next(one for one in self.processes if one.name() == "sleep")
        return psutil.Process(sleeping.ppid())

    def left(self) -> set[object]:
        """Return what is left of the run."""
        return {one for one in self.processes if _is_alive(one)} | {one for one in [self.folder] if one.exists()}


def _is_alive(process: psutil.Process) -> bool:
    try:
        return process.is_running() and process.status() != psutil.STATUS_ZOMBIE
    except psutil.NoSuchProcess:
        return False


def _started(place: Path, *options: str, **environment: str) -> "subprocess.Popen[str]":
    """Start a run of the sample that belongs to no other run."""
    dropped = {"DATABASE_URL", "TEST_CLUSTER", warden.RUN}
    inherited = {name: value for name, value in os.environ.items() if name not in dropped and "PYTEST" not in name}
    less = ["--noconftest", "-p", "no:cacheprovider", "-p", "no:schemathesis"]  # so it begins soon
    return subprocess.Popen(
        [sys.executable, "-m", "pytest", *less, *options, SAMPLE],
        cwd=ROOT, env={**inherited, "SAID": str(place / "said"), **environment}, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
    )  # fmt: skip


@contextmanager
def _killed_at_last(controller: "subprocess.Popen[str]") -> Iterator[None]:
    """Let a test that fails not wait for its run, which would never end."""
    try:
        yield
    finally:
        controller.kill()


@contextmanager
def _running(place: Path, *options: str) -> Iterator[Run]:
    said = place / "said"
    with _started(place, *options) as controller, _killed_at_last(controller):
        await_that(lambda: said.exists() or controller.poll() is not None, PATIENCE)
        assert said.exists(), controller.communicate()[0]
        folder = Path(said.read_text(encoding="utf-8"))
        below = psutil.Process(controller.pid).children(recursive=True)
        (its_warden,) = [one for one in below if warden.__file__ in one.cmdline()]
        started = {*below, *warden.processes(folder)} - {its_warden}
        assert {"sleep", "postgres"} <= {one.name() for one in started}
        assert folder.is_dir()
        yield Run(controller, folder, started, its_warden)


def _kill_controller(run: Run) -> None:
    run.controller.kill()


def _terminate_controller(run: Run) -> None:
    run.controller.terminate()


def _interrupt_controller(run: Run) -> None:
    run.controller.send_signal(signal.SIGINT)


def _kill_group(run: Run) -> None:
    os.killpg(run.controller.pid, signal.SIGKILL)


def _kill_worker(run: Run) -> None:
    run.worker.kill()


@pytest.mark.sampled(1)
@pytest.mark.slow
@pytest.mark.parametrize(
    ("stop", "options"),
    [
        (_kill_controller, ()),
        (_terminate_controller, ("-n2",)),
        (_interrupt_controller, ()),
        (_kill_group, ()),
        (_kill_worker, ("-n1",)),
    ],
)
def test_a_run_that_is_stopped_leaves_nothing(
    tmp_path: Path, stop: Callable[[Run], None], options: tuple[str, ...]
) -> None:
    with _running(tmp_path, *options) as run:
        stop(run)
        assert run.controller.wait(PATIENCE) != 0
        await_that(lambda: not run.left(), PATIENCE)


@pytest.mark.slow
def test_without_its_warden_a_killed_run_leaves_processes_and_its_folder(tmp_path: Path) -> None:
    with _running(tmp_path) as run:
        run.warden.kill()
        run.controller.kill()
        run.controller.wait(PATIENCE)
        assert {"sleep", "postgres"} <= {one.name() for one in run.processes if _is_alive(one)}
        assert run.folder in run.left()

        subprocess.run([sys.executable, warden.__file__, run.folder], stdin=subprocess.DEVNULL, check=True)
        fork = {one for one in run.processes if _is_alive(one)}  # only the warden of the run knew of it
        for one in fork:
            one.kill()
        assert len(fork) == 1
        await_that(lambda: not run.left(), PATIENCE)


@pytest.mark.slow
def test_a_run_fails_whose_tests_leave_something(tmp_path: Path) -> None:
    with _started(tmp_path, ENDS="1") as controller, _killed_at_last(controller):
        said, _ = controller.communicate(timeout=PATIENCE)

    assert "1 passed" in said
    assert controller.returncode == pytest.ExitCode.TESTS_FAILED, said
    _, _, left = said.partition("Tests have left this behind, and it was removed:\n")
    assert "sleep 3600" in left, said
    assert "/maumau-left-" in left, said
    assert "postgres" not in left, said
    assert not Path(tmp_path.joinpath("said").read_text(encoding="utf-8")).exists()
