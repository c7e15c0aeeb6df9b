"""Seats without cards that can still be brought back: out only when their turn comes again (W4)."""

from games.rules.decide.drawing import serve_penalty
from games.rules.decide.ending import end_deal
from games.rules.decide.unfolding import Unfolding
from games.rules.events import Ending, SeatWentOut, SkipRaised, TurnSkipped


def settle(u: Unfolding, seat: int) -> bool:
    """Bring *seat*, whose turn comes again, back or let it go out for good; return whether the deal is over (K-28)."""
    deal, rules = u.deal, u.rules
    if deal.penalty and deal.up_card in rules.returns and serve_penalty(u, seat):
        return False
    u.tell(SeatWentOut(seat=seat))
    if rules.knobs.end.when == "first_out" or len(deal.active) <= 1:
        end_deal(u, Ending.WENT_OUT if rules.knobs.end.when == "first_out" else Ending.LAST_LEFT)
        return True
    if deal.skip:
        u.tell(TurnSkipped(seat=seat))
    if deal.skip >= len(deal.active):
        u.tell(SkipRaised(turns=len(deal.active) - 1))
    return False
