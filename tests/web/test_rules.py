"""Rules, variants of players, and standings, as a person finds them on the page."""

import random
import re
import time
from collections.abc import Callable
from contextlib import closing, suppress
from typing import Final

import pytest
from playwright.sync_api import Page, Response, TimeoutError, expect  # noqa: A004

from tests.config.service import await_that
from tests.web.hands import Hands, play_until
from tests.web.rated import Account, play_rated
from tests.web.tables import asked_of_the_api, become_guest, open_from_form, opened
from tests.web.visitor import LONG, PHONE, Visitor, axe_findings, wait_for_worker

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_PUBLISHED: Final = 600_000
"""Milliseconds in which 1,000 random deals are played, also on a busy machine."""


def write(page: Page, text: str) -> None:
    """Put a text in place of what the editor holds, as somebody does who pastes it."""
    editor = page.get_by_role("textbox", name="Rules in TOML")
    editor.click()
    page.keyboard.press("ControlOrMeta+a")
    page.keyboard.insert_text(text)


def test_a_rule_book_shows_cards_options_and_examples(visit: Visit) -> None:
    page = visit(**PHONE).page
    page.goto("/variants")
    page.get_by_role("link", name="Rules of Macau").tap()

    # A line about cards shows them.
    line = page.locator(".in-short li", has_text="4: the next player misses a turn")
    expect(line.get_by_role("img", name="4 of Spades, 4 of Hearts, 4 of Diamonds, 4 of Clubs")).to_be_visible()
    # A link to a paragraph leads to it, and its example is a picture.
    page.goto("/v/macau#MC-36")
    paragraph = page.locator("#MC-36")
    expect(paragraph).to_be_in_viewport()
    paragraph.locator("summary").tap()
    example = paragraph.locator(".example").first
    expect(example.locator(".felt .hands li")).not_to_have_count(0)
    expect(example.locator(".outcomes li")).not_to_have_count(0)
    # The other paragraphs that the text names are links, and nothing is wider than the phone.
    assert page.evaluate("document.documentElement.scrollWidth") <= 390


def test_somebody_changes_rules_publishes_them_and_plays(visit: Visit) -> None:
    author = visit()
    page = author.page
    page.goto("/v/mau_mau")
    page.get_by_role("link", name="Change these rules").click()
    said = page.get_by_label("What the service says")
    expect(said).to_contain_text("No faults.", timeout=_PUBLISHED)
    assert axe_findings(page) == []

    # A text that cannot be read has a fault at its line at once, and an unknown key has one after the check.
    write(page, 'base = "mau_mau"\nname = \n')
    expect(said.get_by_role("listitem")).to_contain_text("Line 2")
    expect(said.get_by_role("button", name="Publish")).to_be_disabled()
    key = f"annas-mau-{time.time_ns()}"
    rules = (
        f'base = "mau_mau"\nkey = "{key}"\nname = "Anna\'s Mau"\n[players]\nmost = 2\n[penalty.seven]\namuont = 3\n'
        '[deal]\nsize = { 2 = 2 }\n[say]\nwindow = "accusation"\nfine = 2\nfalse_accusation = 2\n'
        '[[example]]\nname = "A seven costs two cards"\nhands = ["7S 8S", "9H KC"]\nup_card = "TS"\nmoves = ["0 7S"]\n'
        "then = { turn = 1, cards = { 1 = 4 } }\n"
    )
    write(page, rules)
    expect(said.get_by_role("listitem").first).to_contain_text("Line 7", timeout=_PUBLISHED)
    expect(said).to_contain_text("Did you mean amount?")
    # An example that does not hold has its fault at what it expects, and in its picture.
    rules = rules.replace("amuont", "amount")
    write(page, rules)
    expect(said.locator(".example.failed")).to_contain_text('found {"1": 5}', timeout=_PUBLISHED)
    said.get_by_role("button", name="Line 19").click()
    expect(page.locator(".toml .cm-activeLine")).to_contain_text("then =")

    write(page, rules.replace("two", "three").replace("1 = 4", "1 = 5"))
    expect(said.locator(".example.held")).to_contain_text("A seven costs three cards", timeout=_PUBLISHED)
    said.get_by_role("button", name="Play 300 random deals").click()
    expect(said).to_contain_text("Turns in a deal", timeout=_PUBLISHED)
    said.get_by_role("button", name="Publish").click()
    expect(said).to_contain_text("Anna's Mau is published", timeout=_PUBLISHED)

    said.get_by_role("link", name="See the rules").click()
    expect(page.locator(".in-short")).to_contain_text("7: the next player draws 3 cards;")
    page.get_by_role("link", name="Play", exact=True).click()
    table = open_from_form(page)
    assert table["ruleset"]["key"] == key
    page.locator(".held").first.wait_for()
    play_until(lambda: asked_of_the_api(page, f"/games/{table['id']}")["turn"] > 1, [Hands(page, 1)], LONG)
    is_accused(author, visit(**PHONE), key)
    edits_again(page, key)


def edits_again(page: Page, key: str) -> None:
    """Open one's variant in the editor: it has all the rules, and gives the same ruleset until something changes."""
    published = asked_of_the_api(page, f"/variants/{key}")["hash"]
    page.goto(f"/v/{key}")
    with page.expect_response(is_checked, timeout=_PUBLISHED) as checked:
        page.get_by_role("link", name="Write a new edition").click()
    assert checked.value.json()["hash"] == published
    expect(page.get_by_label("Start from")).to_have_value(key)
    said = page.get_by_label("What the service says")
    expect(said).to_contain_text("No faults, and the example holds.")
    said.get_by_role("button", name="Publish").click()
    expect(said).to_contain_text("Anna's Mau is published", timeout=_PUBLISHED)


def is_checked(answer: Response) -> bool:
    """Return whether *answer* is a report. A busy service is asked again after some seconds."""
    return answer.url.endswith("/variants/check") and answer.ok


def is_accused(forgetful: Visitor, keen: Visitor, variant: str) -> None:
    """Play a variant with two cards each, until one player has accused the other of a missing word."""
    become_guest(keen)
    address = opened(forgetful, variant, bots=[], visibility="public")
    for each in (forgetful, keen):
        each.page.goto(address)
    keen.page.get_by_role("button", name="Sit down here").tap()
    hands = [Hands(forgetful.page, 1, is_silent=True), Hands(keen.page, 2, is_touch=True)]

    def is_said() -> bool:
        if all(each.is_over for each in hands):  # who presses it goes to the next table, and waits there for the other
            for each in hands:
                each.press_button("Play again")
            keen.page.locator(".lines").wait_for()
        return keen.page.locator(".lines li", has_text="of not saying the word, and is right.").count() > 0

    play_until(is_said, hands, 2 * LONG)  # by chance, one of them must forget the word first


def test_the_editor_suggests_what_can_be_written(visit: Visit) -> None:
    page = visit(service_workers="allow").page
    page.goto("/v/new?base=")
    write(page, "[penalty.seven]\nam")
    option = page.get_by_role("option", name=re.compile("^amount"))

    def is_suggested() -> bool:
        page.keyboard.press("Control+Space")  # it knows nothing until the service has said what can be written
        with suppress(TimeoutError):
            option.wait_for(timeout=2_000)
        return option.is_visible()

    await_that(is_suggested)
    option.click()
    expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text("amount = ")
    # What is written is kept for each variant, until its author begins again.
    page.goto("/v/new?base=prsi")
    expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text('base = "prsi"')
    page.goto("/v/new?base=")
    expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text("amount = ")
    # It needs no service: not when the page is loaded again, and not without a network.
    wait_for_worker(page)
    page.context.set_offline(True)
    for address in ("/v/new", "/v/new?base=prsi"):
        page.goto(address)
        if "prsi" in address:
            expect(page.get_by_role("main")).to_contain_text("There is no network.")
        else:
            expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text("amount = ")
    page.context.set_offline(False)
    expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text('base = "prsi"')
    page.goto("/v/new?base=")
    page.get_by_role("button", name="Begin again").click()
    expect(page.get_by_role("textbox", name="Rules in TOML")).to_contain_text("A seven answers a seven")


def have_notices(anna: Account, bert: Account) -> bool:
    """Return whether all lists that a page of a player reads have two games. They follow the log by themselves."""
    return (
        len(anna.get("leaderboards/puque?pace=daily")["items"]) == 2
        and len(anna.get(f"players/{bert.id}/games")["items"]) == 2
        and len(anna.get(f"players/{bert.id}/ratings")["items"]) == 2
        and anna.get(f"players/{bert.id}")["games"] == 2
        and anna.get(f"players/{anna.id}/head-to-head/{bert.id}")["overall"]["games"] == 2
    )


def test_standings_and_players(visit: Visit) -> None:
    visitor = visit(**PHONE)
    page = visitor.page
    page.goto("/standings")
    page.get_by_role("button", name="Look around as a guest").tap()
    page.get_by_label("Variant").select_option("prsi")
    expect(page.get_by_text(re.compile("^Nobody is listed yet"))).to_be_visible()

    with closing(Account(visitor.url, "Anna")) as anna, closing(Account(visitor.url, "Bert")) as bert:
        for host, guest in ((anna, bert), (bert, anna)):
            play_rated("puque", host, guest, random.Random(5), moves=4)
        await_that(lambda: have_notices(anna, bert))
    page.evaluate("(session) => { localStorage.session = JSON.stringify(session); }", anna.session)
    page.goto("/standings?variant=puque")
    rows = page.get_by_role("table", name="The best").get_by_role("row")
    expect(rows).to_have_count(3)
    expect(rows.filter(has_text="Anna")).to_contain_text("You")
    assert max(row.evaluate("row => row.offsetHeight") for row in rows.all()) < 60
    assert axe_findings(page) == []

    page.get_by_role("link", name="Bert", exact=True).tap()
    expect(page.get_by_role("heading", name="You and Bert")).to_be_visible()
    expect(page.get_by_role("img", name="How the ratings went, game by game")).to_be_visible()
    expect(page.locator(".last-games li")).to_have_count(2)
    expect(page.get_by_role("main")).to_contain_text(re.compile("[01] won, [12] lost|[12] won, [01] lost"))
    assert axe_findings(page) == []
    assert page.evaluate("document.documentElement.scrollWidth") <= 390
    page.locator(".last-games a").first.tap()
    expect(page.locator(".end .rating")).to_contain_text(re.compile(r"Rating.*\d.*[+−]\d"))  # noqa: RUF001  # a minus
