"""Blind play: a card laid face down with a claim, which the next seat believes or doubts (B1)."""

from games.rules.commands import Play
from games.rules.deal import Claim
from games.rules.decide.drawing import draw_cards, serve_penalty
from games.rules.decide.execution import Execution
from games.rules.decide.playing import land, resolve
from games.rules.decide.turns import begin_turn, next_seat
from games.rules.effects import gives_further_turn
from games.rules.events import Believed, CardLaidBlind, Cause, Challenged, ClaimStood, SeatAsked, TurnSkipped, asks
from games.rules.legality.plays import goes_out


def lay_blind(u: Execution, move: Play, word: str) -> None:
    """Lay the card face down, *word* in place of its own, and ask the next seat before all else (PR-53 to PR-55)."""
    if move.claim is None:
        raise AssertionError("objection lets no card through without a claim")
    u.emit(
        CardLaidBlind(
            seat=move.seat, card=move.cards[0], claim=move.claim, nominated=move.nominated, target=move.target,
            word=word,
        )
    )  # fmt: skip
    u.emit(SeatAsked(seat=u.deal.after(move.seat), ask=asks.BELIEVE))


def believe(u: Execution, seat: int) -> None:
    """Let the claim stand; what lies under it stays hidden (PR-56)."""
    claim = _claim(u)
    u.emit(Believed(seat=seat))
    _stand(u, claim)


def challenge(u: Execution, seat: int) -> None:
    """Turn the card up: who was wrong, the doubter or the liar, pays (PR-57 to PR-61)."""
    claim = _claim(u)
    true = claim.card == claim.said
    misses = true and not gives_further_turn(u.rules, u.deal, (claim.said,))
    u.emit(Challenged(seat=seat, card=claim.card, true=true, misses=misses))
    if true:
        _stand(u, claim, doubter=seat)
    else:
        _catch(u, claim.seat)


def _claim(u: Execution) -> Claim:
    if u.deal.claim is None:
        raise AssertionError("a seat is asked to believe only while a claim waits")
    return u.deal.claim


def _stand(u: Execution, claim: Claim, *, doubter: int | None = None) -> None:
    """Go on as if the claimed card had been laid; who doubted it pays first."""
    seat, cards = claim.seat, (claim.said,)
    out = not u.deal.hands[seat] and goes_out(u.rules, u.deal, seat, cards, claim.word)
    u.emit(ClaimStood(seat=seat, keeps_demand=u.rules.keeps_demand[claim.said], hidden=doubter is None))
    land(u, seat, claim.word)
    if doubter is not None:
        draw_cards(u, doubter, u.rules.sections.blind.truth_fine, Cause.FINE)
    resolve(u, seat, cards, claim.target, out=out)


def _catch(u: Execution, liar: int) -> None:
    """Let the *liar*, who has the card back, take what was live, draw the fine and lose the rest of its turn."""
    if u.deal.penalty:
        serve_penalty(u, liar)
    elif u.deal.skip:
        u.emit(TurnSkipped(seat=liar))
    draw_cards(u, liar, u.rules.sections.blind.lie_fine, Cause.FINE)
    begin_turn(u, next_seat(u.deal, liar))
