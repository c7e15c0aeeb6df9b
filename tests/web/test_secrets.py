"""What a browser holds of a game of two people: nothing that the seat at which it plays may not know."""

import json
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.web.hands import Hands, play_until
from tests.web.tables import asked_of_the_api, become_guest, opened
from tests.web.visitor import DESKTOP, LONG, PHONE, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_KEPT: Final = """async () => {
    const kept = { page: document.documentElement.outerHTML };
    const here = location.pathname.slice(3);
    const isOther = (key) => /^(table|receipt):/.test(key) && !key.endsWith(here);  // a game with other cards
    kept.local = Object.fromEntries(Object.entries(localStorage).filter(([key]) => !isOther(key)));
    kept.session = { ...sessionStorage };
    kept.stores = (await indexedDB.databases()).map(({ name }) => name);
    kept.answers = {};
    for (const name of await caches.keys()) {
        const cache = await caches.open(name);
        for (const { url } of await cache.keys()) {
            const path = new URL(url).pathname;
            kept.answers[path] = path.startsWith("/app/") ? "" : await (await cache.match(url)).text();
        }
    }
    return JSON.stringify(kept);
}"""
"""All that a page can keep. Cards are in it as ``"7H"`` in JSON, or as ``data-card="7H"``."""
_VERSION: Final = 'JSON.parse(localStorage["table:" + location.pathname.slice(3)] ?? "{}").version ?? 0'
_HELD: Final = "cards => cards.map(({ dataset }) => dataset.card)"


def test_a_browser_never_holds_the_hand_of_another_seat(visit: Visit) -> None:
    first, second = visit(**PHONE, service_workers="allow"), visit(**DESKTOP, service_workers="allow")
    become_guest(first)
    become_guest(second)
    # With one deck, a card that is in a hand is nowhere else, until the discards become the stock.
    address = opened(first, "mau_mau", bots=[], visibility="public")
    tables = [first.page, second.page]
    for page in tables:
        page.goto(address)
    second.page.get_by_role("button", name="Sit down here").click()
    hands = [Hands(page, seed, is_touch=seed == 0) for seed, page in enumerate(tables)]
    for page in tables:
        page.locator(".held").first.wait_for()
    compared: set[int] = set()

    def is_over() -> bool:
        compare(tables, compared)
        return all(each.is_over for each in hands)

    play_until(is_over, hands, 2 * LONG)
    assert len(compared) > 1
    for page in tables:
        expect(page.locator(".end h2")).to_contain_text("win")


def compare(tables: list[Page], compared: set[int]) -> None:
    """Look for the cards of each hand in the other browser, if both show the same moment, and note its version."""
    shown = [page.evaluate(_VERSION) for page in tables]
    if shown[0] != shown[1] or shown[0] in compared:
        return
    held = [page.locator(".held").evaluate_all(_HELD) for page in tables]
    kept = [page.evaluate(_KEPT) for page in tables]
    if [page.evaluate(_VERSION) for page in tables] != shown or not all(held):
        return
    compared.add(shown[0])
    for own, other in ((0, 1), (1, 0)):
        assert mentioned(kept[own], held[own]) == set(held[own])  # it looks where cards are
        if mentioned(kept[own], held[other]):  # cards that lay open are in hands again when they were shuffled
            assert was_shuffled(tables[own]), (held, json.loads(kept[own])["local"])


def was_shuffled(page: Page) -> bool:
    """Return whether the discards of a game have become its stock."""
    path, after = f"/games/{page.url.rsplit('/', 1)[1]}/events?limit=100&after=", 0
    while events := asked_of_the_api(page, f"{path}{after}")["items"]:
        if any(event["type"] == "stock-replenished" for event in events):
            return True
        after = events[-1]["version"]
    return False


def mentioned(kept: str, cards: list[str]) -> set[str]:
    """Return which cards stand in what a browser keeps."""
    return {card for card in cards if f'\\"{card}\\"' in kept or f"'{card}'" in kept}
