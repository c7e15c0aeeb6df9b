"""Rules, variants of players, and standings, as a person finds them on the page."""

import re
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import PHONE, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_PUBLISHED: Final = 60_000
"""Milliseconds in which 1,000 random deals are played, also on a busy machine."""


def write(page: Page, text: str) -> None:
    """Put a text in place of what the editor holds, as somebody does who pastes it."""
    editor = page.get_by_role("textbox", name="Rules in TOML")
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def test_a_rule_book_shows_cards_options_and_examples(visit: Visit) -> None:
    page = visit(**PHONE).page
    page.goto("/variants")
    page.get_by_role("link", name="Rules of Macau").tap()

    # A line about cards shows them.
    line = page.locator(".in-short li", has_text="4: the next player misses a turn")
    expect(line.get_by_role("img", name="4 of Spades, 4 of Hearts, 4 of Diamonds, 4 of Clubs")).to_be_visible()
    # A link to a paragraph leads to it, and its example is a picture.
    page.goto(f"{page.url}#MC-36")
    paragraph = page.locator("#MC-36")
    expect(paragraph).to_be_in_viewport()
    paragraph.locator("summary").tap()
    example = paragraph.locator(".example").first
    expect(example.locator(".felt .hands li")).not_to_have_count(0)
    expect(example.locator(".outcomes li")).not_to_have_count(0)
    # The other paragraphs that the text names are links, and nothing is wider than the phone.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_standings_and_players(visit: Visit) -> None:
    visitor = visit()
    page = visitor.page
    page.goto("/standings")
    page.get_by_role("button", name="Look around as a guest").click()
    page.get_by_label("Variant").select_option("prsi")
    expect(page.get_by_text(re.compile("^Nobody is listed yet"))).to_be_visible()
    own = page.evaluate("JSON.parse(localStorage.session).player")
    page.goto(f"/p/{own['id']}")
    expect(page.get_by_role("heading", name=own["name"])).to_be_visible()
    expect(page.get_by_text("this is you")).to_be_visible()
