"""More ways to cheat: wrong numbers of cards, seals that fit two nonces, and what the house could choose."""

from collections.abc import Callable, Sequence
from copy import deepcopy
from dataclasses import replace
from itertools import pairwise
from typing import Any, Final

import pytest

from games.rules import events
from games.rules.cards import Cards
from games.rules.events import Cause, Event
from games.rules.fairness import NonceAsk
from games.rules.fairness import seal as nonce_seal
from tests.games.api.tables.test_every_variant import OPTIONS
from tests.games.fairness.checking import Json, checker, faults
from tests.games.fairness.test_check_fairness import (
    Forgery,
    assert_only,
    changed,
    first,
    forged,
    rechained,
)
from tests.games.whole import Whole

check: Final = checker()


@pytest.fixture(scope="module")
def game() -> Whole:
    """A game with penalties, fines and skips; its stock is replenished in the middle of a penalty."""
    return Whole("mau_mau", 3, number=0, nonces=("tulip", "rose"), options=OPTIONS["mau_mau"][True]).play()


# --- how many cards are drawn, and by whom


def drawn_for(cause: Cause, least: int = 1) -> Callable[[Any], bool]:
    return lambda event: event.cause == cause and len(event.cards) >= least


def next_card(happened: Sequence[Event], place: int) -> Cards:
    """Return the card on top of the stock after *place*: the first one that is drawn later."""
    later: Any = next(one for one in happened[place + 1 :] if isinstance(one, events.CardsDrawn) and one.cards)
    return tuple(later.cards[:1])


def one_more(cause: Cause) -> Forgery:
    """Let a seat draw a card more than it must."""

    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, events.CardsDrawn, drawn_for(cause))
        drawn: Any = happened[place]
        more = replace(drawn, cards=drawn.cards + next_card(happened, place))
        return [*happened[:place], more, *happened[place + 1 :]]

    return forge


def drawn_after(kind: type[Event], cause: Cause) -> Forgery:
    """Let a seat draw a card for a *cause* that there is not, after the first event of a *kind*."""

    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, kind)
        seat: Any = happened[place]
        invented = events.CardsDrawn(seat=seat.seat, cards=next_card(happened, place), cause=cause)
        return [*happened[: place + 1], invented, *happened[place + 1 :]]

    return forge


def after_first(kind: type[Event], invented: Event) -> Forgery:
    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, kind)
        return [*happened[: place + 1], invented, *happened[place + 1 :]]

    return forge


def without(kind: type[Event], more: Callable[[Any], bool]) -> Forgery:
    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, kind, more)
        return [*happened[:place], *happened[place + 1 :]]

    return forge


def not_replenished(happened: list[Event]) -> list[Event]:
    """Leave out the replenishing in the middle of a penalty, and the draw after it."""
    place = next(n for n, (one, two) in enumerate(pairwise(happened))
                 if isinstance(one, events.CardsDrawn) and one.cause == Cause.PENALTY
                 and isinstance(two, events.StockReplenished))  # fmt: skip
    return [*happened[: place + 1], *happened[place + 3 :]]


def renumbered(event: Any) -> Event:
    """Let acts 2 and 3 change their numbers."""
    other: Event = replace(event, act=5 - event.act) if getattr(event, "act", None) in (2, 3) else event
    return other


DRAWS: Final[dict[str, tuple[str, Forgery]]] = {
    "a penalty drawn short": (
        "drawn cards: ", changed(events.CardsDrawn, lambda e: {"cards": e.cards[:-1]}, drawn_for(Cause.PENALTY, 2))
    ),
    "a replenishing left out of a penalty": ("missing act: ", not_replenished),
    "a penalty of a card more": ("drawn cards: ", one_more(Cause.PENALTY)),
    "two cards of one's own accord": ("drawn cards: ", one_more(Cause.OWN_ACCORD)),
    "a fine of a card more": ("drawn cards: ", one_more(Cause.FINE)),
    "a penalty drawn by another seat than accepted it": (
        "drawn cards: ", changed(events.CardsDrawn, lambda e: {"seat": (e.seat + 1) % 3}, drawn_for(Cause.PENALTY, 2))
    ),
    "a penalty that nobody draws": ("drawn cards: ", without(events.CardsDrawn, drawn_for(Cause.PENALTY, 2))),
    "a penalty of another amount": ("penalty: ", changed(events.PenaltyRaised, lambda e: {"cards": e.cards + 2})),
    "a fine invented": ("drawn cards: ", drawn_after(events.TurnBegan, Cause.FINE)),
    "a penalty invented": ("drawn cards: ", drawn_after(events.TurnBegan, Cause.PENALTY)),
    "a strike invented": ("drawn cards: ", drawn_after(events.TurnBegan, Cause.STRIKE)),
    "a draw called a fine": (
        "drawn cards: ", changed(events.CardsDrawn, lambda _: {"cause": Cause.FINE}, drawn_for(Cause.OWN_ACCORD))
    ),
    "a fine that waits invented": ("fine: ", after_first(events.TurnBegan, events.FineSet(seat=0, cards=5))),
    "a turn skipped": ("skipped turn: ", after_first(events.TurnBegan, events.TurnSkipped(seat=0))),
    "a second start": ("order: ", after_first(events.TurnBegan, events.GameStarted(dealer=0, act=9))),
    "an event after the end": ("order: ", lambda happened: [*happened, events.Announced(seat=0, word="", early=False)]),
    "acts in another order": (
        "act: ",
        lambda happened: [renumbered(one) for one in happened],
    ),
}  # fmt: skip


@pytest.mark.parametrize("trick", DRAWS)
def test_a_house_that_draws_as_many_as_it_likes(trick: str, game: Whole) -> None:
    named, forge = DRAWS[trick]
    assert faults(game.fairness, game.feed()) == []

    other = forged(game, forge)

    assert_only(faults(other.fairness, other.feed()), named)


# --- sealed nonces, and what the house could choose


@pytest.fixture(scope="module")
def sealed_game() -> Whole:
    return Whole("mau_mau", 3, nonces=("tulip", "rose"), sealed=True).play()


def opened_anew(nonce: str) -> Forgery:
    """Let seat 1 look at the nonce of seat 0 and leave; seat 0 seals and opens *nonce* after that."""

    def forge(happened: list[Event]) -> list[Event]:
        place = first(happened, events.NonceOpened)
        taken = next(one for one in happened if isinstance(one, events.SeatTaken) and one.seat == 1)
        call = next(one for one in happened if isinstance(one, events.NoncesCalled))
        again: list[Event] = [
            events.SeatForfeited(seat=1), events.NoncesVoided(seats=(0,)), replace(taken, seal=nonce_seal("better")),
            replace(call, ask=NonceAsk.SEAL, seats=(0,)), events.NonceSealed(seat=0, seal=nonce_seal(nonce)), call,
            events.NonceOpened(seat=0, nonce=nonce), events.NonceOpened(seat=1, nonce="better"),
        ]  # fmt: skip
        return [*happened[: place + 1], *again, *happened[place + 2 :]]

    return forge


def unchecked_of(game: Whole, kept: Json | None = None) -> list[str]:
    return list(check.check(game.fairness, game.feed(), kept).unchecked)


def test_a_game_that_was_stopped_before_it_began_is_told(sealed_game: Whole) -> None:
    fresh, again = (forged(sealed_game, opened_anew(nonce)) for nonce in ("violet", "tulip"))

    assert any(line.startswith("Whether the house stopped the game") for line in unchecked_of(fresh))
    assert not any("had been open before" in line for line in unchecked_of(fresh))
    assert any(
        "seats [0]: these seats sealed a nonce again that had been open before" in line for line in unchecked_of(again)
    )
    assert not any("stopped" in line or "chose" in line for line in unchecked_of(sealed_game))


def test_a_house_that_gave_all_nonces_chose_the_seed() -> None:
    """Sealing proves nothing where nobody sealed anything."""
    bots = Whole("mau_mau", 2, nonces=("tulip", "rose"), sealed=True)
    feed = deepcopy(bots.feed(0))
    for event in feed:
        if event["type"] == "seat-taken":
            event["data"] |= {"nonce_source": "house", "seal": "", "nonce": "ab"}
    feed = [event for event in feed if event["type"] not in ("nonces-called", "nonce-opened")][:3]

    found = check.check(bots.fairness, feed).unchecked

    assert "Whether the house chose the seed: no seat had a nonce of its own." in found


def test_a_player_without_a_nonce_is_told_what_that_means(sealed_game: Whole) -> None:
    assert any("your seat had none" in line for line in unchecked_of(sealed_game, {"seat": 2}))
    assert not any("your seat had none" in line for line in unchecked_of(sealed_game, {"seat": 1}))


def test_a_nonce_told_to_be_of_the_house_though_the_player_gave_one(game: Whole) -> None:
    found = check.check(game.fairness, game.feed(), {"seat": 2, "nonce": "iris"}).faults

    assert found == ["kept: seat 2 has no nonce of its own in the events, but you sent one"]


def test_a_sealed_nonce_is_compared_with_its_seal_while_it_is_closed() -> None:
    running = Whole("mau_mau", 2, nonces=("tulip", "rose"), sealed=True)
    feed = [event for event in running.feed(0) if event["version"] <= 3]
    document = running.fairness | {"nonces": [None, None], "acts": []}

    assert check.check(document, feed, {"seat": 1, "nonce": "rose"}).faults == []
    assert check.check(document, feed, {"seat": 1, "nonce": "iris"}).faults == [
        "kept: the seal of your seat is not the seal of the nonce that you kept"
    ]


def test_a_seal_that_could_be_opened_in_two_ways(game: Whole) -> None:
    """Where salt and origin may have any length, one digest fits two contents."""
    feed = deepcopy(game.feed())
    feed[1]["salt"] += "00"
    assert any("is not a hash of 32 bytes" in fault for fault in faults(game.fairness, feed))
    feed = deepcopy(game.feed())
    feed[1]["origin"] += "00"
    assert any("is not a hash of 32 bytes" in fault for fault in faults(game.fairness, feed))


def test_a_nonce_that_was_hidden_though_everybody_should_have_seen_it(game: Whole) -> None:
    feed = deepcopy(game.feed())
    feed[1]["private_fields"] = ["nonce"]

    found = faults(game.fairness, rechained(feed))

    assert found == ["seal: version 2 (seat-taken): ['nonce'] was hidden, but this type hides []"]
