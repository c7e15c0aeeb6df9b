"""Games to look back at, to check and to share, in a browser."""

from collections.abc import Callable
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.config.service import await_that
from tests.web.tables import (
    asked_of_the_api,
    await_turn,
    become_guest,
    lines,
    move_by_api,
    open_from_form,
    opened,
    resign_by_api,
)
from tests.web.visitor import DESKTOP, LONG, PHONE, Visitor, axe_findings, painted, press_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_NUMBER: Final = ".controls .number"


def place(page: Page) -> tuple[int, int]:
    """Return the version that a replay shows, and the last one."""
    shown, last = page.locator(_NUMBER).inner_text().split(" / ")
    return int(shown), int(last)


def ended(visit: Visit, device: dict[str, Any], **asked: Any) -> Page:
    """Play some moves of a game, and give up. Return the page with its end."""
    visitor = visit(**device)
    page = visitor.page
    become_guest(visitor)
    page.goto(opened(visitor, "mau_mau", **asked))
    for _ in range(3):
        move_by_api(page)
    resign_by_api(page)
    page.locator(".end").wait_for()
    return page


def test_a_game_is_looked_back_at_and_checked(visit: Visit, tmp_path: Path) -> None:
    page = ended(visit, DESKTOP, visibility="public")
    page.get_by_role("link", name="Look back").click()
    page.locator(".moves li").first.wait_for()
    first, last = place(page)
    painted(page)
    page.keyboard.press("ArrowRight")
    await_that(lambda: place(page)[0] > first and page.url.endswith(f"#{place(page)[0]}"))
    caption = page.locator(".moves [aria-current] span").inner_text()
    expect(page.locator(".caption")).to_have_text(caption)
    moved, _ = place(page)
    assert first < moved < last
    expect(page).to_have_url(page.url.partition("#")[0] + f"#{moved}")
    page.keyboard.press("End")
    expect(page.locator(_NUMBER)).to_have_text(f"{last} / {last}")
    page.keyboard.press("Home")
    page.keyboard.press(" ")  # it plays to the end by itself
    expect(page.locator(_NUMBER)).to_have_text(f"{last} / {last}", timeout=LONG * 1000)
    page.locator(".moves button").filter(has_text=caption).first.click()
    expect(page.locator(".caption")).to_have_text(caption)

    hands = page.locator(".opponent .fan.open")
    expect(hands).to_have_count(1)
    page.get_by_role("button", name="All cards open").click()
    expect(hands).to_have_count(0)
    page.get_by_label("Look from the seat of").select_option(index=1)
    expect(page.locator(".own .turn b")).to_have_text("Clever")
    assert axe_findings(page) == []
    assert press_by_keys(page, '[data-tab="time"]')
    expect(page.locator(".timing tbody tr")).to_have_count(2)
    assert axe_findings(page) == []
    assert press_by_keys(page, '[data-tab="fairness"]')
    expect(page.locator(".verdict")).to_contain_text("Not proved No seat gave a nonce of its own")
    expect(page.locator(".fairness .fails")).to_have_count(0)
    expect(page.get_by_text("this is the game that you played")).to_be_visible()
    assert axe_findings(page) == []
    assert press_by_keys(page, '[data-tab="share"]')
    page.get_by_role("button", name="Save as text").wait_for()
    assert axe_findings(page) == []
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save as text").click()
    saved.value.save_as(tmp_path / "record.txt")
    assert (tmp_path / "record.txt").read_text().startswith('[Site "Mau-Mau"]')


def test_the_page_gives_and_keeps_a_nonce_at_every_table(visit: Visit) -> None:
    page, game = visit(**DESKTOP).page, ""
    for verdict in ("As far as you can know Your nonce is in", "Proved"):
        page.goto("/new")
        if verdict == "Proved":
            page.get_by_text("Absent players, sealed chance").click()
            page.get_by_role("switch", name="Sealed chance").check()
        else:
            page.get_by_role("button", name="One seat less").click()
        game = open_from_form(page)["id"]
        page.locator(".held").first.wait_for()
        resign_by_api(page)
        page.locator(".end").wait_for()
        page.goto(f"/g/{game}#replay")
        page.locator(".moves li").first.wait_for()
        assert press_by_keys(page, '[data-tab="fairness"]')
        expect(page.locator(".verdict")).to_contain_text(verdict)

    page.goto(f"/g/{game}")
    page.get_by_role("button", name="Play again").click()
    page.locator(".held").first.wait_for()
    following = page.url.rsplit("/", 1)[1]
    kept = page.evaluate("(id) => localStorage[`nonce:${id}`]", following)
    assert following != game
    assert kept in asked_of_the_api(page, f"/games/{following}/fairness")["nonces"]


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
    expect(stranger.get_by_label("Your note at this move")).to_have_count(0)
    stranger.get_by_role("tab", name="Expert").click()
    stranger.get_by_role("button", name="Ask the expert").click()  # whoever has no account gets one of a guest
    asked = stranger.locator(".expert").filter(has_not=stranger.locator("progress, .question"))
    asked.locator(".choice").wait_for(timeout=LONG * 1000)
    stranger.get_by_role("slider").press("End")
    best = stranger.locator(".expert .choice li")
    expect(best.filter(has_text="played")).to_have_count(1)
    assert 2 <= best.count() <= 4
    expect(stranger.get_by_role("img", name="could expect after each move")).to_be_visible()
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
    become_guest(player)
    address = opened(player, "mau_mau", visibility="public")
    table = player.page
    table.goto(address)
    stranger = visit(**PHONE).page
    stranger.goto(address)
    expect(stranger.locator(".opponent")).to_have_count(2)
    await_turn(table)
    before = len(lines(table))
    expect(stranger.locator(".lines li")).to_have_count(before)
    move_by_api(table)
    expect(stranger.locator(".lines li").nth(before)).to_be_visible()
    expect(stranger.locator(".own")).to_have_count(0)
    assert stranger.evaluate("localStorage.getItem('session')") is None
    resign_by_api(table)
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
