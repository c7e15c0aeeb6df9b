"""A real service, a real browser, and visitors who fail a test when their page reports a fault."""

import asyncio
import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from games.built_page import ROOT
from games.web.build import build
from tests.config.service import Service
from tests.web.chromium import count_as_running, started
from tests.web.visitor import Visitor


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Run the service with the page of these sources."""
    build(ROOT / "build" / "web")
    state = Path(tempfile.mkdtemp(prefix="maumau-web-"))
    state.chmod(0o711)
    service = Service(state)
    service.start()
    yield service
    service.stop()
    shutil.rmtree(state)
    service.output.unlink()


@pytest.fixture(scope="session")
def chromium() -> Iterator[tuple[Browser, asyncio.AbstractEventLoop]]:
    """Run one Chromium for all files, and return it with the event loop of Playwright."""
    with started() as browser:
        loop = asyncio.get_running_loop()
        count_as_running(None)
        yield browser, loop
        count_as_running(loop)


@pytest.fixture
def browser(chromium: tuple[Browser, asyncio.AbstractEventLoop]) -> Iterator[Browser]:
    """Return the browser. Its event loop counts as running only while a test has it."""
    browser, loop = chromium
    count_as_running(loop)
    yield browser
    count_as_running(None)


@pytest.fixture
def visit(service: Service, browser: Browser) -> Iterator[Callable[..., Visitor]]:
    """Return what lets a new person come to the page, with a device of their own."""
    visitors: list[Visitor] = []

    def arrive(**device: Any) -> Visitor:
        visitors.append(Visitor(browser, (service.state / "address").read_text(), **device))
        return visitors[-1]

    yield arrive
    faults = [fault for visitor in visitors for fault in visitor.leave()]
    assert faults == []
