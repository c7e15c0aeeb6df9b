"""How turns begin and end, and what is drawn, passed and accepted in them (kernel, sections 3, 7 and 9)."""

from typing import Final, Literal, TypeAlias

from games.rules.deal import Deal
from games.rules.decide.drawing import draw_cards, draw_until_fits, last_drawn_fits, serve_penalty
from games.rules.decide.ending import end_deal
from games.rules.decide.execution import Execution
from games.rules.decide.returning import settle
from games.rules.events import (
    Ask,
    Cause,
    Ending,
    FineSet,
    TurnSkipped,
    WindowClosed,
    WindowOpened,
    asks,
)
from games.rules.legality.announcements import has_announced

_OWN_ACCORD: Final = Cause.OWN_ACCORD

Start: TypeAlias = Literal["ordinary", "missed", "settled"]
"""What becomes of a turn that comes to a seat.

Missed: it is over without a move; settled: the seat is asked for something else, or the deal is over.
"""


def begin_turn(u: Execution, seat: int) -> None:
    """Begin the turn of *seat*, or of the first after it that is not served without a move (K-28, K-65, K-68)."""
    if u.deal.aim is not None and _ask_out_of_turn(u, u.deal.aim, seat):
        return
    while (start := _start(u, seat)) == "missed":
        u.count_round()
        seat = u.deal.after(seat)
    if start == "ordinary":
        u.turn_began(seat)


def _start(u: Execution, seat: int) -> Start:
    """Settle what waits for *seat* when its turn comes, in the order of K-28; return what becomes of the turn."""
    deal = u.deal
    if seat == deal.misses:
        _miss_for_a_doubt(u, seat)
    elif deal.fines and deal.fines[seat] and not deal.skip:
        _pay_waiting_fine(u, seat)
    elif seat in deal.waiting:
        return "settled" if settle(u, seat) else "missed"
    elif deal.penalty:
        return _meet_penalty(u, seat)
    elif deal.skip:
        if u.rules.skip_answers:
            u.turn_began(seat, asks.ANSWER)
            return "settled"
        u.emit(TurnSkipped(seat=seat))
    else:
        return "ordinary"
    return "missed"


def _meet_penalty(u: Execution, seat: int) -> Start:
    """Ask *seat* for an answer to the live penalty, or serve it at once where there is none (K-65, K-66)."""
    rules, chain = u.rules, u.deal.chain
    if rules.waits(chain):
        u.turn_began(seat, asks.ANSWER)
        return "settled"
    serve_penalty(u, seat)
    return "ordinary" if rules.chain(chain).after == "full_turn" else "missed"


def _ask_out_of_turn(u: Execution, seat: int, resume: int) -> bool:
    """Ask *seat*, at which a penalty is aimed out of turn; return False where it has nothing to decide (MC-35)."""
    deal = u.deal
    if u.rules.waits(deal.chain) and seat not in deal.waiting:
        u.turn_began(seat, asks.ANSWER, resume)
        return True
    serve_penalty(u, seat)
    return False


def _miss_for_a_doubt(u: Execution, seat: int) -> None:
    """Let *seat*, who doubted a true claim, draw what is live against it and miss its turn (PR-58, PR-59)."""
    if u.deal.penalty:
        serve_penalty(u, seat)
    u.emit(TurnSkipped(seat=seat))


def _pay_waiting_fine(u: Execution, seat: int) -> None:
    """Let *seat* draw the fine that waited and what is live against it; that was its turn, without a pass (K-28)."""
    if u.deal.stalled:
        u.deal_stalled(0)
    draw_cards(u, seat, u.deal.fines[seat], Cause.FINE)
    u.emit(FineSet(seat=seat, cards=0))
    if u.deal.penalty:
        serve_penalty(u, seat)


def end_turn(u: Execution, seat: int, *, further: bool = False) -> None:
    """End the turn of *seat*: judge its duty to announce, then begin the next turn (K-40, K-41)."""
    judge_word(u, seat)
    begin_turn(u, seat if further else next_seat(u.deal, seat))


def next_seat(deal: Deal, seat: int) -> int:
    """Return whose turn follows that of *seat*; after a decision out of turn it goes on where it was.

    A penalty that was answered out of turn goes to the seat after the next, past the one that made it; with two seats
    to the other one (MC-37, MC-40).
    """
    if deal.resume is None:
        return deal.after(seat)
    if not deal.penalty:
        return deal.resume
    beyond = deal.after(deal.after(seat))
    return deal.after(seat) if beyond == seat else beyond


def judge_word(u: Execution, seat: int) -> None:
    """Fine *seat* for a word that is due and was not said, or open its window (K-88, K-96 to K-100)."""
    deal = u.deal
    if not deal.laid or len(deal.hands[seat]) != 1:
        return
    say = u.rules.sections.say
    if say.idle or not say.left_one:
        return
    if say.window == "auto":
        words = u.rules.right_words(deal.hands[seat][0], last=False)
        u.announced(seat, words[0], early=False)
    elif say.window == "until_next_act":
        u.emit(WindowOpened(seat=seat))
    elif not has_announced(u.rules, deal, seat):
        if say.window == "accusation":
            u.emit(WindowOpened(seat=seat))
        else:
            _fine(u, seat)


def _fine(u: Execution, seat: int) -> None:
    if u.rules.sections.say.blocks:
        u.emit(FineSet(seat=seat, cards=u.rules.fine))
    else:
        draw_cards(u, seat, u.rules.fine, Cause.FINE)


def close_window(u: Execution, seat: int, *, drawing: bool = False) -> None:
    """Let an act of *seat* close the window of another, who pays if it was silent (K-97 to K-99)."""
    deal, silent = u.deal, u.deal.window
    if silent is None or silent == seat:
        return
    say = u.rules.sections.say
    if drawing and say.window == "accusation":
        return
    owes = say.window == "until_next_act" and len(deal.hands[silent]) == 1
    if owes and not has_announced(u.rules, deal, silent):
        _fine(u, silent)
    u.emit(WindowClosed(seat=silent))


def draw(u: Execution, seat: int) -> None:
    """Carry out a draw of one's own accord and what the after-draw rule makes of it (K-33 to K-37, K-77)."""
    close_window(u, seat, drawing=True)
    rules = u.rules
    following = u.deal.ask is asks.MUST_FOLLOW
    until = rules.sections.follow.unable == "until" if following else rules.draws_until_playable
    if until:
        draw_until_fits(u, seat)
    else:
        draw_cards(u, seat, 1, _OWN_ACCORD)
    if following and until:
        _go_on(u, seat, asks.MUST_FOLLOW if last_drawn_fits(u) else None)
    elif u.deal.dry or rules.after_draw == "any" or (rules.passing == "sent" and rules.after_draw != "none"):
        _go_on(u, seat, asks.DRAWN)
    else:
        _go_on(u, seat, asks.DRAWN if rules.after_draw == "drawn_only" and last_drawn_fits(u) else None)


def _go_on(u: Execution, seat: int, ask: Ask | None) -> None:
    if ask is None:
        end_turn(u, seat)
    else:
        u.seat_asked(seat, ask)


def pass_turn(u: Execution, seat: int) -> None:
    """Carry out a pass; the deal is blocked when too many in a row had nothing to draw (K-38, K-85)."""
    close_window(u, seat)
    u.passed(seat)
    deal = u.deal
    stuck = not deal.stock if u.rules.sections.end.stalled_by == "empty_stock" else deal.dry
    count_stalled(u, stuck=stuck)
    if deal.stalled > len(deal.active):
        end_deal(u, Ending.BLOCKED)
    else:
        end_turn(u, seat)


def count_stalled(u: Execution, *, stuck: bool) -> None:
    """Count one more turn that ended with nothing played and nothing to draw, or start the count anew."""
    turns = u.deal.stalled + 1 if stuck else 0
    if turns != u.deal.stalled:
        u.deal_stalled(turns)
