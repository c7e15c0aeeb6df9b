"""Tables of games for the person of a page, and what the API says of them."""

import re
from typing import Any, Final

from playwright.sync_api import Page, expect

from tests.config.service import await_that
from tests.web.visitor import LONG, MOVES, Visitor

TABLE: Final = re.compile(r"/g/[0-9a-f-]{36}$")
"""The address of a table."""
_ASK: Final = """async ([method, path, body]) => {
    const { access } = JSON.parse(localStorage.getItem("session"));
    const headers = {
        Authorization: `Bearer ${access}`, "Content-Type": "application/json",
        "Idempotency-Key": crypto.randomUUID(),
    };
    const pause = () => new Promise((resolve) => setTimeout(resolve, 1000));
    for (;;) {
        const answer = await fetch(`/api/v1${path}`, { method, headers, body: body && JSON.stringify(body) });
        // A busy service is asked again: what it has done once, it does not do twice for the same key.
        if (answer.status === 503) await pause();
        else return [answer.ok, answer.status === 204 ? null : await answer.json()];
    }
}"""
_BECOME_GUEST: Final = """async () => {
    const headers = { "Content-Type": "application/json", "Idempotency-Key": crypto.randomUUID() };
    const body = JSON.stringify({ locale: "en", time_zone: "Europe/Prague" });
    const answer = await fetch("/api/v1/auth/guest", { method: "POST", headers, body });
    if (answer.ok) localStorage.session = JSON.stringify(await answer.json());
    return answer.ok;
}"""
_SHOWN: Final = """() => [
    JSON.parse(localStorage[`table:${location.pathname.slice(3)}`] ?? "{}").version ?? 0,
    document.querySelectorAll(".lines li").length,
]"""


def answer_of_the_api(page: Page, path: str, method: str = "GET", **body: Any) -> tuple[bool, Any]:
    """Return whether the API does what the person of a page asks, and what it answers."""
    is_done, answer = page.evaluate(_ASK, [method, path, body or None])
    return is_done, answer


def asked_of_the_api(page: Page, path: str, method: str = "GET", **body: Any) -> Any:
    """Return what the API answers to the person of a page. It must not refuse."""
    is_done, answer = answer_of_the_api(page, path, method, **body)
    assert is_done, answer
    return answer


def become_guest(visitor: Visitor) -> None:
    """Give a device the account of a guest, as the page does it. No screen of the page is loaded for that."""
    visitor.page.goto("/api/v1/meta")
    await_that(lambda: visitor.page.evaluate(_BECOME_GUEST))


def as_guest(visitor: Visitor) -> Page:
    """Come to the page and play at once. Return the page with the table."""
    visitor.page.goto("/")
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.locator(".held").first.wait_for()
    return visitor.page


def opened(visitor: Visitor, variant: str, **asked: Any) -> str:
    """Make a game over the API with the account of the page, and return its address. Its bot answers at once."""
    request = {"variant": variant, "seats": 2, "bots": ["clever"], "visibility": "private", "bot_pause": 0, **asked}
    return f"/g/{asked_of_the_api(visitor.page, '/games', 'POST', **request)['id']}"


def open_from_form(page: Page) -> Any:
    """Press the button of a new game. Return the table as the API shows it."""
    page.locator("button[type=submit]").click()
    page.wait_for_url(TABLE)
    return asked_of_the_api(page, f"/games/{page.url.rsplit('/', 1)[1]}")


def table_of(page: Page, address: str = "") -> Any:
    """Return the table of a page, or at an address of it, as the API shows it, with the lines of what has happened."""
    game = (address or page.url).partition("/g/")[2].partition("#")[0]
    return asked_of_the_api(page, f"/games/{game}?since=0")


def await_turn(page: Page) -> Any:
    """Wait until the page shows that it is the person's turn, with all that has happened. Return the table."""
    found: list[Any] = []

    def is_shown() -> bool:
        # Until the table after a move is there, the page may still show the one before, with its moves.
        if not page.locator(MOVES).count():
            return False
        found[:] = [table_of(page)]
        (table,) = found
        is_own = table["on_turn"] == table["you"]["seat"]
        return bool(is_own and page.evaluate(_SHOWN) == [table["version"], len(table["digest"]["items"])])

    await_that(is_shown, LONG)
    return found[0]


def on_turn(page: Page, address: str = "") -> Any:
    """Wait until it is the turn of the page's person, as the API says. Return the table, None if the game is over."""
    found: list[Any] = []

    def has_come() -> bool:
        found[:] = [table_of(page, address)]
        return bool(found[0]["status"] == "over" or found[0]["on_turn"] == found[0]["you"]["seat"])

    await_that(has_come)
    return found[0] if found[0]["status"] == "playing" else None


def move_by_api(page: Page) -> None:
    """Make the first legal move from elsewhere as soon as it is the person's turn, unless the game is over."""
    if table := on_turn(page):
        move = table["you"]["moves"][0]
        asked_of_the_api(page, f"/games/{table['id']}/moves", "POST", turn=table["turn"], move=move)


def resign_by_api(page: Page, address: str = "") -> None:
    """Give up from elsewhere as soon as it is the person's turn, unless the game is over."""
    if table := on_turn(page, address):
        asked_of_the_api(page, f"/games/{table['id']}/resignation", "POST")


def lines(page: Page) -> list[str]:
    """Return what a page says of what has happened."""
    return page.locator(".lines li").all_inner_texts()


def check_end(page: Page) -> None:
    """Check what the page shows of a game that is over."""
    expect(page.locator(".end h2")).to_contain_text("win")
    expect(page.locator(".places li").first).to_contain_text("1")
    expect(page.locator(".end .reason")).to_be_visible()
