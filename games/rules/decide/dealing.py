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
from games.rules.legality.cutting import CUTS
from games.rules.ruleset.compile import SUIT

MOST_PUT_BACK = 100
"""How often a refused up-card is put back in one deal; the next ones stay in the discards (K-23)."""
LOOKED = 4
"""How many cards a cut looks at (MM-14, OF-8)."""


def deal_cards(run: Execution) -> None:
    """Shuffle and deal the next deal; where the ruleset has a cut, wait for the cutter."""
    game, sections = run.game, run.rules.sections
    dealer = next_dealer(game) if game.deals else game.dealer
    direction = sections.start.direction
    run.emit(DealBegan(deal=game.deals + 1, dealer=dealer, direction=direction, seats=in_game(game)))
    _shuffle(run, run.rules.deck)
    if sections.cut.kind == "none":
        _deal(run)
    else:
        ask_cutter(run)


def next_dealer(game: Game) -> int:
    """Return who deals after the deal that is over (K-12, P9)."""
    start, seats = game.rules.sections.start, in_game(game)
    # Where deals are counted and nobody has lost this one, it is dealt again.
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


def _shuffle(run: Execution, cards: Cards) -> None:
    act = run.game.acts + 1
    run.emit(StockShuffled(cards=run.chance.shuffle(cards, act), act=act))


def ask_cutter(run: Execution) -> None:
    """Ask the seat that is to cut, before the dealer in playing order or at the dealer's left (MM-14, OF-3)."""
    side = 1 if run.rules.sections.cut.cutter == "left" else -run.rules.sections.start.direction
    run.emit(SeatAsked(seat=run.deal.after(run.deal.dealer, side), ask=asks.CUT))


def cut(run: Execution, seat: int, positions: tuple[int, ...]) -> None:
    """Let the cutter look: go on if nothing may be kept, cut again if all are special (K-15 to K-20)."""
    kind, stock = run.rules.sections.cut.kind, run.deal.stock
    positions = positions or tuple(range(1, CUTS[kind] + 1))
    first = positions[0] - 1
    looked = stock[first : first + LOOKED] if kind == "run" else tuple(stock[p - 1] for p in positions)
    run.emit(StockCut(seat=seat, positions=positions, cards=looked))
    special = [card in run.rules.cut_special for card in looked]
    if all(special) and len(special) == LOOKED:
        _shuffle(run, stock)
        run.emit(SeatAsked(seat=seat, ask=asks.CUT))
    elif special[0] if kind == "run" else any(special):
        run.emit(SeatAsked(seat=seat, ask=asks.KEEP))
    else:
        deal_after_cut(run)


def keep(run: Execution, seat: int, cards: Cards) -> None:
    """Let the cutter keep *cards*, then deal from what is left (K-18, K-19)."""
    run.emit(CardsKept(seat=seat, cards=cards))
    deal_after_cut(run)


def deal_after_cut(run: Execution) -> None:
    """Shuffle what is left once more and deal it (K-19)."""
    _shuffle(run, run.deal.stock)
    _deal(run)


def _deal(run: Execution) -> None:
    """Deal one card at a time, the dealer last (K-21), then turn the up-card."""
    deal, sections = run.deal, run.rules.sections

    # How many cards each seat gets, in the order of dealing.
    sizes: dict[int, int] = {}
    seat = deal.dealer
    for _ in deal.active:
        seat = deal.after(seat)
        lost = run.game.lost[seat] if sections.deal.less_when_lost else 0
        turned = sections.up_card.source == "dealer" and seat == deal.dealer  # the dealer's last card is the up-card
        sizes[seat] = max(1, run.rules.hand_size - lost) - turned

    hands: list[list[Card]] = [[] for _ in deal.hands]
    cards = iter(deal.stock)
    for number in range(max(sizes.values())):
        for seat, size in sizes.items():
            if number < size:
                hands[seat].append(next(cards))
    run.emit(CardsDealt(hands=tuple(map(tuple, hands))))
    _turn_up_card(run)


def _turn_up_card(run: Execution) -> None:
    """Turn cards up until one is not refused (K-22, K-23), then let it count as the variant says."""
    deal, up_card, refuse, put_back = run.deal, run.rules.sections.up_card, run.rules.refused, 0
    run.emit(UpCardTurned(card=deal.stock[0]))
    while deal.up_card in refuse and deal.stock:
        run.count_round()
        if up_card.refused == "back" and put_back < MOST_PUT_BACK:
            if refuse.issuperset(deal.stock):
                break  # all others are in the hands: it would go back for ever
            put_back += 1
            run.emit(UpCardPutBack(card=deal.up_card))
            _shuffle(run, deal.stock)
        run.emit(UpCardTurned(card=deal.stock[0]))

    # A wild that nominates a suit: it asks for its own, a seat names one, or the bottom card of the stock says it (P6).
    if run.rules.nominates[deal.up_card] != SUIT or up_card.wild == "own_suit":
        first_turn(run)
    elif up_card.wild == "bottom":
        if deal.stock and (suit := deal.stock[-1].suit):
            run.emit(UpCardNamed(seat=deal.dealer, nominated=suit))
        first_turn(run)
    else:
        namer = deal.dealer if up_card.wild == "dealer" else deal.after(deal.dealer)
        run.emit(SeatAsked(seat=namer, ask=asks.NAME))


def name(run: Execution, seat: int, suit: str) -> None:
    """Let *seat* name the suit of the up-card, then begin the first turn (K-26)."""
    run.emit(UpCardNamed(seat=seat, nominated=suit))
    first_turn(run)


def first_turn(run: Execution, first: int | None = None) -> None:
    """Begin the first turn: after the dealer, or as the effect of a credited up-card gives it (K-25, K-27).

    *first* is the seat after the dealer if it has just left; it has laid the up-card nevertheless.
    """
    deal, sections = run.deal, run.rules.sections
    credited = deal.dealer
    if sections.up_card.effect == "first":
        credited = deal.after(credited) if first is None else first
    if sections.up_card.effect != "none":
        take_effect(run, credited, (deal.up_card,))

    # The winner of the last deal begins where the variant says so, or the next seat if it is out of the game (P8).
    winner, seat = run.game.winner, deal.after(credited)
    if sections.start.first == "winner" and winner is not None:
        seat = winner if winner in deal.active else deal.after(winner)
    begin_turn(run, seat)
