"""A whole game by taps on a phone and another by clicks on a desktop, from the address of the page to the end.

`make test` runs this file alone of those in this directory.
"""

from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Locator, Page

from tests.web.hands import Hands, play_until
from tests.web.tables import TABLE, await_turn, check_end, lines
from tests.web.visitor import DESKTOP, LONG, PHONE, Visitor, axe_findings

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_HOUSE_RULES: Final = {"Cards in a deal": "8", "Cards to draw in a turn": "1"}
"""Rules of a short game."""
_CARDS: Final = "cards => cards.map(({ dataset }) => dataset.card)"


def press(found: Locator, *, is_touch: bool) -> None:
    found.tap() if is_touch else found.click()


def come(page: Page, *, is_touch: bool) -> Hands:
    """Come to the page, and choose a short game with one bot."""
    page.goto("/new?variant=crazy_eights")
    press(page.get_by_role("button", name="One seat less"), is_touch=is_touch)
    press(page.get_by_text("House rules"), is_touch=is_touch)
    for label, number in _HOUSE_RULES.items():
        field = page.get_by_label(label)
        field.fill(number)
        field.press("Tab")
    press(page.get_by_role("button", name="Deal the cards"), is_touch=is_touch)
    page.wait_for_url(TABLE)
    return Hands(page, 1, is_touch=is_touch)


def shown(page: Page) -> tuple[list[str], list[str]]:
    """Return the cards and the lines that a table shows, when it is the person's turn."""
    await_turn(page)
    cards: list[str] = page.locator(".table [data-card]").evaluate_all(_CARDS)
    return cards, lines(page)


def test_a_game_on_a_phone_and_one_on_a_desktop_are_played_to_the_end(visit: Visit) -> None:
    phone, desktop = visit(**PHONE, service_workers="allow").page, visit(**DESKTOP).page
    hands = [come(phone, is_touch=True), come(desktop, is_touch=False)]
    await_turn(phone)
    assert axe_findings(phone) == []
    play_until(lambda: all(each.done.total() > 1 for each in hands), hands, LONG)
    for each in hands:
        before = shown(each.page)
        each.page.reload()
        assert shown(each.page) == before
    play_until(lambda: all(each.is_over for each in hands), hands, LONG)
    for each in hands:
        check_end(each.page)
    assert axe_findings(desktop) == []
