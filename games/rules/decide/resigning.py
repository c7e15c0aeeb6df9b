"""Resigning (K-123 to K-125)."""

from games.rules.decide.dealing import ask_cutter, deal_after_cut, first_turn
from games.rules.decide.ending import cap_skip, end_deal, end_game, in_game
from games.rules.decide.execution import Execution
from games.rules.decide.turns import begin_turn, first_next_seat
from games.rules.edition import FIRST
from games.rules.events import EffectEnded, Ending, Leaving, SeatAsked, SeatResigned, asks


def resign(run: Execution, seat: int, leaving: Leaving = Leaving.RESIGNED) -> None:
    """Let *seat* leave the deal and the game, and go on where it was asked (K-123 to K-125)."""
    if run.game.ended is not None:  # between two deals nothing is counted (K-129)
        run.emit(SeatResigned(seat=seat, leaving=leaving))
        if len(in_game(run.game)) <= 1:
            end_game(run)
        return
    deal, before, ask, claim = run.deal, run.game.on_turn, run.deal.ask, run.deal.claim
    dealt_in = seat in deal.active
    cards = (*deal.hands[seat], claim.card) if claim and claim.seat == seat else deal.hands[seat]
    if dealt_in and cards:
        act = run.game.acts + 1
        run.emit(SeatResigned(seat=seat, cards=run.chance.shuffle(cards, act), act=act, leaving=leaving))
    else:
        run.emit(SeatResigned(seat=seat, leaving=leaving))
    cap_skip(run, deal.on_turn)

    alone = len(in_game(run.game)) <= 1
    if alone or (dealt_in and len(deal.active) <= 1):
        end_deal(run, Ending.RESIGNED if alone or run.edition > FIRST else Ending.LAST_LEFT)
        return
    if before is None:
        return

    # Another seat was asked: it is asked again, since the position has changed.
    if before != seat and not (claim and not deal.claim):
        run.emit(SeatAsked(seat=before, ask=ask))
        return

    # The seat was asked, or its claim lay there: what it was to decide passes on.
    match ask:
        case asks.CUT:
            ask_cutter(run)
        case asks.KEEP:
            deal_after_cut(run)
        case asks.NAME:
            first_turn(run, None if seat == deal.dealer else seat)
        case asks.BELIEVE if deal.claim:
            run.emit(SeatAsked(seat=deal.after(seat), ask=asks.BELIEVE))
        case _ if run.edition == FIRST:
            begin_turn(run, first_next_seat(deal, seat))
        case _:
            _pass_on(run, seat)


def _pass_on(run: Execution, seat: int) -> None:
    """Aim what was live at *seat* at the nearest seat behind it, and go on; it never meets its maker (K-124)."""
    deal, resume = run.deal, run.deal.resume
    behind = deal.after(seat, -deal.direction) if resume is not None else deal.after(seat)
    if deal.penalty and behind == deal.maker:
        run.emit(EffectEnded())
    if deal.penalty and resume is not None:  # it was aimed out of turn, backward, and so it goes on
        run.turn_began(behind, asks.ANSWER, resume)
    else:
        begin_turn(run, behind if resume is None else resume)
