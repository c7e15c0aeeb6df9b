"""Chromium as the tests of the page run it."""

import asyncio
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Final

from playwright.sync_api import Browser, expect, sync_playwright

_PATIENCE: Final = 90_000
"""Milliseconds in which the page shows what it should, also on a machine that does other things."""
_WITHOUT: Final = (
    # The window's address bar has pages of its own, which would cost each visitor as much as the page of the game.
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup",
    # What Playwright leaves out. The browser takes only one such list.
    "AimEnabled", "AvoidCorsURLLoaderRestartOnRedirect", "AvoidUnnecessaryBeforeUnloadCheckSync",
    "DestroyProfileOnBrowserClose", "HttpsFirstBalancedModeAutoEnable", "HttpsUpgrades", "LensOverlay", "MediaRouter",
    "NetworkTimeServiceQuerying", "OptimizationHints", "PaintHolding", "PreconnectToSearch",
    "ThirdPartyStoragePartitioning",
)  # fmt: skip


def count_as_running(loop: asyncio.AbstractEventLoop | None) -> None:
    """Let an event loop count as running in this thread, or none, as Playwright itself does after each call.

    The loop of Playwright runs only during its calls. But it would count as running between them, and other tests of
    this process could have no event loop of their own.
    """
    asyncio._set_running_loop(loop)  # noqa: SLF001  # there is no other way


@contextmanager
def started() -> Iterator[Browser]:
    """Run Chromium, and let assertions about pages wait."""
    program = shutil.which("chromium") or shutil.which("google-chrome")
    assert program, "The tests of the page need Chromium: `apt-get install chromium`."
    expect.set_options(timeout=_PATIENCE)
    with sync_playwright() as playwright:
        arguments = ["--no-sandbox", f"--disable-features={','.join(_WITHOUT)}"]
        browser = playwright.chromium.launch(executable_path=program, args=arguments)
        yield browser
        browser.close()
