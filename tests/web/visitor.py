"""A person with a browser. They see and do only what a person can see and do."""

import random
from collections import Counter
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Error,
    Page,
    Position,
)

from games.web.build import SOURCES
from tests.config.service import await_that

PHONE: Final[dict[str, Any]] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
DESKTOP: Final[dict[str, Any]] = {"viewport": {"width": 1280, "height": 800}}
MOVES: Final = '.held[aria-disabled="false"], .actions button:enabled:not([aria-pressed])'
"""What a person can do at a table."""
_PATIENCE: Final = 1000
"""Milliseconds."""
_INDEXES: Final = (Position(x=10, y=16), Position(x=20, y=20), Position(x=32, y=24))
"""Where a card shows its rank and suit, in pixels from the corner of its box: it depends on how the card is tilted."""
_IS_SERVED: Final = "navigator.serviceWorker.controller !== null"
_INSTALLED: Final = 20.0
"""Seconds in which a service worker is installed."""
_EXPECTED: Final = "Failed to load resource"
"""What the browser itself says of each answer with a problem. The page must deal with those."""
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


def press_by_keys(page: Page, wanted: str, *, steps: int = 80) -> bool:
    """Go by Tab and the arrows to the first element that matches, and press Enter. Return whether there was any."""
    for _ in range(steps):
        if page.evaluate("(wanted) => document.activeElement?.matches(wanted) ?? false", wanted):
            page.keyboard.press("Enter")
            return True
        if page.evaluate("(wanted) => !document.querySelector(wanted)", wanted):
            return False
        is_in_row = page.evaluate("document.activeElement?.matches('.held, [role=tab]') ?? false")
        is_last = page.evaluate(
            "!(document.activeElement?.closest('li') ?? document.activeElement)?.nextElementSibling"
        )
        page.keyboard.press("ArrowRight" if is_in_row and not is_last else "Tab")
    return False


def wait_for_worker(page: Page) -> None:
    """Wait until the service worker serves the page. If it cannot be installed, the next visit tries again."""
    for _ in range(2):
        with suppress(AssertionError):
            await_that(lambda: page.evaluate(_IS_SERVED), _INSTALLED)
            return
        page.reload()
    await_that(lambda: page.evaluate(_IS_SERVED), _INSTALLED)


class Visitor:
    """A device with one person. *device* is PHONE, DESKTOP, or options of a browser context."""

    def __init__(self, browser: Browser, url: str, **device: Any) -> None:
        self.url = url
        self.context: BrowserContext = browser.new_context(
            base_url=url, reduced_motion="reduce", locale="en-GB", **(device or DESKTOP)
        )
        self.context.set_default_timeout(20_000)
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


_SEEN: Final = """() => {
    const all = (found) => [...document.querySelectorAll(found)];
    const buttons = all(".actions button:enabled");
    const words = buttons.filter((button) => button.matches(".word"));
    const dialog = document.querySelector("dialog[open] .answers");
    return {
        isOver: document.querySelector(".end") !== null,
        asked: dialog?.classList[1] ?? null,
        answers: all("dialog[open] .answers button").map(({ dataset }) => dataset.value),
        hand: all(".held").map(({ dataset }) => dataset.card),
        legal: all('.held[aria-disabled="false"][aria-pressed="false"]').map(({ dataset }) => dataset.card),
        isPicked: buttons.some((button) => button.matches(".primary")),
        unsaid: words.some((word) => word.ariaPressed === "true") ? [] : words.map(({ dataset }) => dataset.word),
        isFaceUp: buttons.some((button) => button.matches('.blind[aria-pressed="false"]')),
        moves: buttons.filter(({ dataset }) => dataset.move).map(({ className, dataset }) => [className, dataset.move]),
        lists: all(".actions select:enabled").length,
        address: location.pathname,
        last: document.querySelector(".lines")?.innerText ?? "",
    };
}"""


class Hands:
    """A person's hands at one table: they tap what the page offers, the special before the plain."""

    def __init__(self, page: Page, seed: int, *, is_touch: bool = False, is_silent: bool = False) -> None:
        self.page, self._chance, self._is_touch = page, random.Random(seed), is_touch
        self._is_silent = is_silent  # whether this person forgets all announcements
        self.done: Counter[str] = Counter()
        """What this person did, by a word for each kind: ``several cards``, ``say``, ``nominate a suit``."""
        self.last = ""
        """What the page showed at the last look."""

    @property
    def is_over(self) -> bool:
        """Whether the page shows the end of the game."""
        return self.page.locator(".end").is_visible()

    def act(self) -> bool:
        """Do one thing that is offered. Return whether there was any."""
        seen = self.page.evaluate(_SEEN)
        self.last = seen["address"] + seen["last"]
        if seen["answers"]:
            return self._answer(seen)
        if seen["isFaceUp"]:
            return self._tap(".actions .blind", "face down")
        for kind, move in seen["moves"]:
            if kind == "accuse":
                return self._tap(f'.actions [data-move="{move}"]', kind)
        if seen["unsaid"] and not self._is_silent:  # only one word is said with a play
            return self._tap('.actions .word[aria-pressed="false"]', f"say {seen['unsaid'][0]}")
        if seen["legal"]:
            # As many cards at once as can be added to the first one. They cover each other, but not the index.
            card = self._chance.choice(seen["legal"])
            found = f'.held[data-card="{card}"][aria-disabled="false"][aria-pressed="false"]'
            return self._tap(found, "several cards" if seen["isPicked"] else "card", at=self._chance.choice(_INDEXES))
        if seen["isPicked"]:
            return self._tap(".actions .primary", "play")
        if seen["moves"]:
            kind, move = self._chance.choice(seen["moves"])
            return self._tap(f'.actions [data-move="{move}"]', kind)
        if seen["lists"]:
            self.page.locator(".actions select").first.select_option(index=1)
        return bool(seen["lists"])

    def press_button(self, name: str) -> None:
        """Press a button of the page, and wait until it is gone."""
        found = self.page.get_by_role("button", name=name)
        found.tap() if self._is_touch else found.click()
        found.wait_for(state="detached")

    def _answer(self, seen: dict[str, Any]) -> bool:
        """Answer what a play leaves open. Of suits and ranks, choose what they hold most of, as people do."""
        what, value = seen["asked"], self._chance.choice(seen["answers"])
        if what == "nominate":
            value = max(seen["answers"], key=lambda value: sum(value in card for card in seen["hand"]))
            what = f"nominate a {'suit' if value in 'CDHS' else 'rank'}"
        return self._tap(f'dialog[open] .answers [data-value="{value}"]', what)

    def _tap(self, selector: str, what: str, *, at: Position | None = None) -> bool:
        # The table may move on between the look and the tap: then there is nothing to tap any more. A locator waits for
        # another one like it, but what has been found fails at once when it is gone.
        if found := self.page.query_selector(f"{selector}:enabled"):
            with suppress(Error):
                tap = found.tap if self._is_touch else found.click
                tap(timeout=_PATIENCE, position=at)
                self.done[what] += 1
        return True
