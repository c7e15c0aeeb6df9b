"""Taking what is due: a live penalty, perhaps with a card among those drawn that may be laid at once, or a skip."""

from games.rules.decide.drawing import draw_cards, serve_penalty
from games.rules.decide.execution import Execution
from games.rules.decide.turns import close_window, count_stalled, end_turn
from games.rules.events import (
    Accepted,
    CardOffered,
    Cause,
    Declined,
    EffectEnded,
    PenaltyRaised,
    SeatAsked,
    TurnSkipped,
    asks,
)


def accept(u: Execution, seat: int) -> None:
    """Carry out an accept: draw the live penalty, or miss the turn (K-62, K-69)."""
    close_window(u, seat)
    u.emit(Accepted(seat=seat))
    count_stalled(u, stuck=False)
    if u.deal.penalty:
        _draw_penalty(u, seat)
    else:
        u.emit(TurnSkipped(seat=seat))
        end_turn(u, seat)


def _draw_penalty(u: Execution, seat: int) -> None:
    """Draw what is left of the penalty; stop at a card that may be laid at once, as long as one is offered (C4)."""
    deal, chain = u.deal, u.rules.chain(u.deal.chain)
    rescues = u.rules.rescues[deal.chain]
    while rescues and deal.penalty and deal.taken < chain.rescue_among:
        if not draw_cards(u, seat, 1, Cause.PENALTY):
            break
        u.count_round()
        drawn = deal.hands[seat][-1]
        if drawn in rescues:
            u.emit(CardOffered(seat=seat, card=drawn))
            u.emit(SeatAsked(seat=seat, ask=asks.RESCUE))
            return
    _draw_the_rest(u, seat)


def _draw_the_rest(u: Execution, seat: int) -> None:
    after, due = u.rules.chain(u.deal.chain).after, u.deal.penalty
    whole = serve_penalty(u, seat) == due
    # CE-30: a penalty whose last card is the last of the stock counts as the first of the passes that block a deal.
    if whole and u.rules.sections.end.stalled_by == "empty_stock" and not u.deal.stock:
        count_stalled(u, stuck=True)
    if after == "full_turn" and u.deal.resume is None:
        u.emit(SeatAsked(seat=seat, ask=asks.PLAY))
    else:
        end_turn(u, seat)


def decline(u: Execution, seat: int) -> None:
    """Keep the card that was offered, and go on drawing (FA-30)."""
    u.emit(Declined(seat=seat))
    _draw_penalty(u, seat)


def rescue(u: Execution, seat: int) -> None:
    """Lay the card that was offered: it cancels, or makes a penalty of its own amount alone (FA-31 to FA-34)."""
    card = u.deal.offered
    if card is None:
        raise AssertionError("objection lets this through only with a card offered")
    cancels, amount = card in u.rules.cancels[u.deal.chain], u.rules.penalty[card]
    u.cards_played(seat, (card,), keeps_demand=u.rules.keeps_demand[card])
    if amount and not cancels:
        u.emit(PenaltyRaised(cards=amount, chain=u.rules.chain_of[card], cause=card))
    else:
        u.emit(EffectEnded())
    end_turn(u, seat)
