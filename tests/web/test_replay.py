"""Games to look back at, to check and to share, in a browser."""

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.test_play import as_guest, opened
from tests.web.test_table import move_by_api
from tests.web.visitor import DESKTOP, PHONE, Visitor, axe_findings

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_NUMBER: Final = ".controls .number"


def place(page: Page) -> tuple[int, int]:
    """Return the version that a replay shows, and the last one."""
    shown, last = page.locator(_NUMBER).inner_text().split(" / ")
    return int(shown), int(last)


def resign(page: Page) -> None:
    """Give up by the API, with the account of the page."""
    status = page.evaluate(
        """async () => {
            const { access } = JSON.parse(localStorage.getItem("session"));
            const headers = { Authorization: `Bearer ${access}`, "Idempotency-Key": crypto.randomUUID() };
            const address = `/api/v1${location.pathname.replace("/g/", "/games/")}/resignation`;
            return (await fetch(address, { method: "POST", headers })).status;
        }"""
    )
    assert status == 201


def ended(visit: Visit, device: dict[str, Any], **asked: Any) -> Page:
    """Play some moves of a game, and give up. Return the page with its end."""
    visitor = visit(**device)
    as_guest(visitor)
    page = visitor.open_tab(opened(visitor, "mau_mau", **asked))
    for moves in range(1, 4):
        page.locator('.held[aria-disabled="false"], .actions button:enabled:not([aria-pressed])').first.wait_for()
        before = page.locator(".lines li").count()
        move_by_api(page)
        expect(page.locator(".lines li").nth(before)).to_be_visible()
        if page.locator(".end").is_visible():
            break
        assert moves < 4
    if not page.locator(".end").is_visible():
        resign(page)
    page.locator(".end").wait_for()
    return page


def open_by_keys(page: Page, tab: str) -> None:
    """Go to a panel of a replay by the keyboard alone."""
    page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.role") != "tab":
        page.keyboard.press("Tab")
    while page.evaluate("document.activeElement.textContent") != tab:
        page.keyboard.press("ArrowRight")


def test_a_game_is_looked_back_at_and_checked(visit: Visit, tmp_path: Path) -> None:
    page = ended(visit, DESKTOP, visibility="public")
    page.get_by_role("link", name="Look back").click()
    page.locator(".moves li").first.wait_for()
    first, last = place(page)
    page.keyboard.press("ArrowRight")
    expect(page.locator(_NUMBER)).not_to_have_text(f"{first} / {last}")
    moved, _ = place(page)
    assert first < moved < last
    expect(page).to_have_url(page.url.partition("#")[0] + f"#{moved}")
    caption = page.locator(".caption").inner_text()
    assert caption == page.locator(".moves [aria-current] span").inner_text()
    page.keyboard.press("End")
    expect(page.locator(_NUMBER)).to_have_text(f"{last} / {last}")
    page.keyboard.press("Home")
    page.keyboard.press(" ")  # it plays to the end by itself
    expect(page.locator(_NUMBER)).to_have_text(f"{last} / {last}", timeout=120_000)
    page.locator(".moves button").filter(has_text=caption).first.click()
    expect(page.locator(".caption")).to_have_text(caption)

    hands = page.locator(".opponent .fan.open")
    expect(hands).to_have_count(1)
    page.get_by_role("button", name="All cards open").click()
    expect(hands).to_have_count(0)
    page.get_by_label("Look from the seat of").select_option(index=1)
    expect(page.locator(".own .turn b")).to_have_text("Clever")
    assert axe_findings(page) == []
    open_by_keys(page, "Time")
    assert page.locator(".timing tbody tr").count() == 2
    assert axe_findings(page) == []
    open_by_keys(page, "Fairness")
    expect(page.locator(".verdict")).to_contain_text("The cards were fair.")
    assert page.locator(".fairness .fails").count() == 0
    assert page.get_by_text("This is the game that you played").is_visible()
    assert axe_findings(page) == []
    open_by_keys(page, "Share")
    assert axe_findings(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as text").click()
    saved.value.save_as(tmp_path / "record.txt")
    assert (tmp_path / "record.txt").read_text().startswith('[Site "Mau-Mau"]')


def test_a_private_game_is_shared_by_a_link_that_is_taken_back(visit: Visit) -> None:
    page = ended(visit, {**PHONE, "color_scheme": "dark"})
    assert axe_findings(page) == []
    page.get_by_role("button", name="Share").click()
    page.get_by_role("button", name="Make a secret link").click()
    link = page.get_by_label("Secret link").input_value()
    visitor = visit(**DESKTOP)
    without = visitor.open_tab(link.partition("#")[0])
    expect(without.get_by_role("heading")).to_have_text("There is no such game for you")
    stranger = visitor.open_tab(link)
    stranger.locator(".moves li").first.wait_for()
    page.get_by_role("button", name="Close", exact=True).click()
    page.get_by_role("link", name="Look back").click()
    page.get_by_role("tab", name="Notes").click()
    page.get_by_label("Your note at this move").fill("This was <b>luck</b>.")
    page.get_by_role("button", name="Save the note").click()
    expect(page.locator(".notes li")).to_contain_text("This was <b>luck</b>.")
    assert axe_findings(page) == []
    stranger.get_by_role("tab", name="Notes").click()
    expect(stranger.locator(".notes li")).to_contain_text("This was <b>luck</b>.")
    assert stranger.get_by_label("Your note at this move").count() == 0
    stranger.get_by_role("tab", name="Expert").click()
    stranger.get_by_role("button", name="Ask the expert").click()  # whoever has no account gets one of a guest
    stranger.locator(".expert progress").wait_for(state="detached", timeout=60_000)
    stranger.keyboard.press("End")
    best = stranger.locator(".expert .choice li")
    expect(best.filter(has_text="played")).to_have_count(1)
    assert 2 <= best.count() <= 4
    assert stranger.get_by_role("img", name="could expect after each move").is_visible()
    assert axe_findings(stranger) == []
    page.get_by_role("tab", name="Expert").click()
    page.get_by_role("slider").press("End")
    best = page.locator(".expert .choice li")
    expect(best.filter(has_text="played")).to_have_count(1)
    assert axe_findings(page) == []
    page.get_by_role("tab", name="Share").click()
    page.get_by_role("button", name="Take it back").click()
    page.get_by_role("button", name="Make a secret link").wait_for()
    stranger.reload()
    expect(stranger.get_by_role("heading")).to_have_text("There is no such game for you")


def test_who_is_not_signed_in_watches_a_public_game(visit: Visit, tmp_path: Path) -> None:
    player = visit(**DESKTOP)
    as_guest(player)
    address = opened(player, "mau_mau", visibility="public")
    table = player.open_tab(address)
    stranger = visit(**PHONE).page
    stranger.goto(address)
    expect(stranger.locator(".opponent")).to_have_count(2)
    table.locator('.held[aria-disabled="false"], .actions button:enabled:not([aria-pressed])').first.wait_for()
    before = stranger.locator(".lines li").count()
    move_by_api(table)
    expect(stranger.locator(".lines li").nth(before)).to_be_visible()
    assert stranger.locator(".own").count() == 0
    assert stranger.evaluate("localStorage.getItem('session')") is None
    resign(table)
    stranger.get_by_role("button", name="Play the game").wait_for()

    # It can be shown in a page of another site, where browsers deny a frame what it has stored.
    (tmp_path / "index.html").write_text(f'<iframe src="{player.url}{address.replace("/g/", "/embed/")}" height="600">')
    with ThreadingHTTPServer(("127.0.0.1", 0), partial(SimpleHTTPRequestHandler, directory=tmp_path)) as other:
        Thread(target=other.serve_forever).start()
        stranger.goto(f"http://localhost:{other.server_port}/")
        other.shutdown()
    replay = stranger.frame_locator("iframe")
    replay.get_by_role("button", name="One step forward").click()
    expect(replay.locator(".caption")).not_to_be_empty()
