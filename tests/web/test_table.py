"""A table in a browser that loses its network, that has no mouse, or that reads aloud."""

import re
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Page, Route, expect

from tests.config.service import await_that
from tests.web.speed import first_table, newcomer
from tests.web.test_play import as_guest, opened
from tests.web.visitor import DESKTOP, MOVES, PHONE, Hands, Visitor, axe_findings, press_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_LEGAL: Final = '.held[aria-disabled="false"]'
_COVERED: Final = """async () => {
    const found = [];
    const held = document.getElementsByClassName("held"); // live: an event may draw the hand anew
    for (let place = 0; ; place++) {
        await Promise.allSettled(document.getAnimations().map(({ finished }) => finished));
        const card = held[place];
        if (!card) return found;
        card.scrollIntoView({ inline: "center" });
        const { left, top, width, height } = card.getBoundingClientRect();
        let free = 0;
        for (let x = 1; x < 20; x++)
            for (let y = 1; y < 20; y++) {
                const on = document.elementFromPoint(left + (width * x) / 20, top + (height * y) / 20);
                if (card.contains(on)) free++;
                else if (!on?.closest(".rail"))
                    found.push(`${card.dataset.card} is under ${on?.outerHTML ?? "the edge"}`);
            }
        if (free < 19 * 19 / 4) found.push(`${card.dataset.card} is covered`);
    }
}"""
"""Cards that lie under another control, outside of the window, or under other cards by more than three quarters."""
_BUDGET: Final = 150 * 1024
"""Bytes as they are sent, compressed."""


def move_by_api(page: Page) -> None:
    """Make the first legal move from elsewhere, with the account of the page."""
    page.evaluate(
        """async () => {
            const { access } = JSON.parse(localStorage.getItem("session"));
            const address = `/api/v1${location.pathname.replace("/g/", "/games/")}`;
            const headers = { Authorization: `Bearer ${access}`, "Content-Type": "application/json" };
            const { turn, you } = await (await fetch(address, { headers })).json();
            const move = you.moves[0];
            headers["Idempotency-Key"] = crypto.randomUUID();
            await fetch(`${address}/moves`, { method: "POST", headers, body: JSON.stringify({ turn, move }) });
        }"""
    )


def lines(page: Page) -> list[str]:
    return page.locator(".lines li").all_inner_texts()


def test_a_move_made_offline_waits_and_is_made_once(visit: Visit) -> None:
    visitor = visit(**PHONE)
    page = as_guest(visitor)
    page.locator(MOVES).first.wait_for()
    visitor.context.set_offline(True)
    before = len(lines(page))
    hands = Hands(page, 5, is_touch=True)
    while not page.get_by_text("Your move waits").is_visible() and hands.act():
        pass
    expect(page.get_by_text("Your move waits")).to_be_visible()
    assert len(lines(page)) == before
    visitor.context.set_offline(False)
    expect(page.get_by_text("Your move waits")).to_be_hidden()
    expect(page.locator(".lines li").nth(before)).to_be_visible()
    name = page.evaluate("JSON.parse(localStorage.session).player.name")
    own = [line for line in lines(page)[before:] if line.startswith(f"{name} ")]
    assert own, lines(page)


def test_a_table_follows_what_happens_elsewhere_and_replays_it_after_sleep(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    as_guest(visitor)
    address = opened(visitor, "mau_mau")
    awake = visitor.open_tab(address)
    awake.locator(MOVES).first.wait_for()
    other = visitor.open_tab(address)
    other.locator(MOVES).first.wait_for()
    known = len(lines(awake))
    other.close()
    move_by_api(awake)
    expect(awake.locator(".lines li").nth(known)).to_be_visible()
    # The device sleeps: its page is gone. What happened meanwhile is there when it wakes up.
    seen = lines(awake)
    awake.goto("/")
    again = visitor.open_tab(address)
    expect(again.locator(".lines li").nth(len(seen) - 1)).to_be_visible()
    assert lines(again)[: len(seen)] == seen


def test_a_card_that_cannot_be_laid_says_why_with_the_rule(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    as_guest(visitor)
    for seed in range(8):
        page = visitor.open_tab(opened(visitor, "mau_mau"))
        page.locator(MOVES).first.wait_for()
        if page.locator(".held.dimmed").count() and page.locator(_LEGAL).count():
            page.locator(".held.dimmed").first.click(force=True)  # it says that it is disabled
            expect(page.locator(".refusal p").first).to_contain_text("neither the suit nor the rank")
            page.get_by_role("button", name="Why?").click()
            expect(page.locator(".refusal")).to_contain_text("MM-")
            return
        assert seed < 7, "no hand of eight had a card that does not fit"
        page.close()


def test_a_card_is_dragged_to_the_middle_or_back(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    as_guest(visitor)
    page = visitor.open_tab(opened(visitor, "crazy_eights"))
    plain = page.locator(f'{_LEGAL}:not([data-card^="8"])')
    plain.or_(page.locator('.actions [data-move="draw"]')).first.wait_for()
    while not plain.count():
        drawn = len(lines(page))
        page.locator('.actions [data-move="draw"]').click()
        expect(page.locator(".lines li").nth(drawn)).to_be_visible()  # until then, the card is not there
    known, card = len(lines(page)), plain.first.get_attribute("data-card")
    held, felt = plain.first.bounding_box(), page.locator("[data-felt]").bounding_box()
    assert held
    assert felt
    start = (held["x"] + 12, held["y"] + 16)
    middle = (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)

    def drag(*places: tuple[float, float]) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        for x, y in places:
            page.mouse.move(x, y, steps=12)
            expect(own).to_have_class(re.compile("dragged"))
        page.mouse.up()

    own = page.locator(f'.held[data-card="{card}"]')
    drag(middle, start)
    expect(own).not_to_have_class(re.compile("dragged"))
    assert len(lines(page)) == known
    expect(own).to_be_visible()
    drag(middle)
    expect(own).to_have_count(0)
    expect(page.locator(".lines li").nth(known)).to_be_visible()


def test_the_keyboard_alone_finishes_a_game(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    as_guest(visitor)
    page = visitor.open_tab(opened(visitor, "mau_mau"))

    def is_over() -> bool:
        press_by_keys(page, "dialog[open] .answers button" if page.locator("dialog[open]").count() else MOVES)
        return page.locator(".end").is_visible()

    await_that(is_over, 240.0)
    expect(page.locator(".end h2")).to_contain_text("win")


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(visit: Visit, scheme: str) -> None:
    visitor = visit(**PHONE, color_scheme=scheme)
    faults: dict[str, Any] = {}

    def inspect(page: Page, name: str) -> None:
        if found := axe_findings(page):
            faults[name] = found

    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play now").wait_for()
    inspect(visitor.page, "home")
    page = as_guest(visitor)
    page.locator(MOVES).first.wait_for()
    inspect(page, "table")
    page.get_by_role("button", name="Rules and more").click()
    page.locator("dialog[open] .summary li").first.wait_for()
    inspect(page, "menu")
    for address in ("/new", "/lobby", "/variants", "/puzzles", "/v/mau_mau", "/standings", "/inbox", "/settings"):
        page.goto(address)
        page.locator("main h1, main h2").first.wait_for()
        inspect(page, address)
    assert faults == {}


def test_no_control_covers_a_card_of_a_hand_of_any_size(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    page = as_guest(visitor)
    held = 0

    def deal(route: Route) -> None:
        # The table is real, but for the number of own cards: a player seldom holds twenty.
        answer = route.fetch()
        table = answer.json()
        table["you"]["hand"] = [f"{rank}{suit}" for suit in "CDHS" for rank in "789TJQKA"][:held]
        route.fulfill(response=answer, json=table)

    page.route(re.compile(r"/api/v1/games/[^/]+\?since"), deal)
    covered: dict[Any, list[str]] = {}
    for held in (1, 2, 5, 9, 10, 20):
        page.reload()
        expect(page.locator(".held")).to_have_count(held)
        for width, height in ((390, 844), (820, 1180), (1280, 800), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(_COVERED):
                covered[held, width, height] = found
    assert covered == {}


def test_the_table_needs_less_script_and_style_than_its_budget(visit: Visit) -> None:
    visitor = visit(**PHONE, service_workers="block")
    as_guest(visitor)
    # Nothing is in the cache of a device that comes by a link.
    newcomer = visit(**PHONE, service_workers="block", storage_state=visitor.context.storage_state())
    measured = newcomer.context.new_cdp_session(newcomer.page)
    measured.send("Network.enable")
    urls: dict[str, str] = {}
    sizes: dict[str, int] = {}
    measured.on(
        "Network.responseReceived", lambda event: urls.__setitem__(event["requestId"], event["response"]["url"])
    )
    measured.on(
        "Network.loadingFinished",
        lambda event: sizes.__setitem__(urls.get(event["requestId"], ""), event["encodedDataLength"]),
    )
    newcomer.page.goto(visitor.page.url)
    newcomer.page.locator(".held [aria-label], .held svg").first.wait_for()
    newcomer.page.wait_for_load_state("load")
    loaded = {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}
    assert loaded
    assert sum(loaded.values()) < _BUDGET, loaded


def test_the_first_table_is_there_within_a_second_of_the_main_thread(visit: Visit, browser: Browser) -> None:
    visitor = visit(**PHONE)
    page = as_guest(visitor)
    context = newcomer(browser, visitor.url, visitor.context.storage_state())
    assert 20 < first_table(context, page.url) < 1000  # milliseconds of the processor
