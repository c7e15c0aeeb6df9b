"""Whole games by clicks and taps alone, on a phone and on a desktop."""

import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import DESKTOP, PHONE, Hands, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

_PATIENCE: Final = 120
"""Seconds in which something must happen at one of the tables."""
Visit = Callable[..., Visitor]
_DEVICES: Final[dict[str, dict[str, Any]]] = {"phone": PHONE, "desktop": DESKTOP}
_PLAYED: Final[dict[str, dict[str, tuple[dict[str, Any], set[str]]]]] = {
    "phone": {
        "prsi": ({"options": {"blind": True}}, {"face down", "claim", "challenge"}),
        "pesten": ({"options": {"deal": 5}}, {"nominate a suit"}),
        "macau": ({}, {"several cards", "nominate a rank"}),  # it ends with two deals won
        "haft_khabis": ({"seats": 3, "bots": ["novice", "clever"]}, {"target"}),
        "faraon": ({}, {"several cards", "nominate a suit"}),  # it ends with five deals lost
    },
    "desktop": {
        "mau_mau": ({}, {"say mau"}),
        "tschau_sepp": ({"bots": ["novice"]}, {"say tschau"}),
        "101": ({"options": {"queen_value": 20}}, {"nominate a suit"}),  # it ends with 101 points
        "crazy_eights": ({"options": {"max_draw_cards": 1}}, {"nominate a suit"}),
    },
}
"""For each device: variants with the terms of a short game, and what is special in them, which must be done."""


def opened(visitor: Visitor, variant: str, **asked: Any) -> str:
    """Make a game over the API with the account of the page, and return its address. Its bot answers at once."""
    request = {"variant": variant, "seats": 2, "bots": ["clever"], "visibility": "private", "bot_pause": 0, **asked}
    made = visitor.page.evaluate(
        """async (request) => {
            const { access } = JSON.parse(localStorage.getItem("session"));
            const headers = {
                Authorization: `Bearer ${access}`, "Content-Type": "application/json",
                "Idempotency-Key": crypto.randomUUID(),
            };
            const answer = await fetch("/api/v1/games", { method: "POST", headers, body: JSON.stringify(request) });
            return answer.json();
        }""",
        request,
    )
    assert "id" in made, made
    return f"/g/{made['id']}"


def as_guest(visitor: Visitor) -> Page:
    """Come to the page and play at once. Return the page with the table."""
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.locator(".held").first.wait_for()
    return visitor.page


class Seated:
    """A guest at a table of a variant, who plays until all that is special in it has been done."""

    def __init__(self, visitor: Visitor, variant: str, *, is_touch: bool) -> None:
        """Come to the page, and make a table with a short game."""
        terms, self._special = _PLAYED["phone" if is_touch else "desktop"][variant]
        self._variant = variant
        self._page = as_guest(visitor)
        self._page.goto(opened(visitor, variant, **terms))
        self._hands = Hands(self._page, 1, is_touch=is_touch)
        self._last, self._moved = "", time.monotonic()

    def act(self) -> bool:
        """Do what is offered, if there is any. Return whether all is done that this guest came for."""
        hands = self._hands
        hands.act()
        if hands.is_over:
            check_end(self._page)
            if self._special <= hands.done.keys():
                return True
            # What is special in the variant was not legal in this game: they play again.
            hands.press_button("Play again")
        if hands.last != self._last:
            self._last, self._moved = hands.last, time.monotonic()
        assert time.monotonic() < self._moved + _PATIENCE, (self._variant, hands.done, self._last)
        return False


@pytest.mark.parametrize("device", _DEVICES)
def test_guests_play_whole_games_by_clicks_and_taps(visit: Visit, device: str) -> None:
    # All at the same time: most of a game is waiting for bots, which leave people time to speak.
    guests = [Seated(visit(**_DEVICES[device]), variant, is_touch=device == "phone") for variant in _PLAYED[device]]
    while guests:
        guests = [guest for guest in guests if not guest.act()]


def check_end(page: Page) -> None:
    """Check what the page shows of a game that is over."""
    expect(page.locator(".end h2")).to_contain_text("win")
    expect(page.locator(".places li").first).to_contain_text("1")
    expect(page.locator(".end .reason")).to_be_visible()
