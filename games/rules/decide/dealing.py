"""Before the first turn: shuffle, cut, deal, up-card (kernel, section 2)."""

from games.rules.cards import Card, Cards
from games.rules.decide.ending import in_game
from games.rules.decide.execution import Execution
from games.rules.decide.playing import take_effect
from games.rules.decide.turns import begin_turn
from games.rules.events import (
    CardsDealt,
    CardsKept,
    DealBegan,
    SeatAsked,
    StockCut,
    StockShuffled,
    UpCardNamed,
    UpCardPutBack,
    UpCardTurned,
    asks,
)
from games.rules.game import Game
from games.rules.legality.objections import CUTS
from games.rules.ruleset.compile import SUIT

MOST_PUT_BACK = 100
"""How often a refused up-card is put back in one deal; the next ones stay in the discards (K-23)."""
LOOKED = 4
"""How many cards a cut looks at (MM-14, OF-8)."""


def deal_cards(u: Execution) -> None:
    """Shuffle and deal the next deal; where the ruleset has a cut, wait for the cutter."""
    sections = u.rules.sections
    seats = in_game(u.game)
    dealer = next_dealer(u.game) if u.game.deals else u.game.dealer
    u.emit(DealBegan(deal=u.game.deals + 1, dealer=dealer, direction=sections.start.direction, seats=seats))
    _shuffle(u, u.rules.deck)
    if sections.cut.kind == "none":
        _deal(u)
    else:
        ask_cutter(u)


def ask_cutter(u: Execution) -> None:
    """Ask the seat that is to cut, before the dealer in playing order or at the dealer's left (MM-14, OF-3)."""
    side = 1 if u.rules.sections.cut.cutter == "left" else -u.rules.sections.start.direction
    u.emit(SeatAsked(seat=u.deal.after(u.deal.dealer, side), ask=asks.CUT))


def next_dealer(game: Game) -> int:
    """Return who deals after the deal that is over (K-12, P9)."""
    start, seats = game.rules.sections.start, in_game(game)
    if game.rules.sections.game.end == "deals_lost" and game.loser is None and game.dealer in seats:
        return game.dealer
    if start.dealer == "loser" and game.loser in seats:
        return game.loser
    if start.dealer == "before_winner" and game.winner is not None:
        return _next(seats, game.winner, -start.direction, len(game.sitters))
    return _next(seats, game.dealer, start.direction, len(game.sitters))


def _next(seats: tuple[int, ...], seat: int, step: int, places: int) -> int:
    """Return the nearest of *seats* from *seat* on."""
    seat = (seat + step) % places
    while seat not in seats:
        seat = (seat + step) % places
    return seat


def _shuffle(u: Execution, cards: Cards) -> None:
    act = u.game.acts + 1
    u.emit(StockShuffled(cards=u.chance.shuffle(cards, act), act=act))


def cut(u: Execution, seat: int, positions: tuple[int, ...]) -> None:
    """Let the cutter look: go on if nothing may be kept, cut again if all are special (K-15 to K-20)."""
    kind = u.rules.sections.cut.kind
    positions = positions or tuple(range(1, CUTS[kind] + 1))
    first = positions[0] - 1
    looked = u.deal.stock[first : first + LOOKED] if kind == "run" else tuple(u.deal.stock[p - 1] for p in positions)
    u.emit(StockCut(seat=seat, positions=positions, cards=looked))
    special = [card in u.rules.cut_special for card in looked]
    if all(special) and len(special) == LOOKED:
        _shuffle(u, u.deal.stock)
        u.emit(SeatAsked(seat=seat, ask=asks.CUT))
    elif special[0] if kind == "run" else any(special):
        u.emit(SeatAsked(seat=seat, ask=asks.KEEP))
    else:
        deal_after_cut(u)


def keep(u: Execution, seat: int, cards: Cards) -> None:
    """Let the cutter keep *cards*, then deal from what is left (K-18, K-19)."""
    u.emit(CardsKept(seat=seat, cards=cards))
    deal_after_cut(u)


def deal_after_cut(u: Execution) -> None:
    """Shuffle what is left once more and deal it (K-19)."""
    _shuffle(u, u.deal.stock)
    _deal(u)


def _deal(u: Execution) -> None:
    """Deal one card at a time, the dealer last (K-21), and turn the up-card."""
    deal = u.deal
    order, seat = [], deal.dealer
    for _ in deal.active:
        seat = deal.after(seat)
        order.append(seat)
    hands: list[list[Card]] = [[] for _ in deal.hands]
    sizes, cards = [(seat, _hand_size(u, seat)) for seat in order], iter(deal.stock)
    for number in range(max(size for _, size in sizes)):
        for seat, size in sizes:
            if number < size:
                hands[seat].append(next(cards))
    u.emit(CardsDealt(hands=tuple(map(tuple, hands))))
    _turn_up_card(u)


def _hand_size(u: Execution, seat: int) -> int:
    sections = u.rules.sections
    lost = u.game.lost[seat] if sections.deal.less_when_lost else 0
    turned = sections.up_card.source == "dealer" and seat == u.deal.dealer
    return max(1, u.rules.hand_size - lost) - turned


def _turn_up_card(u: Execution) -> None:
    """Turn cards up until one is not refused (K-22, K-23), then let it count as the variant says."""
    refuse, put_back = u.rules.refused, 0
    u.emit(UpCardTurned(card=u.deal.stock[0]))
    while u.deal.up_card in refuse and u.deal.stock:
        u.count_round()
        if u.rules.sections.up_card.refused == "back" and put_back < MOST_PUT_BACK:
            if refuse.issuperset(u.deal.stock):
                break  # all others are in the hands: it would go back for ever
            put_back += 1
            u.emit(UpCardPutBack(card=u.deal.up_card))
            _shuffle(u, u.deal.stock)
        u.emit(UpCardTurned(card=u.deal.stock[0]))
    wild = u.rules.sections.up_card.wild
    if u.rules.nominates[u.deal.up_card] != SUIT or wild == "own_suit":
        first_turn(u)
    elif wild == "bottom":
        _name_by_bottom_card(u)
        first_turn(u)
    else:
        u.emit(SeatAsked(seat=_namer(u), ask=asks.NAME))


def _name_by_bottom_card(u: Execution) -> None:
    """Nominate the suit of the bottom card of the stock; without one the up-card keeps its own (P6)."""
    if u.deal.stock and (suit := u.deal.stock[-1].suit):
        u.emit(UpCardNamed(seat=u.deal.dealer, nominated=suit))


def _namer(u: Execution) -> int:
    dealer = u.deal.dealer
    return dealer if u.rules.sections.up_card.wild == "dealer" else u.deal.after(dealer)


def name(u: Execution, seat: int, suit: str) -> None:
    """Let *seat* name the suit of the up-card, then begin the first turn (K-26)."""
    u.emit(UpCardNamed(seat=seat, nominated=suit))
    first_turn(u)


def first_turn(u: Execution, first: int | None = None) -> None:
    """Begin the first turn: after the dealer, or as the effect of a credited up-card gives it (K-25, K-27).

    *first* is the seat after the dealer if it has just left; it has laid the up-card nevertheless.
    """
    credited = u.deal.dealer
    effect = u.rules.sections.up_card.effect
    if effect == "first":
        credited = u.deal.after(credited) if first is None else first
    if effect != "none":
        take_effect(u, credited, (u.deal.up_card,))
    begin_turn(u, _first_seat(u, credited))


def _first_seat(u: Execution, credited: int) -> int:
    """Return who is first, if no effect takes that turn away: the winner of the last deal, or after *credited* (P8)."""
    winner = u.game.winner
    if u.rules.sections.start.first == "after_dealer" or winner is None:
        return u.deal.after(credited)
    return winner if winner in u.deal.active else u.deal.after(winner)
