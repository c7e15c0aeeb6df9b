"""Imagined games: the hidden cards laid out in one of the ways that agree with all that a seat has seen."""

from collections.abc import Iterable
from dataclasses import replace
from random import Random
from typing import Final, TypeAlias

from games.bots.memory import STOCK, TABLE, Lack, Memory, OfPool, Place, memory_of
from games.rules.attendance import RECENT, Attendance
from games.rules.cards import HIDDEN, Card, Cards
from games.rules.deal import Deal
from games.rules.game import Game, Sitter
from games.rules.observation import Observation

Places: TypeAlias = dict[tuple[int, Place], list[Card]]
"""The cards of each pool at each place."""

TRUST: Final = 0.9
"""How likely a seat that did not play what was asked for holds none of it."""


def determinize(observation: Observation, memory: Memory, rng: Random) -> Game:
    """Return a game in which the viewer sees the same as in *observation*, with the hidden cards laid out by chance.

    Cards that the memory has placed are where they are. Other seats seldom hold what they did not play when it was
    asked for. *memory* must be of the same version. Raises ValueError for a spectator, or if no deal runs.
    """
    if observation.viewer != memory.viewer:
        raise ValueError("this is the memory of another seat")
    return laid_out(observation, memory, dealt_out(memory, len(observation.seats), rng))


def laid_out(observation: Observation, memory: Memory, places: Places) -> Game:
    """Return the game of *observation* in which the hidden cards lie at these *places*. It uses *places* up.

    Raises ValueError for a spectator, or if no deal runs.
    """
    if observation.table is None or observation.on_turn is None:
        raise ValueError("no deal runs")
    return Game(
        ruleset=observation.ruleset, status=observation.status, content=observation.ruleset.content,
        options=dict(observation.ruleset.options),
        sitters=tuple(
            Sitter(player=one.player, bot=one.bot, program=one.program) if one.taken else None
            for one in observation.seats
        ),
        dealer=observation.table.dealer, deals=observation.deal, turn=observation.turn,
        scores=tuple(one.score for one in observation.seats), lost=tuple(one.lost for one in observation.seats),
        attendance=tuple(
            Attendance(turns=RECENT, missed=(RECENT,) * one.misses, policy=one.absent) for one in observation.seats
        ),
        gone=tuple(one.seat for one in observation.seats if one.eliminated),
        resigned=tuple(one.seat for one in observation.seats if one.resigned),
        left_at=(0,) * len(observation.seats),  # before all that will leave
        deal=_deal_of(observation.table, memory, places), winner=memory.winner, points=observation.points,
        winners=observation.winners, places=observation.places,
    )  # fmt: skip


def fits_together(observation: Observation, memory: Memory) -> bool:
    """Return whether *memory* may belong to *observation*: as many cards at each place."""
    table = observation.table
    if table is None:
        return True
    hands = [0] * len(table.hands)
    for pool in memory.pools.values():
        if pool.cards.total() != pool.held.total() or min(pool.held.values(), default=0) < 0:
            return False
        for seat in range(len(hands)):
            hands[seat] += pool.held[seat]
    hands[memory.viewer] = len(memory.hand)
    return (
        hands == [len(hand) for hand in table.hands]
        and sorted(memory.hand) == sorted(observation.hand)
        and sum(one.cards for one in memory.stock) == len(table.stock)
        and len(memory.discards) == len(table.discards)
        and (memory.claim is None) == (table.claim is None)
    )


def trusted(observation: Observation, memory: Memory | None) -> Memory:
    """Return *memory* if it fits *observation*; otherwise the one of a seat that remembers nothing."""
    return memory if memory is not None and fits_together(observation, memory) else memory_of(observation)


def dealt_out(memory: Memory, seats: int, rng: Random) -> Places:
    """Return which cards of each pool lie at each place."""
    found: Places = {}
    filled = [0] * seats
    for number, pool in memory.pools.items():
        cards = list(pool.cards.elements())
        rng.shuffle(cards)
        # Those of whom most is known choose first.
        seated = sorted((seat for seat in range(seats) if pool.held[seat]), key=lambda seat: seat not in memory.lacks)
        for seat in seated:
            lacks, hand = memory.lacks.get(seat, ()), []
            for _ in range(pool.held[seat]):
                hand.append(_pick(cards, lacks, filled[seat], rng) if lacks else cards.pop())
                filled[seat] += 1
            found[number, seat] = hand
        for place in (STOCK, TABLE):
            found[number, place] = [cards.pop() for _ in range(pool.held[place])]
    return found


def _pick(cards: list[Card], lacks: Iterable[Lack], place: int, rng: Random) -> Card:
    """Take one of *cards* for this *place* of a hand, seldom one that the seat probably lacks."""
    avoided = [lack.faces for lack in lacks if lack.cards > place]
    if avoided and rng.random() < TRUST:
        for at in range(len(cards) - 1, -1, -1):
            if not any(cards[at] in faces for faces in avoided):
                return cards.pop(at)
    return cards.pop()


def _deal_of(table: Deal, memory: Memory, places: Places) -> Deal:
    """Return the deal of *table* with every hidden card replaced by one of its place."""
    deal = table.copy()

    def next_of(pool: int, place: Place) -> Card:
        return places[pool, place].pop()

    for seat, hand in enumerate(table.hands):
        if seat != memory.viewer and hand:
            deal.hands[seat] = tuple(card for number in memory.pools for card in places.get((number, seat), ()))
    deal.stock = tuple(next_of(one.pool, STOCK) for one in memory.stock for _ in range(one.cards))
    deal.stock = _as_looked_at(deal.stock, memory)
    if table.claim and table.claim.card == HIDDEN:
        if not isinstance(memory.claim, OfPool):
            raise ValueError("the memory knows of no claim")
        deal.claim = replace(table.claim, card=next_of(memory.claim.pool, TABLE))
    covered = []
    for one in table.covered:
        known = memory.discards[one.place]
        card = one.card
        if card == HIDDEN:
            card = next_of(known.pool, TABLE) if isinstance(known, OfPool) else known
        covered.append(replace(one, card=card))
    deal.covered = tuple(covered)

    # What the seat on turn drew or looked at lies last in its hand, or on top of the stock.
    if deal.drawn == HIDDEN:
        deal.drawn = deal.hands[deal.on_turn][-1]
    if deal.offered == HIDDEN:
        deal.offered = deal.hands[deal.on_turn][-1]
    if HIDDEN in deal.looked:
        deal.looked = deal.stock[: len(deal.looked)]
    return deal


def _as_looked_at(stock: Cards, memory: Memory) -> Cards:
    """Return *stock* with the cards that the viewer looked at in their places."""
    if not memory.looked:
        return stock
    rest = list(stock)
    for _, card in memory.looked:
        rest.remove(card)
    for place, card in sorted(memory.looked):
        rest.insert(place, card)
    return tuple(rest)
