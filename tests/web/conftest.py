"""A real service, a real browser, and visitors who fail a test when their page reports a fault."""

import shutil
import tempfile
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect, sync_playwright

from games.web.build import ROOT, build
from tests.config.service import Service
from tests.web.visitor import Visitor


@pytest.fixture(scope="session")
def service() -> Iterator[Service]:
    """Run the service with the page of these sources."""
    build(ROOT / "build" / "web")
    state = Path(tempfile.mkdtemp(prefix="maumau-web-"))
    state.chmod(0o711)
    service = Service(state, LEADERBOARD_GAMES="1")  # a pair of games fills a board
    service.start()
    yield service
    service.stop()
    shutil.rmtree(state)


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Run Chromium, for one file: its event loop would stop other tests of this process that need one of their own."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    assert program, "The tests of the page need Chromium: `apt-get install chromium`."
    expect.set_options(timeout=20_000)  # milliseconds
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield browser
        browser.close()


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
