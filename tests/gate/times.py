"""What each test costs: a plugin of pytest that ``--times FILE`` switches on.

The processor time of a test is that of its process, and of the connections that it has to the PostgreSQL of the run.
What PostgreSQL does in connections that have ended, or in the background, is not counted. The last test of a file has
that of all processes below, for the whole file: to look for them costs more than most tests.
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
        self._before = self._others = 0.0
        self._is_last = False
        self._server: str | None = None

    @pytest.hookimpl
    def pytest_runtestloop(self) -> None:
        self._before = self._spent() + _below()

    @pytest.hookimpl
    def pytest_runtest_protocol(self, item: pytest.Item, nextitem: pytest.Item | None) -> None:
        self._is_last = nextitem is None or nextitem.path != item.path

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Generator[None, pytest.TestReport, pytest.TestReport]:
        report = yield
        if report.when == "teardown":
            if self._is_last:
                self._others = _below()
            now = self._spent() + self._others
            report.user_properties.append((_SPENT, max(0.0, now - self._before)))
            self._before = now
        return report

    def _spent(self) -> float:
        """Return what this process and its connections have used."""
        server = self._postmaster()
        connections = _read(f"{server}/task/{server}/children").split() if server else []
        ours = [_stat(pid) for pid in connections if _WORKER in _read(f"{pid}/cmdline")]
        return sum(os.times()[:2]) + sum(sum(map(int, fields[_OWN])) for fields in ours if fields) / _TICKS

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


def _below() -> float:
    """Return what the processes below this one have used, and those that have ended."""
    processes = {pid: fields for pid in map(str, psutil.pids()) if (fields := _stat(pid))}
    children: defaultdict[str, list[str]] = defaultdict(list)
    for pid, fields in processes.items():
        children[fields[_PARENT]].append(pid)

    def below(pid: str) -> Iterator[str]:
        for child in children[pid]:
            yield child
            yield from below(child)

    living = [processes[pid] for pid in below(str(os.getpid()))]
    ticks = sum(sum(map(int, fields[_OWN] + fields[_WAITED])) for fields in living)
    return sum(os.times()[2:4]) + ticks / _TICKS


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
