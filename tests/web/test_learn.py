"""A newcomer learns a game while they play it."""

import re
from collections.abc import Callable
from contextlib import suppress
from typing import Final

import pytest
from playwright.sync_api import Page, TimeoutError, expect  # noqa: A004

from tests.config.service import await_that
from tests.web.visitor import PHONE, Hands, Visitor, axe_findings

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_SOON: Final = 5_000
"""Milliseconds."""


def look_at_example(page: Page) -> None:
    """Close the example of an explanation. The explanation and the cards stay in the page while the table moves on."""
    expect(page.locator("dialog[open] .example .felt")).to_be_visible()
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    explained = page.locator(".explained")
    legal, text = page.locator(".own .actions").bounding_box(), explained.bounding_box()
    assert legal is not None
    assert text is not None
    assert text["y"] + text["height"] <= legal["y"]
    assert page.locator(".own .rail").is_visible()
    expect(page.get_by_role("status").filter(has=explained)).to_be_visible()
    assert axe_findings(page) == []


def test_the_first_game_explains_each_thing_once_and_covers_no_card(visit: Visit) -> None:
    page = visit(**PHONE).page
    page.goto("/")
    page.get_by_role("button", name="Learn as you play").tap()
    explained = page.locator(".explained")
    hands = Hands(page, 3, is_touch=True)
    example = page.get_by_role("button", name="Example", exact=True)
    texts: list[str] = []
    examples: list[str] = []

    def is_explained() -> bool:
        # A card that asks for a suit may have opened its question over the explanation: it is answered first.
        if not explained.is_visible() or page.locator("dialog[open]").count():
            hands.act()
            return hands.is_over
        with suppress(TimeoutError):  # a move that was still on its way takes the explanation with it
            text = explained.locator(".said").inner_text(timeout=_SOON)
            if not examples and example.is_visible():  # few explanations have none
                example.tap(timeout=_SOON)
                look_at_example(page)
                examples.append(text)
            page.get_by_role("button", name="Got it").tap(timeout=_SOON)
            texts.append(text)
        return bool(examples) and len(texts) > 2

    await_that(is_explained, 120.0)
    assert examples, "no explanation came with an example"
    assert len({*texts}) == len(texts)
    assert all(re.search(r"[A-Z]{1,3}-\d+$", text) for text in texts), texts
    page.get_by_role("button", name="Rules and more").tap()
    page.get_by_label("Explain as I play").tap()
    page.locator("dialog[open]").get_by_role("button", name="Close").tap()
    expect(explained).to_have_count(0)
    assert page.evaluate("JSON.parse(localStorage.looks).explains") is False
