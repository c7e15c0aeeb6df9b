"""Notices that reach a browser while the page is closed: the switch for them, what is shown, and where a tap leads.

The push services of browser makers cannot be reached from a test: Chromium refuses to subscribe in the contexts of
Playwright, because they are private windows. So one test sees this refusal, one puts an address of its own in the place
of the one that the push service gives, and DevTools deliver what a push service would.
"""

import json
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, expect

from tests.config.service import await_that
from tests.web.tables import asked_of_the_api, open_from_form
from tests.web.visitor import PHONE, Visitor, wait_for_worker

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_SHOWN: Final = """async () => {
    const registration = await navigator.serviceWorker.getRegistration();
    return (await registration.getNotifications()).map(({ title, tag }) => [title, tag]);
}"""
_TAP: Final = """async () => {
    const [notification] = await self.registration.getNotifications();
    self.dispatchEvent(new NotificationEvent("notificationclick", { notification }));
}"""
_SUBSCRIBES: Final = """
    let kept = null;
    PushManager.prototype.getSubscription = async () => kept;
    PushManager.prototype.subscribe = async ({ applicationServerKey }) => {
        window.given = applicationServerKey;
        const pair = await crypto.subtle.generateKey({ name: "ECDH", namedCurve: "P-256" }, true, ["deriveBits"]);
        const text = (bytes) => new Uint8Array(bytes).toBase64({ alphabet: "base64url", omitPadding: true });
        const p256dh = text(await crypto.subtle.exportKey("raw", pair.publicKey));
        const keys = { p256dh, auth: text(crypto.getRandomValues(new Uint8Array(16))) };
        const endpoint = "https://push.example/of-this-browser";
        kept = { toJSON: () => ({ endpoint, keys }), unsubscribe: async () => ((kept = null), true) };
        return kept;
    };
"""


def push(visitor: Visitor, data: dict[str, Any]) -> None:
    """Deliver a message to the worker of a page, as a push service does."""
    browser = visitor.context.new_cdp_session(visitor.page)
    found: list[str] = []
    browser.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda update: found.extend(one["registrationId"] for one in update["registrations"]),
    )
    browser.send("ServiceWorker.enable")
    await_that(lambda: visitor.page.evaluate("true") and found)  # events come while the page is asked
    browser.send(
        "ServiceWorker.deliverPushMessage",
        {"origin": visitor.url, "registrationId": found[0], "data": json.dumps(data)},
    )


def in_settings(page: Page) -> Any:
    """Return the switch for notices."""
    page.goto("/settings")
    return page.get_by_role("switch", name="Notices in this browser")


def test_a_pushed_notice_is_shown_and_leads_to_its_table(visit: Visit) -> None:
    visitor = visit(**PHONE, service_workers="allow")
    page = visitor.page
    visitor.context.grant_permissions(["notifications"])
    page.goto("/new")
    table = open_from_form(page)["id"]
    page.goto("/lobby")
    wait_for_worker(page)

    push(visitor, {"type": "your-turn", "game": table, "turn": 3, "version": 9})
    await_that(lambda: page.evaluate(_SHOWN) == [["It is your turn", table]])

    await_that(lambda: page.evaluate("true") and len(visitor.context.service_workers) == 1)
    (worker,) = visitor.context.service_workers
    worker.evaluate(_TAP)
    page.wait_for_url(f"**/g/{table}")
    await_that(lambda: page.evaluate(_SHOWN) == [])


def test_the_page_gives_the_service_the_address_of_the_browser(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    visitor.context.grant_permissions(["notifications"])
    visitor.context.add_init_script(_SUBSCRIBES)
    page = visitor.page
    page.goto("/new")
    open_from_form(page)
    switch = in_settings(page)
    wait_for_worker(page)

    switch.click()
    expect(switch).to_be_checked()
    (device,) = asked_of_the_api(page, "/me/devices")["items"]
    assert device["kind"] == "web_push"
    assert page.evaluate("window.given") == asked_of_the_api(page, "/meta")["web_push_key"]

    switch.click()
    expect(switch).not_to_be_checked()
    assert asked_of_the_api(page, "/me/devices")["items"] == []


def test_a_browser_without_a_push_service_is_said_to_have_none(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    visitor.context.grant_permissions(["notifications"])
    page = visitor.page
    page.goto("/new")
    open_from_form(page)
    in_settings(page).click()
    expect(page.locator("#notices")).to_contain_text("Your browser cannot reach its push service just now.")
    expect(in_settings(page)).to_be_enabled()
    visitor.faults = [fault for fault in visitor.faults if "incognito" not in fault]
