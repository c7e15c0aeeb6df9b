"""How turns begin and end, and what is drawn and passed in them (kernel, sections 3, 7 and 9)."""

from typing import Final

from games.rules.deal import Deal
from games.rules.decide.announcing import check_word, close_window
from games.rules.decide.drawing import draw_cards, draw_until_fits, last_drawn_fits, serve_penalty
from games.rules.decide.ending import end_deal
from games.rules.decide.execution import Execution
from games.rules.decide.returning import settle
from games.rules.edition import FIRST
from games.rules.events import Cause, Ending, FineSet, TurnSkipped, asks

_OWN_ACCORD: Final = Cause.OWN_ACCORD


def begin_turn(run: Execution, seat: int) -> None:  # noqa: C901, PLR0912 - one case for each thing that waits for a seat
    """Begin the turn of *seat*, or of the first seat after it whose turn is not over without a move (K-28)."""
    rules, deal = run.rules, run.deal

    # A penalty that is aimed out of turn is met before any turn begins (MC-35).
    if (aimed := deal.aim) is not None:
        if rules.waits(deal.chain) and aimed not in deal.waiting:
            run.turn_began(aimed, asks.ANSWER, resume=seat)
            return
        serve_penalty(run, aimed)

    while True:
        if seat == deal.misses:
            # The seat doubted a true claim: it draws what is live and misses this turn (PR-58, PR-59).
            if deal.penalty:
                serve_penalty(run, seat)
            run.emit(TurnSkipped(seat=seat))
        elif deal.fines and deal.fines[seat] and not deal.skip:
            # A fine that waited is the whole turn, with what is live. That is no pass: the deal is not stuck (K-85).
            if deal.stalled:
                run.deal_stalled(0)
            draw_cards(run, seat, deal.fines[seat], Cause.FINE)
            run.emit(FineSet(seat=seat, cards=0))
            if deal.penalty:
                serve_penalty(run, seat)
        elif seat in deal.waiting:
            # The seat has no cards: it comes back now, or it is out for good.
            if settle(run, seat):
                return
        elif deal.penalty:
            # A live effect waits for an answer if the ruleset lists one; else it is served without a move (K-65, K-68).
            chain = deal.chain
            if rules.waits(chain):
                run.turn_began(seat, asks.ANSWER)
                return
            serve_penalty(run, seat)
            if rules.chain(chain).after == "full_turn":
                break
        elif deal.skip:
            if rules.skip_answers:
                run.turn_began(seat, asks.ANSWER)
                return
            run.emit(TurnSkipped(seat=seat))
        else:
            break
        run.count_round()
        seat = deal.after(seat)
    run.turn_began(seat)


def end_turn(run: Execution, seat: int, *, further: bool = False) -> None:
    """End the turn of *seat*, its word checked, and begin the next: its own if it has a *further* one (K-40, K-41)."""
    deal = run.deal
    if deal.laid and len(deal.hands[seat]) == 1:
        check_word(run, seat)
    follows = first_next_seat if run.edition == FIRST else next_seat
    begin_turn(run, seat if further else follows(deal, seat))


def next_seat(deal: Deal, seat: int) -> int:
    """Return whose turn follows that of *seat*; after a decision out of turn play goes on where it was.

    A penalty that was answered out of turn goes there too, past the seat that made it, or to that seat where there is
    no other (MC-37, MC-40).
    """
    if deal.resume is None or (deal.penalty and deal.resume == seat):
        return deal.after(seat)
    return deal.resume


def first_next_seat(deal: Deal, seat: int) -> int:
    """Return what ``next_seat`` returned in the first edition: it counted seats, though one may have left."""
    if deal.resume is None or not deal.penalty:
        return deal.after(seat) if deal.resume is None else deal.resume
    beyond = deal.after(deal.after(seat))
    return deal.after(seat) if beyond == seat else beyond


def draw(run: Execution, seat: int) -> None:
    """Carry out a draw of one's own accord, and what the after-draw rule makes of it (K-33 to K-37, K-77)."""
    rules, deal = run.rules, run.deal
    if deal.window is not None:
        close_window(run, seat, drawing=True)
    following = deal.ask is asks.MUST_FOLLOW
    until = rules.sections.follow.unable == "until" if following else rules.draws_until_playable
    if until:
        draw_until_fits(run, seat)
    else:
        draw_cards(run, seat, 1, _OWN_ACCORD)

    # Who draws until a card fits must lay that card; otherwise the after-draw rule says whether the turn goes on.
    if following and until:
        goes_on = last_drawn_fits(run)
    elif deal.dry or rules.after_draw == "any" or (rules.passing == "sent" and rules.after_draw != "none"):
        goes_on = True
    else:
        goes_on = rules.after_draw == "drawn_only" and last_drawn_fits(run)
    if goes_on:
        run.seat_asked(seat, asks.MUST_FOLLOW if following and until else asks.DRAWN)
    else:
        end_turn(run, seat)


def pass_turn(run: Execution, seat: int) -> None:
    """Carry out a pass; the deal is blocked when too many in a row had nothing to draw (K-38, K-85)."""
    deal = run.deal
    if deal.window is not None:
        close_window(run, seat)
    run.passed(seat)
    stuck = not deal.stock if run.rules.sections.end.stalled_by == "empty_stock" else deal.dry
    count_stalled(run, stuck=stuck)
    if deal.stalled > len(deal.active):
        end_deal(run, Ending.BLOCKED)
    else:
        end_turn(run, seat)


def count_stalled(run: Execution, *, stuck: bool) -> None:
    """Count one more turn that ended with nothing played and nothing to draw, or start the count anew."""
    turns = run.deal.stalled + 1 if stuck else 0
    if turns != run.deal.stalled:
        run.deal_stalled(turns)
