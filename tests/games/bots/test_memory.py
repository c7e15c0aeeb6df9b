"""What a seat remembers: a function of its own feed, never false, and as much as can be known."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import fields

from hypothesis import given, settings

from games.bots.deals import fits_together
from games.bots.memory import STOCK, TABLE, Memory, memory_of
from games.bots.remembering import remember
from games.rules.cards import HIDDEN, Card, Cards, parse_cards, print_cards
from games.rules.deal import Deal
from games.rules.observation import observe, revealed, seen_by
from tests.games.bots.feeds import positions
from tests.games.bots.positions import position
from tests.rules.tables import Table
from tests.rules.walks import LAW, tables

STEPS = 120


def hidden_places(deal: Deal, viewer: int) -> dict[int, Cards]:
    """Return the true cards at each place that *viewer* cannot see."""
    places = {seat: hand for seat, hand in enumerate(deal.hands) if seat != viewer}
    down = tuple(one.card for one in deal.covered if one.seat != viewer)
    claimed = (deal.claim.card,) if deal.claim and deal.claim.seat != viewer else ()
    return {**places, STOCK: deal.stock, TABLE: down + claimed}


@settings(LAW, max_examples=60)
@given(table=tables())
def test_a_memory_is_never_false(table: Table) -> None:
    """As many cards lie at each place as it says, and each of them is one of a pool that it has there."""
    for game, memories, _ in positions(table, steps=STEPS):
        for memory in memories:
            if game.on_turn is None:
                continue
            assert fits_together(observe(game, memory.viewer), memory)
            truth = hidden_places(game.table, memory.viewer)
            known: Counter[Card] = Counter()
            for pool in memory.pools.values():
                known += pool.cards
                holders = [place for place, held in pool.held.items() if held]
                if len(holders) == 1:  # it knows where these cards are
                    assert not pool.cards - Counter(truth[holders[0]]), (table, memory)
            assert known == Counter(card for cards in truth.values() for card in cards)
            for place, cards in truth.items():
                here = sum((pool.cards for pool in memory.pools.values() if pool.held[place]), Counter())
                assert len(cards) == sum(pool.held[place] for pool in memory.pools.values())
                assert not Counter(cards) - here, (table, place, memory)


@settings(LAW, max_examples=30)
@given(table=tables())
def test_a_seat_sees_of_an_event_what_is_revealed_to_it(table: Table) -> None:
    for _, _, happened in positions(table, steps=40):
        for event in happened:
            kind = type(event)
            for viewer in (None, *range(table.seats)):
                seen = seen_by(viewer, event)
                shown = revealed(kind, getattr(event, "seat", None), viewer, over=False)
                whole = {one.field for one in shown if one.part is None} | {*getattr(kind, "PUBLIC", ())}
                for field in fields(kind):
                    if field.name in whole:
                        assert getattr(seen, field.name) == getattr(event, field.name)
                    else:
                        parts = {one.part for one in shown if one.field == field.name}
                        assert set(cards_of(getattr(seen, field.name), parts)) <= {HIDDEN}


def cards_of(value: object, but: set[int | None]) -> Iterator[Card]:
    """Yield the cards in the value of a field, without the parts *but*."""
    if isinstance(value, Card):
        yield value
    elif isinstance(value, tuple):
        for place, one in enumerate(value):
            if place not in but:
                yield from cards_of(one, set())


def test_a_memory_folded_in_pieces_is_the_one_folded_at_once() -> None:
    table = Table(variant="prsi", seats=3, options={"blind": True}, seed=5)
    feed, last = [], None
    for found in positions(table, steps=STEPS):
        feed += [seen_by(1, event) for event in found.happened]
        last = found.memories[1]

    assert last == remember(Memory(1), feed, table.ruleset)


def test_after_the_stock_was_replenished_two_seats_know_each_others_hands() -> None:
    """No card lay anywhere else: what was not played before is what the other one held then."""
    known = 0
    for seed in range(20):
        shuffled = False
        for game, memories, happened in positions(Table(variant="mau_mau", seats=2, seed=seed), steps=300, unrest=0):
            if any(type(event).__name__ == "DealBegan" for event in happened):
                shuffled = False
            if any(type(event).__name__ == "StockReplenished" for event in happened):
                shuffled = True
            if not shuffled or game.on_turn is None:
                continue
            first = memories[0].pools[0]
            if first.held[1] == len(game.table.hands[1]) and len(+first.held) == 1:
                assert first.cards == Counter(game.table.hands[1])
                known += 1

    assert known > 10


def test_a_seat_that_passed_probably_lacks_what_was_asked_for() -> None:
    lacking = 0
    for seed in range(20):
        for game, memories, _ in positions(Table(variant="mau_mau", seats=2, seed=seed), steps=60, unrest=0):
            for lack in memories[0].lacks.get(1, ()):
                lacking += 1
                assert lack.cards <= len(game.table.hands[1])
                assert lack.faces

    assert lacking > 20


def test_a_seat_without_a_past_knows_what_it_sees() -> None:
    game = position("mau_mau", "9S", "9H KH 7S", "QD TD")
    memory = memory_of(observe(game, 0))

    (pool,) = memory.pools.values()
    assert print_cards(memory.hand) == "9H KH 7S"
    assert pool.held[1] == 2
    assert not pool.cards & Counter(parse_cards("9S 9H KH 7S"))
    assert fits_together(observe(game, 0), memory)
    assert not fits_together(observe(game, 1), memory)
