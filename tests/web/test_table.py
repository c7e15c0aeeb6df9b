"""A table in a browser that loses its network, that has no mouse, or that reads aloud."""

import re
import time
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.config.service import await_that
from tests.web.hands import Hands, free_place, play_until
from tests.web.speed import first_table, newcomer
from tests.web.tables import (
    answer_of_the_api,
    as_guest,
    await_turn,
    become_guest,
    lines,
    move_by_api,
    on_turn,
    opened,
    resign_by_api,
    table_of,
)
from tests.web.visitor import DESKTOP, LEGAL, LONG, MOVES, PHONE, Visitor, axe_findings, press_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
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


def test_a_move_made_offline_waits_and_is_made_once(visit: Visit) -> None:
    visitor = visit(**PHONE)
    page = as_guest(visitor)
    await_turn(page)
    visitor.context.set_offline(True)
    before = len(lines(page))
    waiting = page.get_by_text("Your move waits")
    play_until(waiting.is_visible, [Hands(page, 5, is_touch=True)], LONG)
    assert len(lines(page)) == before
    visitor.context.set_offline(False)
    expect(waiting).to_be_hidden()
    expect(page.locator(".lines li").nth(before)).to_be_visible()
    name = page.evaluate("JSON.parse(localStorage.session).player.name")
    await_that(lambda: any(line.startswith(f"{name} ") for line in lines(page)[before:]))


def test_a_table_follows_what_happens_elsewhere_and_replays_it_after_sleep(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    become_guest(visitor)
    address = opened(visitor, "mau_mau")
    awake = visitor.page
    awake.goto(address)
    await_turn(awake)
    other = visitor.open_tab(address)
    await_turn(other)
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


def unfitting(visitor: Visitor) -> tuple[str, str]:
    """Open tables until a hand has a card that does not fit, and one that does. Return the address, and the first."""
    page, until = visitor.page, time.monotonic() + LONG
    while time.monotonic() < until:
        address = opened(visitor, "mau_mau")
        table = on_turn(page, address)
        can_play = table and any(choice["kind"] == "play" for choice in table["you"]["choices"])
        for card in table["you"]["hand"] if can_play else []:
            asked = {"turn": table["turn"], "move": card}
            is_legal, problem = answer_of_the_api(page, f"/games/{table['id']}/moves/check", "POST", **asked)
            if not is_legal and problem.get("reason") == "does_not_fit":
                return address, card
        resign_by_api(page, address)  # a guest has few games at a time
    raise AssertionError("each hand had only cards that fit")


def test_a_card_that_cannot_be_laid_says_why_with_the_rule(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    become_guest(visitor)
    address, card = unfitting(visitor)
    page = visitor.page
    page.goto(address)
    await_turn(page)
    held = page.locator(f'.held.dimmed[data-card="{card}"]')
    x, y = grip(held)
    page.mouse.click(x, y)  # it says that it is disabled
    expect(page.locator(".refusal p").first).to_contain_text("neither the suit nor the rank")
    page.get_by_role("button", name="Why?").click()
    expect(page.locator(".refusal")).to_contain_text("MM-")


def grip(held: Locator) -> tuple[float, float]:
    """Return where on the page a card can be touched."""
    place = free_place(held.element_handle())
    assert place
    return place["left"] + place["x"], place["top"] + place["y"]


def plain(visitor: Visitor) -> tuple[str, str]:
    """Open tables until a hand has a card that can be laid without a question. Return the address, and the card."""
    until = time.monotonic() + LONG
    while time.monotonic() < until:
        address = opened(visitor, "crazy_eights")
        table = on_turn(visitor.page, address)
        plays = [choice for choice in table["you"]["choices"] if choice["kind"] == "play"] if table else []
        for play in plays:
            if play["nominate"] is None and len(play["cards"]) == 1:
                return address, play["cards"][0]
        resign_by_api(visitor.page, address)
    raise AssertionError("no hand had a card that fits")


def test_a_card_is_dragged_to_the_middle_or_back(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    become_guest(visitor)
    address, card = plain(visitor)
    page = visitor.page
    page.goto(address)
    known = len(await_turn(page)["digest"]["items"])
    own = page.locator(f'{LEGAL}[data-card="{card}"]')
    felt = page.locator("[data-felt]").bounding_box()
    assert felt
    middle = (felt["x"] + felt["width"] / 2, felt["y"] + felt["height"] / 2)

    def drag(start: tuple[float, float], *places: tuple[float, float]) -> None:
        page.mouse.move(*start)
        page.mouse.down()
        for x, y in places:
            page.mouse.move(x, y, steps=12)
            expect(own).to_have_class(re.compile("dragged"))
        page.mouse.up()

    start = grip(own)
    drag(start, middle, start)
    expect(own).not_to_have_class(re.compile("dragged"))
    assert len(table_of(page)["digest"]["items"]) == known
    expect(own).to_be_visible()
    drag(grip(own), middle)
    expect(own).to_have_count(0)
    expect(page.locator(".lines li").nth(known)).to_be_visible()


def test_the_keyboard_alone_finishes_a_game(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    become_guest(visitor)
    page = visitor.page
    page.goto(opened(visitor, "mau_mau"))

    def is_over() -> bool:
        any(press_by_keys(page, wanted) for wanted in ("dialog[open] .answers button", LEGAL, MOVES))
        return page.locator(".end").is_visible()

    await_that(is_over, 2 * LONG)
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
        expect(page.locator("[aria-busy=true]")).to_have_count(0)
        inspect(page, address)
    assert faults == {}


def test_no_control_covers_a_card_of_a_hand_of_any_size(visit: Visit) -> None:
    visitor = visit(**DESKTOP)
    page = as_guest(visitor)
    await_turn(page)  # nothing moves any more
    held = 0

    def deal(route: Route) -> None:
        # The table is real, but for the number of own cards: a player seldom holds twenty.
        answer = route.fetch()
        if not answer.ok:
            return route.fulfill(response=answer)
        table = answer.json()
        table["you"]["hand"] = [f"{rank}{suit}" for suit in "CDHS" for rank in "789TJQKA"][:held]
        return route.fulfill(response=answer, json=table)

    page.route(re.compile(r"/api/v1/games/[^/]+\?since"), deal)
    covered: dict[Any, list[str]] = {}
    for held in (1, 2, 5, 9, 10, 20):
        page.reload()
        expect(page.locator(".held")).to_have_count(held)
        for width, height in ((390, 844), (820, 1180), (1280, 800), (1440, 900)):
            page.set_viewport_size({"width": width, "height": height})
            if found := page.evaluate(_COVERED):
                covered[held, width, height] = found
    page.unroute_all(behavior="wait")
    assert covered == {}


def test_the_table_needs_less_script_and_style_than_its_budget(visit: Visit) -> None:
    visitor = visit(**PHONE)
    become_guest(visitor)
    address = opened(visitor, "mau_mau")
    # Nothing is in the cache of a device that comes by a link.
    newcomer = visit(**PHONE, storage_state=visitor.context.storage_state())
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
    newcomer.page.goto(address)
    newcomer.page.locator(".held [aria-label], .held svg").first.wait_for()
    newcomer.page.wait_for_load_state("load")
    loaded = {url: size for url, size in sizes.items() if url.endswith((".js", ".css"))}
    assert loaded
    assert sum(loaded.values()) < _BUDGET, loaded


def test_the_first_table_is_there_within_a_second_of_the_main_thread(visit: Visit, browser: Browser) -> None:
    visitor = visit(**PHONE)
    become_guest(visitor)
    address, known = opened(visitor, "mau_mau"), visitor.context.storage_state()

    def is_there() -> bool:  # a machine that does much else needs more time of its processor for the same work
        return 20 < first_table(newcomer(browser, visitor.url, known), address) < 1000  # milliseconds of the processor

    await_that(is_there, LONG)
