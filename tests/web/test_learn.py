"""A newcomer learns a game while they play it."""

import re
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import pytest
from playwright.sync_api import Page, TimeoutError, expect  # noqa: A004

from tests.web.hands import Hands, play_until
from tests.web.visitor import LONG, PHONE, Visitor, axe_findings

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_SOON: Final = 5_000
"""Milliseconds in which an explanation that is there can be tapped."""
_ENDS_ABOVE: Final = """() => {
    const [text, legal] = [".explained", ".own .actions"].map((found) => document.querySelector(found));
    return text.getBoundingClientRect().bottom <= legal.getBoundingClientRect().top;
}"""


def look_at_example(page: Page) -> None:
    """Close the example of an explanation. The explanation and the cards stay in the page while the table moves on."""
    dialog = page.locator("dialog[open]")
    expect(dialog.locator(".example .felt")).to_be_visible()
    dialog.get_by_role("button", name="Close").tap()
    expect(dialog).to_have_count(0)
    explained = page.locator(".explained")
    assert page.evaluate(_ENDS_ABOVE)
    expect(page.locator(".own .rail")).to_be_visible()
    expect(page.get_by_role("status").filter(has=explained)).to_be_visible()
    assert axe_findings(page) == []


def lesson(page: Page) -> bool:
    """Play a first game, until three explanations and an example have been seen. Return whether they were."""
    page.goto("/")
    page.get_by_role("button", name="Learn as you play").tap()
    explained = page.locator(".explained")
    hands = Hands(page, 3, is_touch=True)
    example = page.get_by_role("button", name="Example", exact=True)
    texts: list[str] = []
    examples: list[str] = []

    def is_explained() -> bool:
        # A card that asks for a suit may have opened its question over the explanation: it is answered first.
        while explained.is_visible() and not page.locator("dialog[open]").count():
            with suppress(TimeoutError):  # a move that was still on its way takes the explanation with it
                text = explained.locator(".said").inner_text(timeout=_SOON)
                if not examples and example.is_visible():  # few explanations have none
                    example.tap(timeout=_SOON)
                    look_at_example(page)
                    examples.append(text)
                page.get_by_role("button", name="Got it").tap(timeout=_SOON)
                texts.append(text)
        return hands.is_over or (bool(examples) and len(texts) > 2)

    play_until(is_explained, [hands], LONG)
    assert len({*texts}) == len(texts)
    assert all(re.search(r"[A-Z]{1,3}-\d+$", text) for text in texts), texts
    return not hands.is_over


def test_the_first_game_explains_each_thing_once_and_covers_no_card(visit: Visit) -> None:
    until = time.monotonic() + 2 * LONG
    page = visit(**PHONE).page
    while not lesson(page):  # what there was to explain was not enough: the next person has other cards
        assert time.monotonic() < until
        page = visit(**PHONE).page
    page.get_by_role("button", name="Rules and more").tap()
    page.get_by_label("Explain as I play").tap()
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    expect(page.locator(".explained")).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.looks).explains") is False
