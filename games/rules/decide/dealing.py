"""Before the first turn: shuffle, cut, deal, up-card (kernel, section 2)."""

from games.rules.cards import Cards
from games.rules.decide.ending import in_game
from games.rules.decide.playing import take_effect
from games.rules.decide.turns import begin_turn
from games.rules.decide.unfolding import Unfolding
from games.rules.events import (
    Ask,
    CardsDealt,
    CardsKept,
    DealBegan,
    SeatAsked,
    StockCut,
    StockShuffled,
    UpCardNamed,
    UpCardPutBack,
    UpCardTurned,
)
from games.rules.moves import CUTS
from games.rules.ruleset.compiled import SUIT


def deal_cards(u: Unfolding) -> None:
    """Shuffle and deal the next deal; where the ruleset has a cut, wait for the cutter."""
    knobs = u.rules.knobs
    seats = in_game(u.game)
    direction = knobs.start.direction
    dealer = u.game.dealer if not u.game.deals else _next(seats, u.game.dealer, direction, len(u.game.sitters))
    u.tell(DealBegan(deal=u.game.deals + 1, dealer=dealer, direction=direction, seats=seats))
    _shuffle(u, u.rules.deck)
    if knobs.cut.kind == "none":
        _deal(u)
    else:
        u.tell(SeatAsked(seat=u.deal.after(dealer, -direction), ask=Ask.CUT))


def _next(seats: tuple[int, ...], seat: int, step: int, places: int) -> int:
    """Return the nearest of *seats* from *seat* on."""
    seat = (seat + step) % places
    while seat not in seats:
        seat = (seat + step) % places
    return seat


def _shuffle(u: Unfolding, cards: Cards) -> None:
    act = u.game.acts + 1
    u.tell(StockShuffled(cards=u.chance.shuffle(cards, act), act=act))


def cut(u: Unfolding, seat: int, positions: tuple[int, ...]) -> None:
    """Let the cutter look: go on if nothing may be kept, cut again if all are special (K-15 to K-20)."""
    positions = positions or tuple(range(1, CUTS + 1))
    looked = tuple(u.deal.stock[position - 1] for position in positions)
    u.tell(StockCut(seat=seat, positions=positions, cards=looked))
    special = [card for card in looked if u.rules.cut_special >> card & 1]
    if len(special) == len(looked):
        _shuffle(u, u.deal.stock)
        u.tell(SeatAsked(seat=seat, ask=Ask.CUT))
    elif special:
        u.tell(SeatAsked(seat=seat, ask=Ask.KEEP))
    else:
        deal_after_cut(u)


def keep(u: Unfolding, seat: int, cards: Cards) -> None:
    """Let the cutter keep *cards*, then deal from what is left (K-18, K-19)."""
    u.tell(CardsKept(seat=seat, cards=cards))
    deal_after_cut(u)


def deal_after_cut(u: Unfolding) -> None:
    """Shuffle what is left once more and deal it (K-19)."""
    _shuffle(u, u.deal.stock)
    _deal(u)


def _deal(u: Unfolding) -> None:
    """Deal one card at a time, the dealer last (K-21), and turn the up-card."""
    deal = u.deal
    order, seat = [], deal.dealer
    for _ in deal.active:
        seat = deal.after(seat)
        order.append(seat)
    hands: list[Cards] = [()] * len(deal.hands)
    sizes = {seat: _hand_size(u, seat) for seat in order}
    rounds = [seat for number in range(max(sizes.values())) for seat in order if number < sizes[seat]]
    for card, seat in zip(deal.stock, rounds, strict=False):
        hands[seat] += (card,)
    u.tell(CardsDealt(hands=tuple(hands)))
    _turn_up_card(u)


def _hand_size(u: Unfolding, seat: int) -> int:
    lost = u.game.lost[seat] if u.rules.knobs.deal.less_when_lost else 0
    return max(1, u.rules.hand_size - lost)


def _turn_up_card(u: Unfolding) -> None:
    """Turn cards up until one is not refused (K-22, K-23), then let it count as the variant says."""
    refuse = u.rules.refused
    u.tell(UpCardTurned(card=u.deal.stock[0]))
    while refuse >> u.deal.up_card & 1 and u.deal.stock:
        if u.rules.knobs.up_card.refused == "back":
            u.tell(UpCardPutBack(card=u.deal.up_card))
            _shuffle(u, u.deal.stock)
        u.tell(UpCardTurned(card=u.deal.stock[0]))
    up_card = u.deal.up_card
    if u.rules.nominates[up_card] == SUIT and u.rules.knobs.up_card.wild != "own_suit":
        u.tell(SeatAsked(seat=_namer(u), ask=Ask.NAME))
    else:
        first_turn(u)


def _namer(u: Unfolding) -> int:
    dealer = u.deal.dealer
    return dealer if u.rules.knobs.up_card.wild == "dealer" else u.deal.after(dealer)


def name(u: Unfolding, seat: int, suit: str) -> None:
    """Let *seat* name the suit of the up-card, then begin the first turn (K-26)."""
    u.tell(UpCardNamed(seat=seat, nominated=suit))
    first_turn(u)


def first_turn(u: Unfolding) -> None:
    """Begin the first turn: after the dealer, or as the effect of a credited up-card gives it (K-25, K-27)."""
    credited = u.deal.dealer
    effect = u.rules.knobs.up_card.effect
    if effect == "first":
        credited = u.deal.after(credited)
    if effect != "none":
        take_effect(u, credited, (u.deal.up_card,))
    begin_turn(u, u.deal.after(credited))
