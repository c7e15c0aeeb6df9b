"""Taking what is due: a live penalty, perhaps with a card among those drawn that may be laid at once, or a skip."""

from games.rules.decide.announcing import close_window
from games.rules.decide.drawing import draw_cards, serve_penalty
from games.rules.decide.execution import Execution
from games.rules.decide.turns import count_stalled, end_turn
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


def accept(run: Execution, seat: int) -> None:
    """Carry out an accept: draw the live penalty, or miss the turn (K-62, K-69)."""
    close_window(run, seat)
    run.emit(Accepted(seat=seat))
    count_stalled(run, stuck=False)
    if run.deal.penalty:
        _draw_penalty(run, seat)
    else:
        run.emit(TurnSkipped(seat=seat))
        end_turn(run, seat)


def _draw_penalty(run: Execution, seat: int) -> None:
    """Draw what is left of the penalty; stop at a card that may be laid at once, as long as one is offered (C4)."""
    deal, chain = run.deal, run.rules.chain(run.deal.chain)
    rescues = run.rules.rescues[deal.chain]
    while rescues and deal.penalty and deal.taken < chain.rescue_among:
        if not draw_cards(run, seat, 1, Cause.PENALTY):
            break
        run.count_round()
        drawn = deal.hands[seat][-1]
        if drawn in rescues:
            run.emit(CardOffered(seat=seat, card=drawn))
            run.emit(SeatAsked(seat=seat, ask=asks.RESCUE))
            return

    due = deal.penalty
    whole = serve_penalty(run, seat) == due
    # CE-30: a penalty whose last card is the last of the stock counts as the first of the passes that block a deal.
    if whole and run.rules.sections.end.stalled_by == "empty_stock" and not deal.stock:
        count_stalled(run, stuck=True)
    if chain.after == "full_turn" and deal.resume is None:
        run.emit(SeatAsked(seat=seat, ask=asks.PLAY))
    else:
        end_turn(run, seat)


def decline(run: Execution, seat: int) -> None:
    """Keep the card that was offered, and go on drawing (FA-30)."""
    run.emit(Declined(seat=seat))
    _draw_penalty(run, seat)


def rescue(run: Execution, seat: int) -> None:
    """Lay the card that was offered: it cancels, or makes a penalty of its own amount alone (FA-31 to FA-34)."""
    card = run.deal.offered
    if card is None:
        raise AssertionError("objection lets this through only with a card offered")
    cancels, amount = card in run.rules.cancels[run.deal.chain], run.rules.penalty[card]
    run.cards_played(seat, (card,), keeps_demand=run.rules.keeps_demand[card])
    if amount and not cancels:
        run.emit(PenaltyRaised(cards=amount, chain=run.rules.chain_of[card], cause=card))
    else:
        run.emit(EffectEnded())
    end_turn(run, seat)
