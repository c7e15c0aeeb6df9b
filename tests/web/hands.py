"""A person's hands at a table: they tap what the page offers."""

import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any, Final

from playwright.sync_api import ElementHandle, Error, Page, Position

_PATIENCE: Final = 5_000
"""Milliseconds in which a tap is done. If something else came over it, the hands look again."""
PAUSE: Final = 0.1
"""Seconds between two looks at tables that offer nothing."""
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
        last: all(".lines li").slice(-3).map(({ textContent }) => textContent).join(" / "),
    };
}"""
_FREE: Final = """async (card, chance) => {
    const passing = document.getAnimations().filter(({ effect }) => effect.getComputedTiming().iterations !== Infinity);
    await Promise.allSettled(passing.map(({ finished }) => finished));
    card.scrollIntoView({ block: "nearest", inline: "nearest" });
    const { left, top, width, height } = card.getBoundingClientRect();
    const steps = [...Array(14).keys()];
    const [x, y] = [(column) => (width * (column + 1)) / 15, (row) => (height * (row + 1)) / 15];
    const isFree = steps.map((row) => steps.map((column) =>
        card.contains(document.elementFromPoint(left + x(column), top + y(row)))));
    const free = steps.flatMap((row) => steps.filter((column) => isFree[row][column]).map((column) => [row, column]));
    const inner = free.filter(([row, column]) =>
        isFree[row - 1]?.[column] && isFree[row + 1]?.[column] && isFree[row][column - 1] && isFree[row][column + 1]);
    const found = inner[Math.floor(inner.length * chance)] ?? free[0];
    return found ? { x: x(found[1]), y: y(found[0]), left, top } : null;
}"""
"""A place of a card that no other one covers, and that is not at its edge: it depends on how the cards are tilted."""


def free_place(card: ElementHandle, chance: float = 0.5) -> dict[str, float] | None:
    """Return where a card can be touched, from the corner of its box, and where the box is. None if it is covered.

    *chance* is from 0 to 1: people touch a card here or there.
    """
    found: dict[str, float] | None = card.evaluate(_FREE, chance)
    return found


class Hands:
    """They do one thing after the other, the special before the plain."""

    def __init__(self, page: Page, seed: int, *, is_touch: bool = False, is_silent: bool = False) -> None:
        self.page, self._chance, self._is_touch = page, random.Random(seed), is_touch
        self._is_silent = is_silent  # whether this person forgets all announcements
        self.done: Counter[str] = Counter()
        """What this person did, by a word for each kind: ``several cards``, ``say``, ``nominate a suit``."""
        self.last = ""
        """At which table they were at the last look, and what had happened there last."""
        self.is_over = False
        """Whether the page showed the end of the game at the last look."""

    def act(self) -> bool:
        """Do one thing that is offered. Return whether there was any."""
        seen = self.page.evaluate(_SEEN)
        self.last = seen["address"] + seen["last"]
        self.is_over = seen["isOver"]
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
            # As many cards at once as can be added to the first one.
            card = self._chance.choice(seen["legal"])
            found = f'.held[data-card="{card}"][aria-disabled="false"][aria-pressed="false"]'
            return self._tap(found, "several cards" if seen["isPicked"] else "card", is_card=True)
        if seen["isPicked"]:
            return self._tap(".actions .primary", "play")
        if seen["moves"]:
            kind, move = self._chance.choice(seen["moves"])
            return self._tap(f'.actions [data-move="{move}"]', kind)
        if seen["lists"]:
            with suppress(Error):
                self.page.locator(".actions select").first.select_option(index=1, timeout=_PATIENCE)
        return bool(seen["lists"])

    def press_button(self, name: str) -> None:
        """Press a button of the page, and wait until it is gone."""
        found = self.page.get_by_role("button", name=name)
        found.tap() if self._is_touch else found.click()
        found.wait_for(state="detached")
        self.is_over = False

    def _answer(self, seen: dict[str, Any]) -> bool:
        """Answer what a play leaves open. Of suits and ranks, choose what they hold most of, as people do."""
        what, value = seen["asked"], self._chance.choice(seen["answers"])
        if what == "nominate":
            value = max(seen["answers"], key=lambda value: sum(value in card for card in seen["hand"]))
            what = f"nominate a {'suit' if value in 'CDHS' else 'rank'}"
        return self._tap(f'dialog[open] .answers [data-value="{value}"]', what)

    def _tap(self, selector: str, what: str, *, is_card: bool = False) -> bool:
        # The table may move on between the look and the tap: then there is nothing to tap any more. A locator waits for
        # another one like it, but what has been found fails at once when it is gone.
        with suppress(Error):
            if found := self.page.query_selector(f"{selector}:enabled"):
                place = free_place(found, self._chance.random()) if is_card else None
                if is_card and place is None:
                    return True
                tap = found.tap if self._is_touch else found.click
                tap(timeout=_PATIENCE, position=Position(x=place["x"], y=place["y"]) if place else None)
                self.done[what] += 1
        return True


def play_until(is_done: Callable[[], object], hands: Sequence[Hands], seconds: float) -> None:
    """Let all hands act at their tables until something holds. Fail if it does not hold in time."""
    until = time.monotonic() + seconds
    while not is_done():
        assert time.monotonic() < until, [(each.done, each.last) for each in hands]
        acted = [each.act() for each in hands]
        if not any(acted):
            time.sleep(PAUSE)
