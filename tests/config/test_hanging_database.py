"""PostgreSQL hangs: requests that need it get a 503 in time, and others are served."""

import asyncio
import os
import signal
import subprocess
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress

import psutil
import pytest
from django.http import HttpRequest, HttpResponse
from django.test import RequestFactory, override_settings
from django.urls import resolve

from config.concurrency import ConcurrencyLimit, Lane
from tests.config.service import Service, await_that

SOON = 8
"""Seconds in which a busy machine answers. Who waits for the database waits for longer, and then gets a 503."""


def get(service: Service, where: str) -> tuple[int, float]:
    """Return the status of an answer, and the seconds that it took."""
    begun = time.monotonic()
    try:
        with urllib.request.urlopen((service.state / "address").read_text() + where, timeout=60) as answer:
            status = answer.status
    except urllib.error.HTTPError as refused:
        status = refused.code
    return status, time.monotonic() - begun


def processes(postmaster: int) -> list[int]:
    """Return the postmaster and its children."""
    listed = subprocess.run(["ps", "-ax", "-o", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [map(int, line.split()) for line in listed.splitlines()]
    return [postmaster, *(pid for pid, parent in pairs if parent == postmaster)]


def signal_to(pid: int, number: signal.Signals) -> None:
    """Send a signal to a process, unless it has just ended by itself."""
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def callers(service: Service) -> int:
    """Return how many connections this process has to the service."""
    port = int((service.state / "address").read_text().rpartition(":")[2])
    found = psutil.Process().net_connections("tcp")
    return sum(one.status == psutil.CONN_ESTABLISHED and one.raddr[1:] == (port,) for one in found)


@pytest.fixture
def hanging(service: Service) -> Iterator[Service]:
    """The service while its PostgreSQL is stopped, and as many callers wait for it as can wait."""
    await_that(service.is_ready)
    postmaster = service.pid_of("postgres")
    assert postmaster
    stopped = processes(postmaster)
    for pid in stopped:
        signal_to(pid, signal.SIGSTOP)
    with ThreadPoolExecutor(40) as pool:
        waiting = [pool.submit(get, service, "/api/v1/meta") for _ in range(40)]
        try:
            await_that(lambda: callers(service) >= len(waiting))
            yield service
        finally:
            for pid in stopped:
                signal_to(pid, signal.SIGCONT)
        assert {one.result()[0] for one in waiting} <= {200, 503}
    await_that(service.is_ready)


@pytest.mark.slow
def test_the_probe_says_so_in_time_and_the_rules_are_there(hanging: Service) -> None:
    probes = [get(hanging, "/api/v1/readyz") for _ in range(3)]  # the later ones find checks that still hang
    assert {status for status, _ in probes} == {503}
    assert max(seconds for _, seconds in probes) < SOON
    for where in ("/api/v1/healthz", "/api/v1/variants", "/api/v1/variants/mau_mau", "/api/v1/docs/"):
        status, seconds = get(hanging, where)
        assert (status, where) == (200, where)
        assert seconds < SOON


async def _view(_request: HttpRequest) -> HttpResponse:
    return HttpResponse("ok")


async def _entered(limit: ConcurrencyLimit, where: str) -> HttpResponse | None:
    """Return what keeps a request from its view, if anything does."""
    request, match = RequestFactory().get(where), resolve(where)
    request.resolver_match = match
    return await limit.process_view(request, match.func)


@override_settings(DATABASE_POOL=1)
@pytest.mark.parametrize(
    ("where", "passes"),
    [
        ("/api/v1/healthz", True),
        ("/api/v1/readyz", True),
        ("/api/v1/variants", True),
        ("/api/v1/variants/mau_mau", True),
        ("/api/v1/rulesets/0", True),
        ("/api/v1/openapi.json", True),
        ("/api/v1/meta", False),
        ("/api/v1/", True),
        ("/api/v1/me", False),
        ("/", True),
        ("/join/code", True),
        ("/docs/explanation/log.html", True),
        ("/admin/", False),
        ("/oauth/authorize", False),
        ("/g/01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47", False),
        ("/g/01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47/end.gif", True),  # it enters a lane for each read
    ],
)
def test_who_asks_no_database_does_not_wait_for_one(
    where: str,
    passes: bool,  # noqa: FBT001
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(Lane, "patience", 0.01)

    async def story() -> HttpResponse | None:
        limit = ConcurrencyLimit(_view)
        assert await _entered(limit, "/oauth/authorize") is None
        return await _entered(limit, where)

    assert (asyncio.run(story()) is None) == passes
