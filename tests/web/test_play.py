"""Whole games by clicks and taps alone, on a phone and on a desktop."""

import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.visitor import DESKTOP, PHONE, Hands, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

_LONGEST: Final = 200
"""Seconds. On a quiet machine a game takes about ten."""
Visit = Callable[..., Visitor]
_PLAYED: Final = {"phone": ("mau_mau",), "desktop": ("mau_mau",)}


def opened(visitor: Visitor, variant: str, **asked: Any) -> str:
    """Make a game over the API with the account of the page, and return its address. Its bot answers at once."""
    request = {"variant": variant, "seats": 2, "bots": ["novice"], "visibility": "private", "bot_pause": 0, **asked}
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


@pytest.mark.parametrize(("device", "form"), [("phone", PHONE), ("desktop", DESKTOP)], ids=["phone", "desktop"])
def test_a_guest_plays_whole_games_by_clicks_and_taps(visit: Visit, device: str, form: dict[str, Any]) -> None:
    visitor = visit(**form)
    as_guest(visitor)
    tables = [
        Hands(visitor.open_tab(opened(visitor, variant)), seed, is_touch=device == "phone")
        for seed, variant in enumerate(_PLAYED[device])
    ]
    visitor.page.close()
    until = time.monotonic() + _LONGEST
    playing = list(tables)
    while playing:
        assert time.monotonic() < until, [hands.page.locator("main").inner_text() for hands in playing]
        for hands in playing:
            hands.act()
        playing = [hands for hands in playing if not hands.is_over]
    for hands in tables:
        expect(hands.page.locator(".end h2")).to_contain_text("win")
        expect(hands.page.locator(".places li")).to_have_count(2)
