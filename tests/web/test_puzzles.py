"""Puzzles of the day in a browser."""

import json
import subprocess
from collections.abc import Callable
from typing import Any, Final

import pytest
from playwright.sync_api import Page, Route, expect

from tests.config.service import Service
from tests.web.visitor import PHONE, Visitor, axe_findings, press_by_keys

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_MAKES: Final = """
import itertools
import json
import time
from django.core.management import call_command
from games.rules.winning import Search
from games.services import puzzles
from games.store.puzzles import of_today
left = 86400 - time.time() % 86400  # puzzles are those of a day: at its end, the next one is waited for
if left < 300:
    time.sleep(left + 1)
for seed in itertools.count():
    puzzles.make()
    if of_today():
        break
    call_command("simulate", "mau_mau", store=True, games=6, seats=2, players=6, processes=1, seed=str(seed))
puzzle = of_today()[0]
searches = (Search(puzzles.chance_of(seed), 1000) for seed in range(100))
lines = (line for search in searches for line in search.winning(puzzles.position(puzzle)).values())
line = next(line for line in lines if puzzles.try_out(puzzle, line).outcome == "solved")
print(json.dumps([[[*map(str, move.cards)], move.nominated, move.word] for move in line]))
"""
"""Lets simulated players end public games until one gives a puzzle, and prints moves that solve the first one."""


def solution(service: Service) -> Any:
    """Return moves that solve the first puzzle of today. Simulated players make one if there is none."""
    process = service.manage("shell", "--no-imports", "-c", _MAKES, stdout=subprocess.PIPE)
    output = process.communicate(timeout=900)[0]
    assert process.returncode == 0
    return json.loads(output.splitlines()[-1])


def lay(page: Page, cards: list[str], nominated: str, word: str) -> None:
    """Play cards by the keyboard alone."""
    if word:
        assert press_by_keys(page, f'.puzzle .word[data-word="{word}"]')
    with page.expect_response(lambda answer: answer.url.endswith("/attempts")):
        for card in cards:
            assert press_by_keys(page, f'.puzzle .held[data-card="{card}"]')
        if nominated:
            page.locator("dialog[open]").wait_for()
            assert axe_findings(page) == []
            assert press_by_keys(page, f'dialog[open] .answers [data-value="{nominated}"]')


def test_a_puzzle_is_solved_by_keys_and_names_its_game(visit: Visit, service: Service) -> None:
    visitor = visit(**PHONE)
    page = visitor.page

    def show_none(route: Route) -> None:
        # The service makes puzzles by itself as soon as public games have ended.
        route.fulfill(json={**route.fetch().json(), "items": []})

    page.route("**/puzzles/today", show_none)
    page.goto("/puzzles")
    expect(page.locator("main .none")).to_contain_text("There is no puzzle today")
    page.unroute_all(behavior="wait")
    moves = solution(service)
    page.reload()
    expect(page.locator(".puzzle [role=status]")).to_contain_text("You are on turn")
    assert axe_findings(page) == []
    for cards, nominated, word in moves:
        lay(page, cards, nominated, word)
    expect(page.locator(".puzzle [role=status]")).to_contain_text("Solved")
    assert axe_findings(page) == []
    expect(page.locator(".puzzles p.count")).to_contain_text("You have solved 1 puzzle")
    page.get_by_role("link", name="See the game").tap()
    page.locator(".replay").wait_for()
    page.route("**/end.gif", lambda route: route.fulfill(status=429), times=1)  # others have theirs drawn
    page.get_by_role("tab", name="Share").tap()
    picture = page.get_by_alt_text("The last moves, one after the other")
    picture.scroll_into_view_if_needed()
    expect(picture).to_have_js_property("naturalWidth", 600)
    visitor.faults = [fault for fault in visitor.faults if "429" not in fault]
    with page.expect_download() as saved:
        page.get_by_role("link", name="Save as GIF").tap()
    assert saved.value.suggested_filename.endswith(".gif")
