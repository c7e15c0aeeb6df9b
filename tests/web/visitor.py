"""A person with a browser. They see and do only what a person can see and do."""

import random
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Locator, Page, TimeoutError  # noqa: A004

from games.web.build import SOURCES

PHONE: Final = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: Final = {"viewport": {"width": 1280, "height": 800}}
_PATIENCE: Final = 1000
"""Milliseconds."""
_EXPECTED: Final = "Failed to load resource"
"""What the browser itself says of each answer with a problem. The page must deal with those."""
_AXE: Final = """async () => {
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


class Visitor:
    """A device with one person. *device* is PHONE, DESKTOP, or options of a browser context."""

    def __init__(self, browser: Browser, url: str, **device: Any) -> None:
        self.url = url
        self.context: BrowserContext = browser.new_context(
            base_url=url, reduced_motion="reduce", locale="en-GB", **(device or DESKTOP)
        )
        self.context.set_default_timeout(20_000)
        # Cards need not travel: the person sees each table at once.
        self.context.add_init_script("localStorage.looks ??= JSON.stringify({ motion: 'off' })")
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


class Hands:
    """A person's hands at one table: they tap what the page offers, by chance from a seed."""

    def __init__(self, page: Page, seed: int, *, is_touch: bool = False) -> None:
        self.page, self._chance, self._is_touch = page, random.Random(seed), is_touch

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.page.locator(".end").is_visible()

    def act(self) -> bool:
        """Do one thing that is offered. Return whether there was any."""
        return any(choose() for choose in (self._answer, self._say, self._lay, self._press))

    def _tap(self, found: Locator) -> bool:
        # The table may move on between the look and the tap: then there is nothing to tap any more.
        with suppress(TimeoutError):
            found.tap(timeout=_PATIENCE) if self._is_touch else found.click(timeout=_PATIENCE)
        return True

    def _any(self, selector: str) -> Locator | None:
        found = self.page.locator(selector)
        count = found.count()
        return found.nth(self._chance.randrange(count)) if count else None

    def _answer(self) -> bool:
        found = self._any("dialog[open] .answers button")
        return found is not None and self._tap(found)

    def _say(self) -> bool:
        found = self._any('.actions .word[aria-pressed="false"]')
        return found is not None and self._tap(found)

    def _lay(self) -> bool:
        # A picked card can be played as it is; a tap on it plays it too.
        found = self._any(".actions .primary:enabled") or self._any('.held[aria-disabled="false"]')
        return found is not None and self._tap(found)

    def _press(self) -> bool:
        found = self._any(".actions button:enabled:not(.word):not([aria-pressed])")
        if found is not None:
            return self._tap(found)
        listed = self._any(".actions select:enabled")
        if listed is not None:
            listed.select_option(index=1)
        return listed is not None
