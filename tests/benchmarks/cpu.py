"""The processor time that requests cost: of the web processes and of PostgreSQL. Noise of a busy machine affects it
least.
"""

import time
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import psutil

from config.embedded.forking import name_of
from tests.benchmarks.clients import Act
from tests.benchmarks.service import Service


def web_processes(service: Service) -> list[psutil.Process]:
    """Return the web processes of *service*."""
    found = []
    for process in psutil.Process(service.process_id).children(recursive=True):
        with suppress(psutil.NoSuchProcess):
            if (name_of(process.pid) or "").startswith("web"):
                found.append(process)
    return found


def spent(service: Service, web: Sequence[psutil.Process]) -> float:
    """Return the seconds of processor time that the *web* processes and all of PostgreSQL have used so far."""
    file = Path(service.environment["DATA"]) / "postgres" / "postmaster.pid"
    postmaster = psutil.Process(int(file.read_text(encoding="ascii").split()[0]))
    used = 0.0
    for process in (*web, postmaster, *postmaster.children(recursive=True)):
        with suppress(psutil.NoSuchProcess):
            times = process.cpu_times()
            # What a process has used that has ended is in its parent's times.
            used += times.user + times.system + times.children_user + times.children_system
    return used


def rate(service: Service, acts: Sequence[Act], seconds: float, *, others: Sequence[psutil.Process] = ()) -> float:
    """Let each client act repeatedly for *seconds*. Return how many answers a second of processor time they got.

    *others* serve them, if it is not the web server of *service*.
    """
    web = others or web_processes(service)
    until, begun = time.perf_counter() + seconds, spent(service, web)

    def run(act: Act) -> int:
        count = 0
        while count == 0 or time.perf_counter() < until:
            act()
            count += 1
        return count

    with ThreadPoolExecutor(len(acts)) as pool:
        count = sum(pool.map(run, acts))
    return count / (spent(service, web) - begun)
