"""Blind play: a card laid face down with a claim is believed or doubted by the next seat (B1)."""

from games.rules.deal import Claim
from games.rules.decide.drawing import draw_cards, serve_penalty
from games.rules.decide.execution import Execution
from games.rules.decide.playing import land, resolve
from games.rules.decide.turns import begin_turn, count_stalled, next_seat
from games.rules.edition import FIRST
from games.rules.effects import gives_further_turn
from games.rules.events import Believed, Cause, Challenged, ClaimStood, TurnSkipped
from games.rules.legality.plays import goes_out


def believe(run: Execution, seat: int) -> None:
    """Let the claim stand; what lies under it stays hidden (PR-56)."""
    claim = _claim(run)
    run.emit(Believed(seat=seat))
    _stand(run, claim)


def challenge(run: Execution, seat: int) -> None:
    """Turn the card up: who was wrong, the doubter or the liar, pays (PR-57 to PR-61)."""
    claim = _claim(run)
    truthful = claim.card == claim.said
    misses = truthful and not gives_further_turn(run.rules, run.deal, (claim.said,))
    run.emit(Challenged(seat=seat, card=claim.card, truthful=truthful, misses=misses))
    if truthful:
        _stand(run, claim, doubter=seat)
        return

    # The liar has the card back. It takes what was live, draws the fine and loses the rest of its turn.
    liar = claim.seat
    if run.edition > FIRST:
        count_stalled(run, stuck=False)  # the liar's turn does not end with a pass (K-85)
    if run.deal.penalty:
        serve_penalty(run, liar)
    elif run.deal.skip:
        run.emit(TurnSkipped(seat=liar))
    draw_cards(run, liar, run.rules.sections.blind.lie_fine, Cause.FINE)
    begin_turn(run, next_seat(run.deal, liar))


def _claim(run: Execution) -> Claim:
    if run.deal.claim is None:
        raise AssertionError("a seat is asked to believe only while a claim waits")
    return run.deal.claim


def _stand(run: Execution, claim: Claim, *, doubter: int | None = None) -> None:
    """Go on as if the claimed card had been laid; who doubted it pays first."""
    seat, cards = claim.seat, (claim.said,)
    out = not run.deal.hands[seat] and goes_out(run.rules, run.deal, seat, cards, claim.word)
    run.emit(ClaimStood(seat=seat, keeps_demand=run.rules.keeps_demand[claim.said], hidden=doubter is None))
    land(run, seat, claim.word)
    if doubter is not None:
        draw_cards(run, doubter, run.rules.sections.blind.truth_fine, Cause.FINE)
    resolve(run, seat, cards, claim.target, out=out)
