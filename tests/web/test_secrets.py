"""What a browser holds of a game of two people: nothing that the seat at which it plays may not know."""

import json
from collections.abc import Callable
from typing import Final

import pytest
from playwright.sync_api import Page, expect

from tests.config.service import await_that
from tests.web.test_play import as_guest, opened
from tests.web.visitor import DESKTOP, PHONE, Hands, Visitor

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
_HELD: Final = "cards => cards.map(({ dataset }) => dataset.card)"


def test_a_browser_never_holds_the_hand_of_another_seat(visit: Visit) -> None:
    first, second = visit(**PHONE), visit(**DESKTOP)
    as_guest(first)
    as_guest(second)
    # With one deck, a card that is in a hand is nowhere else, until the discards become the stock.
    address = opened(first, "mau_mau", bots=[], visibility="public")
    tables = [first.page, second.page]
    for page in tables:
        page.goto(address)
    second.page.get_by_role("button", name="Sit down here").click()
    hands = [Hands(page, seed, is_touch=seed == 0) for seed, page in enumerate(tables)]
    for page in tables:
        page.locator(".held").first.wait_for()
    compared: list[bool] = []

    def is_over() -> bool:
        for each in hands:
            each.act()
        if "shuffled" not in hands[0].last:
            compared.append(compare(tables))
        return all(each.is_over for each in hands)

    await_that(is_over, 240.0)
    assert sum(compared) > 1
    for page in tables:
        expect(page.locator(".end h2")).to_contain_text("win")


def compare(tables: list[Page]) -> bool:
    """Look for the cards of each hand in the other browser, if both show the same moment. Return whether they do."""
    before = [page.evaluate(_VERSION) for page in tables]
    held = [page.locator(".held").evaluate_all(_HELD) for page in tables]
    kept = [page.evaluate(_KEPT) for page in tables]
    after = [page.evaluate(_VERSION) for page in tables]
    if len({*before, *after}) > 1 or not all(held):
        return False
    for own, other in ((0, 1), (1, 0)):
        assert mentioned(kept[own], held[own]) == set(held[own])  # it looks where cards are
        assert not mentioned(kept[own], held[other]), (held, json.loads(kept[own])["local"])
    return True


_VERSION: Final = 'JSON.parse(localStorage["table:" + location.pathname.slice(3)] ?? "{}").version ?? 0'


def mentioned(kept: str, cards: list[str]) -> set[str]:
    """Return which cards stand in what a browser keeps."""
    return {card for card in cards if f'\\"{card}\\"' in kept or f"'{card}'" in kept}
