"""What people do before and between games: new tables, invitations, settings, and the page without a network."""

import re
from collections.abc import Callable
from contextlib import closing
from http import HTTPStatus
from typing import Final

import httpx
import pytest
from playwright.sync_api import Page, Route, expect

from tests.config.service import await_that
from tests.web.hands import Hands, play_until
from tests.web.rated import PASSWORD, Account
from tests.web.tables import TABLE, asked_of_the_api, become_guest, open_from_form, opened
from tests.web.visitor import LONG, MOVES, PHONE, Visitor, axe_findings, wait_for_worker

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
# The page's Content-Security-Policy forbids what `wait_for_function` needs, so this is asked again and again.
_ENDS: Final = """(seconds) => {
    const end = new Date(Date.now() + seconds * 1000).toISOString();
    localStorage.session = JSON.stringify({ ...JSON.parse(localStorage.session), access_expires_at: end });
}"""
"""Lets the access token of a page end after some seconds, as the page sees it."""


def test_a_new_game_is_as_the_person_chose_it(visit: Visit) -> None:
    page = visit(**PHONE).page
    page.goto("/new?variant=prsi")
    page.get_by_role("button", name="One seat more").click()
    page.get_by_label("Seat 2").select_option("expert")
    page.get_by_role("radio", name="Live").check()
    page.get_by_text("Absent players, sealed chance").click()
    page.get_by_label("When a player stays away").select_option("bot")
    page.get_by_text("House rules").click()
    page.get_by_role("switch", name="King of leaves").check()
    page.get_by_label("Size of penalties").select_option("small")
    expect(page.get_by_role("switch", name="Rated")).to_be_disabled()

    table = open_from_form(page)

    assert table["ruleset"]["key"] == "prsi"
    assert table["ruleset"]["options"] == {"leaf_king": {"flag": True}, "penalties": {"choice": "small"}}
    assert sorted(seat["bot"] for seat in table["seats"][1:]) == ["clever", "clever", "expert"]
    terms = table["terms"]
    assert (terms["clock"]["preset"], terms["absence"]) == ("live", "bot")
    assert (terms["visibility"], terms["rated"], terms["sealed"]) == ("private", False, False)
    page.locator(".held").first.wait_for()


def test_a_friend_comes_by_the_link_to_a_sealed_table(visit: Visit) -> None:
    host, friend = visit(), visit(**PHONE)
    host.page.goto("/new?with=friends")
    host.page.get_by_text("Absent players, sealed chance").click()
    host.page.get_by_role("switch", name="Sealed chance").check()
    assert open_from_form(host.page)["terms"]["sealed"]
    host.page.get_by_role("button", name="Invite friends by a link").click()
    link = host.page.get_by_label("Link for your friends").input_value()

    friend.page.goto(re.sub(r"^https?://[^/]+", "", link))
    friend.page.get_by_role("link", name="Sit down and play").click()
    friend.page.get_by_label("Your name at the table").fill("Frieda")
    friend.page.get_by_role("button", name="Sit down and play").click()

    # Both pages open their nonces by themselves, and the game starts.
    for visitor in (host, friend):
        visitor.page.locator(".held").first.wait_for()
    expect(host.page.locator(".opponent .name")).to_have_text("Frieda")
    expect(host.page.locator(".opponent .guest")).to_have_text("guest")
    late = visit()
    late.page.goto(re.sub(r"^.*/i/", "/join/", link))
    expect(late.page.locator("h1")).to_have_text("This invitation is over")


def test_whoever_is_invited_can_block_the_sender_and_choose_who_may_invite(visit: Visit) -> None:
    host, player = visit(), visit(**PHONE)
    for visitor in (host, player):
        become_guest(visitor)
    sender, invited = (asked_of_the_api(visitor.page, "/me") for visitor in (host, player))
    table = asked_of_the_api(host.page, "/games", "POST", variant="mau_mau", seats=2)["id"]
    asked_of_the_api(host.page, f"/games/{table}/invitations", "POST", player=invited["id"])
    await_that(lambda: asked_of_the_api(player.page, "/me/notices")["items"])
    page = player.page

    page.goto("/inbox")
    expect(page.locator(".inviter .guest")).to_have_text("guest")
    page.get_by_role("button", name=f"Block {sender['name']}").click()
    expect(page.get_by_text("Blocked")).to_be_visible()
    page.goto("/settings#invitations")
    page.get_by_label("Who may invite you by name").select_option("nobody")

    await_that(lambda: asked_of_the_api(page, "/me")["invitations_from"] == "nobody")
    assert [one["id"] for one in asked_of_the_api(page, "/me/blocks")["items"]] == [sender["id"]]
    page.goto("/")
    expect(page.locator("main")).to_be_visible()
    expect(page.locator(".invitations")).to_have_count(0)


def test_a_table_in_the_lobby_takes_whoever_sits_down(visit: Visit) -> None:
    host, other, spectator = visit(), visit(), visit()
    other.page.goto("/lobby")
    host.page.goto("/new?with=friends&variant=puque")
    host.page.get_by_role("switch", name="Public").check()
    table = open_from_form(host.page)

    row = other.page.locator(".listed", has=other.page.get_by_role("button", name="Sit down"), has_text="Puque")
    row.get_by_role("button").click()

    other.page.wait_for_url(f"**/g/{table['id']}")
    other.page.locator(".held").first.wait_for()
    spectator.page.goto("/watch")
    spectator.page.locator(f'.listed a[href="/g/{table["id"]}"]').click()
    expect(spectator.page.locator(".opponent")).to_have_count(2)
    expect(spectator.page.locator(".held")).to_have_count(0)


def test_a_guest_becomes_an_account_and_signs_in_elsewhere(visit: Visit) -> None:
    here, there = visit(), visit(**PHONE)
    here.page.goto("/new")
    open_from_form(here.page)
    name = f"anna{here.page.url[-12:]}"
    here.page.goto("/settings")
    here.page.get_by_label("Username", exact=True).first.fill(name)
    here.page.get_by_label("Password", exact=False).first.fill(PASSWORD)
    here.page.get_by_role("button", name="Make it my account").click()
    expect(here.page.get_by_text(f"You are signed in as {name}.")).to_be_visible()

    there.page.goto("/settings")
    form = there.page.locator("form", has=there.page.get_by_role("button", name="Sign in"))
    form.get_by_label("Username").fill(name)
    form.get_by_label("Password").fill(PASSWORD)
    form.get_by_role("button", name="Sign in").click()
    expect(there.page.locator(".game")).to_have_count(1)

    here.page.reload()
    here.page.locator(".sessions").get_by_role("button").click()
    expect(here.page.locator(".sessions li")).to_have_count(1)


def test_the_page_starts_without_a_network(visit: Visit) -> None:
    visitor = visit(service_workers="allow")
    page = visitor.page
    page.goto("/new")
    table = open_from_form(page)
    page.locator(MOVES).first.wait_for()
    turn = asked_of_the_api(page, f"/games/{table['id']}")["turn"]
    page.goto("/")
    page.locator(".game").wait_for()
    wait_for_worker(page)

    visitor.context.set_offline(True)
    page.goto("/")

    expect(page.locator(".offline")).to_be_visible()
    page.locator(".game a").click()
    # The table that this device kept can be played: the move waits.
    page.locator(MOVES).first.wait_for()
    waiting = page.get_by_text("Your move waits")
    play_until(waiting.is_visible, [Hands(page, 1)], LONG)
    visitor.context.set_offline(False)
    expect(page.locator(".offline")).to_be_hidden()
    expect(waiting).to_be_hidden()
    await_that(lambda: asked_of_the_api(page, f"/games/{table['id']}")["turn"] > turn)
    name = re.escape(page.evaluate("JSON.parse(localStorage.session).player.name"))
    expect(page.locator(".lines li", has_text=re.compile(f"^{name} (plays|draws)"))).not_to_have_count(0)


@pytest.mark.parametrize("status", [HTTPStatus.TOO_MANY_REQUESTS, HTTPStatus.SERVICE_UNAVAILABLE])
def test_a_busy_service_signs_nobody_out(visit: Visit, status: HTTPStatus) -> None:
    visitor = visit()
    page = visitor.page
    become_guest(visitor)
    page.goto(opened(visitor, "mau_mau"))
    page.locator(MOVES).first.wait_for()
    refused: list[str] = []

    def refuse(route: Route) -> None:
        refused.append(route.request.url)
        route.fulfill(status=status, content_type="application/problem+json", body='{"detail": "Too busy."}')

    page.route("**/auth/refresh", refuse)
    # A token that ends soon serves to its end.
    page.evaluate(_ENDS, 50)
    page.reload()
    page.locator(MOVES).first.wait_for()
    await_that(lambda: page.evaluate("true") and refused)
    # Without a token that serves, the page shows what it has, and waits.
    page.evaluate(_ENDS, -1)
    page.reload()
    expect(page.get_by_text("Connecting again")).to_be_visible()
    page.locator(".held").first.wait_for()
    page.unroute("**/auth/refresh")
    expect(page.get_by_text("Connecting again")).to_be_hidden()
    page.locator(MOVES).first.wait_for()


def end_session(page: Page) -> None:
    """End the session of a page at the service. The access token that the page holds is over soon, too."""
    page.evaluate(
        """async () => {
            const session = JSON.parse(localStorage.session);
            const headers = { Authorization: `Bearer ${session.access}`, "Idempotency-Key": crypto.randomUUID() };
            await fetch("/api/v1/auth/logout", { method: "POST", headers });
            localStorage.session = JSON.stringify({ ...session, access_expires_at: new Date().toISOString() });
        }"""
    )


def test_who_is_signed_out_elsewhere_is_told_and_goes_on(visit: Visit) -> None:
    visitor = visit(**PHONE)
    page = visitor.page
    with closing(Account(visitor.url, "Clara")) as clara:
        page.goto("/variants")
        page.evaluate("(session) => { localStorage.session = JSON.stringify(session); }", clara.session)
        page.goto("/inbox")
        expect(page.get_by_role("link", name=clara.username)).to_be_visible()
        other = visitor.open_tab("/settings")
        end_session(page)
        page.reload()

        # Whatever they open, they are told, in all tabs, and come back to it.
        for tab in (page, other):
            expect(tab.get_by_role("alert")).to_contain_text(
                f"The session of {clara.username} on this device has ended."
            )
        assert axe_findings(page) == []
        expect(page.get_by_label("Username")).to_have_value(clara.username)
        page.get_by_label("Password").fill(PASSWORD)
        page.get_by_role("button", name="Sign in").tap()
        expect(page.get_by_role("heading", name="Inbox")).to_be_visible()
        expect(other.get_by_label("Your name")).to_have_value("Clara")
        # Who signs out has ended the session at the service, too.
        kept = page.evaluate("JSON.parse(localStorage.session).refresh")
        other.get_by_role("button", name="Sign out").tap()
        other.get_by_role("button", name="Play now").wait_for()
        refused = httpx.post(f"{visitor.url}/api/v1/auth/refresh", json={"refresh": kept}, timeout=60)
        assert refused.status_code == HTTPStatus.UNAUTHORIZED
        other.close()

    page.goto("/")
    page.get_by_role("button", name="Play now").tap()
    page.wait_for_url(TABLE)
    end_session(page)
    page.reload()
    expect(page.get_by_role("alert")).to_contain_text("A guest has no password")
    page.get_by_role("button", name="Go on as a new guest").tap()
    # The game is no longer theirs, and nothing of it stays on this device.
    expect(page.get_by_role("heading", name="There is no such game for you")).to_be_visible()
    await_that(lambda: not page.evaluate("Object.keys(localStorage).some((key) => key.startsWith('table:'))"))
