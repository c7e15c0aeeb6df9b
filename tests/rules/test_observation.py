"""What a seat may not know never reaches it (K-9): two games that differ only in that look the same to it.

What a viewer may know is computed here from the rule book: its own hand, what lies face up, what it looked at in the
cut, all hands when the deal is over. Everything else is swapped about, and both games go on with the same public moves.
`test_a_leak_is_caught` plants leaks, one a field, and sees that the comparison finds each.
"""

from collections.abc import Callable, Iterator
from dataclasses import fields, replace
from itertools import chain
from random import Random
from typing import Any, NamedTuple, TypeAlias

import pytest
from hypothesis import given, settings

from games.rules import commands
from games.rules.cards import HIDDEN, Card, parse_cards
from games.rules.deal import Deal
from games.rules.decide import Decision, decide
from games.rules.events import (
    Announced,
    Ask,
    CardOffered,
    CardsDealt,
    CardsDrawn,
    Cause,
    Challenged,
    DealEnded,
    Event,
    FineSet,
    SeatAccused,
    SeatAsked,
    SeatResigned,
    StockCut,
    StockReplenished,
    StockShuffled,
)
from games.rules.game import Game
from games.rules.legality.objections import legal_moves, objection
from games.rules.notation import print_act
from games.rules.observation import lay_open, observe, revealed
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables, walk


class Place(NamedTuple):
    """Where a card lies: in the hand of a seat, in the stock, face down on the discards, or under a claim."""

    where: int | str
    at: int


def hidden_places(game: Game, viewer: int | None) -> list[Place]:
    """Return where the cards lie that *viewer* may not know (K-9, K-16, K-127)."""
    deal = game.table
    places = [] if game.ended else _hands(deal, viewer)
    places += [Place("stock", index) for index in range(len(deal.stock))]
    places += [Place("covered", index) for index, one in enumerate(deal.covered) if one.seat != viewer]
    if deal.claim and deal.claim.seat != viewer:
        places.append(Place("claim", 0))
    if viewer == deal.on_turn:  # the cutter knows what he looked at
        for card in deal.looked:
            places.remove(next(place for place in places if place.where == "stock" and deal.stock[place.at] == card))
    if deal.offered and viewer != deal.on_turn:  # that it may be laid tells what kind of card it is
        places.remove(Place(deal.on_turn, len(deal.hands[deal.on_turn]) - 1))
    return places


def _hands(deal: Deal, viewer: int | None) -> list[Place]:
    hands = [(seat, hand) for seat, hand in enumerate(deal.hands) if seat != viewer]
    return [Place(seat, index) for seat, hand in hands for index in range(len(hand))]


def moved(game: Game, places: list[Place], order: list[int]) -> Game:
    """Return *game* with the cards of *places* in another *order*, and all that speaks of these cards with them."""
    other = game.copy()
    deal = other.table
    lying: dict[int | str, list[Card]] = {seat: list(hand) for seat, hand in enumerate(deal.hands)}
    lying |= {"stock": list(deal.stock), "covered": [one.card for one in deal.covered]}
    lying["claim"] = [deal.claim.card] if deal.claim else []
    drawn = _last(lying[deal.on_turn], deal.drawn)
    looked = [lying["stock"].index(card) for card in deal.looked]
    cards = [lying[place.where][place.at] for place in places]
    for place, number in zip(places, order, strict=True):
        lying[place.where][place.at] = cards[number]
    deal.stock = tuple(lying["stock"])
    deal.hands = [tuple(lying[seat]) for seat in range(len(deal.hands))]
    deal.covered = tuple(replace(one, card=card) for one, card in zip(deal.covered, lying["covered"], strict=True))
    if deal.claim:
        deal.claim = replace(deal.claim, card=lying["claim"][0])
    if drawn is not None:
        deal.drawn = deal.hands[deal.on_turn][drawn]
    deal.looked = tuple(deal.stock[index] for index in looked)
    return other


def _last(hand: list[Card], card: Card | None) -> int | None:
    return len(hand) - 1 - hand[::-1].index(card) if card in hand else None


def scrambled(game: Game, viewer: int | None, rng: Random) -> Game:
    """Return *game* with everything that *viewer* may not know in another order."""
    places = hidden_places(game, viewer)
    return moved(game, places, rng.sample(range(len(places)), len(places)))


def swapped(game: Game, viewer: int | None, rng: Random) -> Game:
    """Return *game* with two of the cards exchanged that *viewer* may not know."""
    places = hidden_places(game, viewer)
    return moved(game, rng.sample(places, 2), [1, 0]) if len(places) > 1 else game


@pytest.mark.proves("K-9", "K-16", "K-127")
@settings(LAW, max_examples=50)
@given(tables())
def test_a_view_depends_on_nothing_hidden(table: Table) -> None:
    rng = Random(table.seed)
    for number, (game, _, decision) in enumerate(walk(table, steps=120)):
        for seen in (game, decision.after) if decision.after.ended or game.table.looked else (game,):
            viewer = (None, *range(table.seats))[number % (table.seats + 1)]
            assert observe(scrambled(seen, viewer, rng), viewer) == observe(seen, viewer)


def test_all_open_means_every_card() -> None:
    for game, _, _ in walk(Table(variant="prsi", seats=3, options={"blind": True}, seed=5), steps=80):
        observation = lay_open(game)
        assert observation.table == game.table
        assert [seat.hand for seat in observation.seats] == game.table.hands
        assert (observation.viewer, observation.hand, observation.moves) == (None, (), ())
    assert lay_open(Game(game.ruleset)).table is None


def view_of(event: Event, viewer: int | None) -> dict[str, Any]:
    """Return what *viewer* is told of *event* while the game runs: hidden rows of cards as their length."""
    shown = {name: getattr(event, name) for name in getattr(event, "PUBLIC", ())}
    for one in revealed(type(event), getattr(event, "seat", None), viewer, over=False):
        value = getattr(event, one.field)
        shown[one.field] = value if one.part is None else value[one.part]
    hidden = {one.name: getattr(event, one.name) for one in fields(event) if one.name not in shown}
    return {"type": type(event).__name__, **shown, **{f"#{name}": _size(value) for name, value in hidden.items()}}


def _size(value: Any) -> Any:
    if isinstance(value, tuple):
        return [_size(one) for one in value] if value and isinstance(value[0], tuple) else len(value)
    return "hidden"


def shown_by_rule(before: Event | None, event: Event, viewer: int | None) -> bool:
    """Tell whether the rules themselves show something hidden from *event* on, so that two games may part ways.

    A drawn card that fits keeps the turn (K-35), and so does one that may follow (K-79); the drawer knows what he drew;
    a fine, a charge and a word of the server tell what the one card is (K-40, K-93, K-99); what was shuffled is turned
    up, and so is a claim that was doubted; that a card is offered tells its kind; at the end all hands are shown
    (K-127).
    """
    telling = DealEnded | SeatAccused | StockCut | StockShuffled | Challenged | CardOffered | FineSet
    if isinstance(event, telling) or (isinstance(event, Announced) and not event.early):
        return True
    if isinstance(event, SeatAsked) and event.ask is Ask.MAY_FOLLOW:
        return True
    drawn = [one for one in (before, event) if isinstance(one, CardsDrawn)]
    return any(one.cause in (Cause.OWN_ACCORD, Cause.FINE) or one.seat == viewer for one in drawn)


View: TypeAlias = Callable[[Event, int | None], dict[str, Any]]


def differences(
    mine: tuple[Event, ...], others: tuple[Event, ...], viewer: int | None, view: View = view_of
) -> Iterator[str]:
    """Yield what *viewer* could tell two games by, up to where the rules themselves show it."""
    before = None
    for one, two in zip(mine, others, strict=False):
        if shown_by_rule(before, one, viewer) or shown_by_rule(before, two, viewer):
            return
        seen, other = view(one, viewer), view(two, viewer)
        if seen != other:
            yield f"{seen} against {other}"
        before = one


@pytest.mark.proves("K-9", "K-14")
@settings(LAW, max_examples=60)
@given(tables())
def test_the_same_public_moves_tell_nothing_hidden(table: Table) -> None:
    rng, followed = Random(table.seed), 0
    viewer = rng.choice([None, *range(table.seats)])
    other: Game | None = None
    for game, command, decision in walk(table, steps=150, unrest=0.02):
        if other is None:
            other = swapped(game, viewer, rng)
        assert observe(other, viewer) == observe(game, viewer)
        if isinstance(command, commands.TimeUp | commands.DealCards) or objection(other, command) is not None:
            other = None
            continue
        then = decide(other, command, chance=table.dice)
        assert not list(differences(decision.events, then.events, viewer))
        assert shown_commands(decision) == shown_commands(then)
        followed += 1
        events = (*decision.events, *then.events)
        parted = any(shown_by_rule(None, event, viewer) for event in events)
        hides = any(isinstance(event, SeatResigned | StockReplenished | StockShuffled) for event in events)
        other = None if parted or hides else then.after
    assert followed or table.seats > 2


def shown_commands(decision: Decision) -> list[str | None]:
    """Return what everybody is told of the commands in the log: it says nothing that the events do not show."""
    texts = (print_act(act) for act in decision.acts)
    return [text and text.shown for text in texts]


LEAKS: dict[str, Callable[[Game, int | None], object]] = {
    "the drawn card": lambda game, _: game.table.drawn,
    "the next card of the stock": lambda game, _: game.table.stock[:1],
    "how many wilds a hand holds": lambda game, _: [
        sum(card in game.rules.wild for card in hand) for hand in game.table.hands
    ],
    "what the seat on turn may do": lambda game, _: game.on_turn is not None and legal_moves(game, game.on_turn),
    "what a claim hides": lambda game, _: game.table.claim and game.table.claim.card,
    "what lies face down": lambda game, _: game.table.faces,
    "what the cutter looked at": lambda game, _: game.table.looked,
    "the order in which a hand came": lambda game, viewer: [
        hand[:1] for seat, hand in enumerate(game.table.hands) if seat != viewer
    ],
}


@pytest.mark.parametrize("leak", LEAKS.values(), ids=LEAKS.keys())
def test_a_leak_is_caught(leak: Callable[[Game, int | None], object]) -> None:
    cutting = Table(variant="mau_mau", seats=3, options={"cut": "four_cuts", "voluntary_draw": True}, seed=3)
    blind = Table(variant="prsi", seats=3, options={"blind": True}, seed=3)
    rng = Random(0)

    caught = 0
    for game, _, _ in chain(walk(cutting, steps=60, unrest=0), walk(blind, steps=60, unrest=0)):
        if not game.ended:
            caught += leak(scrambled(game, None, rng), None) != leak(game, None)

    assert caught


def leaky(event: Event, _: int | None) -> dict[str, Any]:
    """Return all that *event* says: what every viewer would be told if its type called everything public."""
    return {one.name: getattr(event, one.name) for one in fields(event)}


def test_a_leak_of_an_event_is_caught() -> None:
    drawn = CardsDrawn(seat=1, cards=parse_cards("7S TD"), cause=Cause.PENALTY)
    other = replace(drawn, cards=parse_cards("7S JD"))

    assert not list(differences((drawn,), (other,), 0))
    assert list(differences((drawn,), (other,), 0, leaky))


@pytest.mark.proves("K-16")
def test_only_the_cutter_sees_what_he_looked_at() -> None:
    table = Table(variant="mau_mau", seats=4, options={"cut": "four_cuts"}, seed=2)
    game = table.dealt()
    cutter = game.table.on_turn

    cut, asked = decide(game, commands.Cut(seat=cutter), chance=table.dice), None
    stock_cut, *_ = cut.events
    assert isinstance(stock_cut, StockCut)
    views = {viewer: view_of(stock_cut, viewer) for viewer in (None, *range(4))}
    assert views[cutter]["cards"] == stock_cut.cards
    assert all(view["#cards"] == 4 and "cards" not in view for viewer, view in views.items() if viewer != cutter)

    asked = cut.after
    assert asked.table.ask == "keep"
    assert observe(asked, cutter).looked == stock_cut.cards
    other = observe(asked, (cutter + 1) % 4)
    assert (other.looked, other.moves) == ((), ())
    assert other.table is not None
    assert other.table.looked == (HIDDEN,) * 4

    kept = next(move for move in legal_moves(asked, cutter) if isinstance(move, commands.Keep) and move.cards)
    told = decide(asked, kept, chance=table.dice).events[0]
    assert view_of(told, None)["#cards"] == len(kept.cards)


@pytest.mark.proves("K-9", "K-14")
def test_of_the_dealing_a_seat_sees_its_own_hand() -> None:
    table = Table(variant="mau_mau", seats=3)
    started = decide(table.seated(), commands.StartGame(), chance=table.dice).after
    _, shuffled, dealt, *_ = decide(started, commands.DealCards(), chance=table.dice).events
    assert isinstance(dealt, CardsDealt)

    for viewer in (None, 0, 1, 2):
        view = view_of(dealt, viewer)
        assert view.get("hands") == (None if viewer is None else dealt.hands[viewer])
        assert "cards" not in view_of(shuffled, viewer)


@pytest.mark.proves("K-127")
def test_all_hands_are_shown_when_a_deal_ends_but_not_the_stock() -> None:
    options: dict[str, bool | int | str] = {"score": "to_100"}
    ends = [
        step for step in walk(Table(variant="mau_mau", seats=3, options=options), unrest=0) if step.decision.after.ended
    ]
    after = ends[0].decision.after
    assert after.status == "playing"

    observation = observe(after, None)

    assert [one.hand for one in observation.seats] == after.table.hands
    assert observation.table is not None
    assert set(observation.table.stock) <= {HIDDEN}


@pytest.mark.proves("K-9")
def test_how_many_cards_there_are_is_public() -> None:
    for game, _, _ in walk(Table(variant="crazy_eights", seats=3), unrest=0):
        observation = observe(game, None)
        assert [one.cards for one in observation.seats] == [len(hand) for hand in game.table.hands]
        assert observation.stock == len(game.table.stock)
        assert observation.discards == game.table.discards
        assert observation.hand == ()
