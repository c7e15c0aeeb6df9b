"""Whole games of all kinds by clicks and taps alone, on a phone and on a desktop."""

import time
from collections.abc import Callable
from typing import Any, Final

import pytest

from tests.web.hands import PAUSE, Hands
from tests.web.tables import become_guest, check_end, opened
from tests.web.visitor import DESKTOP, LONG, PHONE, Visitor

pytestmark = [pytest.mark.slow, pytest.mark.xdist_group("page")]

Visit = Callable[..., Visitor]
_DEVICES: Final[dict[str, dict[str, Any]]] = {"phone": PHONE, "desktop": DESKTOP}
_PLAYED: Final[dict[str, dict[str, tuple[dict[str, Any], set[str]]]]] = {
    "phone": {
        "prsi": ({"options": {"blind": True}}, {"face down", "claim", "challenge"}),
        "pesten": ({"options": {"deal": 5}}, {"nominate a suit"}),
        "macau": ({}, {"several cards", "nominate a rank"}),  # it ends with two deals won
        "haft_khabis": ({"seats": 3, "bots": ["novice", "clever"]}, {"target"}),
        "faraon": ({}, {"several cards", "nominate a suit"}),  # it ends with five deals lost
    },
    "desktop": {
        "mau_mau": ({}, {"say mau"}),
        "tschau_sepp": ({"bots": ["novice"]}, {"say tschau"}),
        "101": ({"options": {"queen_value": 20}}, {"nominate a suit"}),  # it ends with 101 points
        "crazy_eights": ({"options": {"max_draw_cards": 1}}, {"nominate a suit"}),
    },
}
"""For each device: variants with the terms of a short game, and what is special in them, which must be done."""


class Seated:
    """A guest at a table of a variant, who plays until all that is special in it has been done."""

    def __init__(self, visitor: Visitor, variant: str, *, is_touch: bool) -> None:
        """Come to a table with a short game."""
        terms, self._special = _PLAYED["phone" if is_touch else "desktop"][variant]
        self._variant = variant
        become_guest(visitor)
        self._page = visitor.page
        self._page.goto(opened(visitor, variant, **terms))
        self._hands = Hands(self._page, 1, is_touch=is_touch)
        self._last, self._moved = "", time.monotonic()
        self.is_done = False
        """Whether all is done that this guest came for."""

    def act(self) -> bool:
        """Do what is offered. Return whether there was any."""
        hands = self._hands
        acted = hands.act()
        if hands.is_over:
            acted = True
            check_end(self._page)
            self.is_done = self._special <= hands.done.keys()
            if not self.is_done:  # what is special in the variant was not legal in this game: they play again
                hands.press_button("Play again")
        if hands.last != self._last:
            self._last, self._moved = hands.last, time.monotonic()
        assert time.monotonic() < self._moved + LONG, (self._variant, hands.done, self._last)
        return acted


@pytest.mark.parametrize("device", _DEVICES)
def test_guests_play_whole_games_by_clicks_and_taps(visit: Visit, device: str) -> None:
    # All at the same time: most of a game is waiting for bots, which leave people time to speak.
    guests = [Seated(visit(**_DEVICES[device]), variant, is_touch=device == "phone") for variant in _PLAYED[device]]
    while guests:
        acted = [guest.act() for guest in guests]
        guests = [guest for guest in guests if not guest.is_done]
        if not any(acted):
            time.sleep(PAUSE)
