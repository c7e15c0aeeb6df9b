"""What each test costs: a plugin of pytest that ``--times FILE`` switches on.

The processor time of a test is that of its process, of all processes below it, and of the connections that it has to
the PostgreSQL of the run. What PostgreSQL does in connections that have ended, or in the background, is not counted.
"""

import json
import os
import time
from collections import defaultdict
from collections.abc import Generator, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

import psutil
import pytest

from config.embedded.cluster import Cluster

_TICKS: Final = os.sysconf("SC_CLK_TCK")
_WORKER: Final = os.environ.get("PYTEST_XDIST_WORKER", "")
_SPENT: Final = "processor seconds"
_PARENT, _OWN, _WAITED = 1, slice(11, 13), slice(13, 15)
"""Fields of ``/proc/*/stat`` behind the name: the parent, and the ticks of a process and of its children that ended."""


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let who calls choose the file."""
    parser.addoption("--times", metavar="FILE", help="write the seconds and processor seconds of each test to FILE")


def pytest_configure(config: pytest.Config) -> None:
    """Measure in the processes that run tests, and collect in the one that started the run."""
    if config.getoption("--times"):
        if _WORKER or not config.getoption("numprocesses", None):
            config.pluginmanager.register(_Clock())
        if not _WORKER:
            config.pluginmanager.register(_Book(Path(config.getoption("--times"))))


class _Clock:
    """Notes with the last report of each test what has been spent since that of the test before."""

    def __init__(self) -> None:
        self._before = 0.0
        self._server: str | None = None

    @pytest.hookimpl
    def pytest_runtestloop(self) -> None:
        self._before = self._spent()

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            now = self._spent()
            report.user_properties.append((_SPENT, max(0.0, now - self._before)))
            self._before = now
        return report

    def _spent(self) -> float:
        processes = {pid: fields for pid in map(str, psutil.pids()) if (fields := _stat(pid))}
        children: defaultdict[str, list[str]] = defaultdict(list)
        for pid, fields in processes.items():
            children[fields[_PARENT]].append(pid)

        def below(pid: str) -> Iterator[str]:
            for child in children[pid]:
                yield child
                yield from below(child)

        own = os.times()
        ticks = sum(sum(map(int, processes[pid][_OWN] + processes[pid][_WAITED])) for pid in below(str(os.getpid())))
        ours = [pid for pid in children[self._postmaster()] if _WORKER in _read(f"{pid}/cmdline")]
        ticks += sum(sum(map(int, processes[pid][_OWN])) for pid in ours)
        return sum(own[:4]) + ticks / _TICKS

    def _postmaster(self) -> str:
        if self._server is None and (home := os.environ.get("TEST_CLUSTER")):
            with suppress(OSError):
                data = Cluster(Path(home), throwaway=True).data
                self._server = (data / "postmaster.pid").read_text().split("\n", 1)[0]
        return self._server or ""


def _read(file: str) -> str:
    with suppress(OSError), open(f"/proc/{file}", errors="replace") as opened:  # noqa: PTH123 - a Path takes twice the time
        return opened.read()
    return ""


def _stat(pid: str) -> list[str]:
    return _read(f"{pid}/stat").rpartition(")")[2].split()


class _Book:
    """Keeps what the reports say, and writes it each time a file is through and at the end."""

    def __init__(self, file: Path) -> None:
        self._file = file
        self._began = time.monotonic()
        self._written = 0.0
        self._tests: defaultdict[str, list[float]] = defaultdict(lambda: [0.0, 0.0])

    @pytest.hookimpl
    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        seconds = self._tests[report.nodeid]
        seconds[0] += report.duration
        seconds[1] += sum(
            value for name, value in report.user_properties if name == _SPENT and isinstance(value, float)
        )
        if time.monotonic() > self._written + 20:
            self.pytest_sessionfinish()

    @pytest.hookimpl
    def pytest_sessionfinish(self) -> None:
        self._written = time.monotonic()
        tests: dict[str, Any] = {name: [round(one, 2) for one in spent] for name, spent in sorted(self._tests.items())}
        self._file.parent.mkdir(parents=True, exist_ok=True)
        self._file.write_text(json.dumps({"seconds": round(self._written - self._began), "tests": tests}, indent=0))
