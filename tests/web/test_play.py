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


@pytest.mark.parametrize(
    ("device", "variant"), [(device, variant) for device in _PLAYED for variant in _PLAYED[device]]
)
def test_a_guest_plays_a_whole_game_by_clicks_and_taps(visit: Visit, device: str, variant: str) -> None:
    terms, special = _PLAYED[device][variant]
    visitor = visit(**_DEVICES[device])
    page = as_guest(visitor)
    page.goto(opened(visitor, variant, **terms))
    hands = Hands(page, 1, is_touch=device == "phone")
    last, moved, games = "", time.monotonic(), 0
    while True:
        hands.act()
        if hands.is_over:
            check_end(page)
            games += 1
            if special <= hands.done.keys():
                return
            # What is special in the variant was not legal in this game: they play again.
            hands.press_button("Play again")
        if hands.last != last:
            last, moved = hands.last, time.monotonic()
        assert time.monotonic() < moved + _PATIENCE, (games, hands.done, last)


def check_end(page: Page) -> None:
    """Check what the page shows of a game that is over."""
    expect(page.locator(".end h2")).to_contain_text("win")
    expect(page.locator(".places li").first).to_contain_text("1")
    expect(page.locator(".end .reason")).to_be_visible()
