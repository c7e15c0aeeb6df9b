"""Seats without cards that can still be brought back: out only when their turn comes again (W4)."""

from games.rules.decide.drawing import serve_penalty
from games.rules.decide.ending import cap_skip, end_deal, ending_after
from games.rules.decide.execution import Execution
from games.rules.events import SeatWentOut, TurnSkipped


def settle(run: Execution, seat: int) -> bool:
    """Bring *seat*, whose turn comes again, back or let it go out for good; return whether the deal is over (K-28)."""
    deal, rules = run.deal, run.rules
    if deal.penalty and deal.up_card in rules.returns and serve_penalty(run, seat):
        return False
    run.emit(SeatWentOut(seat=seat))
    if ending := ending_after(run):
        end_deal(run, ending)
        return True
    if deal.skip:
        run.emit(TurnSkipped(seat=seat))
    cap_skip(run, seat)
    return False
