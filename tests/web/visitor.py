"""A person with a browser. They see and do only what a person can see and do."""

import time
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page

from games.built_page import SOURCES
from tests.config.service import await_that

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
LEGAL: Final = '.own-turn .held[aria-disabled="false"]'
MOVES: Final = f"{LEGAL}, .own-turn .actions button:enabled:not([aria-pressed])"
"""What a person can do at a table in their turn. At other times they may be able to speak, but then the table moves."""
LONG: Final = 240.0
"""Seconds for what takes many steps, such as a whole game, also on a machine that does other things."""
_PATIENCE: Final = 90_000
"""Milliseconds for all that the page does."""
_IS_SERVED: Final = "navigator.serviceWorker.controller !== null"
_INSTALLED: Final = 30.0
"""Seconds after which the page is loaded again, if no service worker is there."""
_EXPECTED: Final = "Failed to load resource"
"""What the browser itself says of each answer with a problem. The page must deal with those."""
_NEXT_KEY: Final = """(wanted) => {
    if (!document.querySelector(wanted)) return "";
    const at = document.activeElement;
    if (at?.matches(wanted)) return "Enter";
    const isLast = !(at?.closest("li") ?? at)?.nextElementSibling;
    return at?.matches(".held, [role=tab]") && !isLast ? "ArrowRight" : "Tab";
}"""
_PAINTED: Final = """() => new Promise((resolve) =>
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))"""
_AXE: Final = """async () => {
    // While something fades in, its colours are not those that it has.
    const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    const { violations } = await axe.run(document, { resultTypes: ["violations"] });
    return violations
        .filter(({ impact }) => impact === "serious" || impact === "critical")
        .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(" ")}`);
}"""


def axe_findings(page: Page) -> list[str]:
    """Return what keeps people with a screen reader, or with weak eyes, from using a page."""
    page.evaluate((SOURCES / "node_modules" / "axe-core" / "axe.min.js").read_text())
    found: list[str] = page.evaluate(_AXE)
    return found


def press_by_keys(page: Page, wanted: str) -> bool:
    """Go by Tab and the arrows to the first element that matches, and press Enter. Return whether there was any."""
    until = time.monotonic() + _PATIENCE / 1000
    while key := page.evaluate(_NEXT_KEY, wanted):
        assert time.monotonic() < until, f"no key leads to {wanted}"
        page.keyboard.press(key)
        if key == "Enter":
            return True
    return False


def painted(page: Page) -> None:
    """Wait until what the page shows also hears keys: that comes after the next picture."""
    page.evaluate(_PAINTED)


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker serves the page. If it could not be installed, the next visit tries again."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        with suppress(AssertionError):
            return await_that(lambda: page.evaluate(_IS_SERVED), _INSTALLED)
        page.reload()
    raise AssertionError("no service worker was installed")


class Visitor:
    """A device with one person. *device* is PHONE, DESKTOP, or options of a browser context.

    It has no service worker, unless the options say `service_workers="allow"`: to install one costs as much as a page.
    """

    def __init__(self, browser: Browser, url: str, **device: Any) -> None:
        self.url = url
        usual: dict[str, Any] = {"reduced_motion": "reduce", "locale": "en-GB", "service_workers": "block", **DESKTOP}
        self.context: BrowserContext = browser.new_context(base_url=url, **{**usual, **device})
        self.context.set_default_timeout(_PATIENCE)
        # Cards need not travel: the person sees each table at once.
        looks = "localStorage.looks ??= JSON.stringify({ motion: 'off' })"
        self.context.add_init_script(f"if (window === top) {looks}")  # a frame of another site has no storage
        self.faults: list[str] = []
        self.page = self.open_tab()

    def open_tab(self, address: str = "") -> Page:
        """Open another tab, at an address of the page."""
        page = self.context.new_page()
        page.on("console", self._note)
        page.on("pageerror", lambda error: self.faults.append(str(error)))
        if address:
            page.goto(address)
        return page

    def leave(self) -> list[str]:
        """Close the browser of this person. Return what their page complained about."""
        self.context.close()
        return self.faults

    def _note(self, message: ConsoleMessage) -> None:
        if message.type == "error" and not message.text.startswith(_EXPECTED):
            self.faults.append(message.text)
