"""Laying cards: the order in which a play is resolved (K-51)."""

from games.rules.cards import Cards
from games.rules.commands import Play
from games.rules.decide.announcing import close_window, say_needlessly
from games.rules.decide.drawing import draw_cards, replenish_at_once
from games.rules.decide.ending import end_deal, ending_after
from games.rules.decide.execution import Execution
from games.rules.decide.turns import end_turn
from games.rules.effects import gives_further_turn
from games.rules.events import (
    CardLaidBlind,
    Cause,
    DirectionReversed,
    EffectEnded,
    Ending,
    PenaltyRaised,
    SeatAsked,
    SeatWaits,
    SeatWentOut,
    SkipRaised,
    asks,
)
from games.rules.legality.announcements import may_say
from games.rules.legality.fitting import fitting_next, serves
from games.rules.legality.plays import goes_out


def play(run: Execution, move: Play) -> None:
    """Lay the cards of *move*, which is legal and canonical: face up, or face down with a claim."""
    rules, deal, seat, cards, word = run.rules, run.deal, move.seat, move.cards, move.word
    if deal.window is not None:
        close_window(run, seat)

    # A needless word costs its fine before the cards are laid (A5).
    if word and not may_say(rules, deal.hands[seat], cards, word):
        say_needlessly(run, seat, word)
        word = ""

    # A claim does nothing by itself: the next seat answers it before all else (PR-53 to PR-55).
    if move.claim is not None:
        run.emit(
            CardLaidBlind(
                seat=seat, card=cards[0], claim=move.claim, nominated=move.nominated, target=move.target, word=word
            )
        )
        run.emit(SeatAsked(seat=deal.after(seat), ask=asks.BELIEVE))
        return

    out = len(cards) == len(deal.hands[seat]) and goes_out(rules, deal, seat, cards, word)
    run.cards_played(seat, cards, move.nominated, move.target, keeps_demand=rules.keeps_demand[cards[-1]])
    land(run, seat, word)
    resolve(run, seat, cards, move.target, out=out)


def land(run: Execution, seat: int, word: str) -> None:
    """Say the *word* that came with the cards that *seat* has just laid; where cards are laid no deal is stuck."""
    if word:
        run.announced(seat, word, early=False)
    if run.deal.stalled:
        run.deal_stalled(0)
    if not run.deal.stock:
        replenish_at_once(run)


def resolve(run: Execution, seat: int, cards: Cards, target: int | None, *, out: bool) -> None:
    """Resolve *cards*, which *seat* has laid, from their effects to the next decision (K-51, steps 2 to 9).

    *out* says that the seat goes out with them.
    """
    rules, deal, top = run.rules, run.deal, cards[-1]

    # The last play of the deal has no effects, nor has a card to go out with where the ruleset drops them (K-110).
    # Most plays have none either.
    spent, plain = 0 < rules.most_plays <= deal.plays, rules.plain.issuperset(cards)
    if (not plain or deal.penalty or deal.skip) and not spent and not (out and rules.sections.out.effect == "drop"):
        take_effect(run, seat, cards, target)

    # Going out: where the seat can be brought back it only waits; otherwise the deal may end with it.
    if out:
        if rules.returns:
            run.emit(SeatWaits(seat=seat))
            end_turn(run, seat)
            return
        run.emit(SeatWentOut(seat=seat))
        ending = ending_after(run)
        if ending is None:
            end_turn(run, seat)
            return
        if rules.sections.out.pending == "serve" and deal.penalty and deal.active:
            draw_cards(run, deal.after(seat) if deal.aim is None else deal.aim, deal.penalty, Cause.PENALTY)
        end_deal(run, ending)
        return

    # Going on: the deal ends, the same seat lays one more card, or the turn ends.
    hand = deal.hands[seat]
    if spent:
        end_deal(run, Ending.PLAYS_SPENT)
    elif not hand and top in rules.fined_last:
        # A last card that is fined loses its follow and its further turn (K-108).
        draw_cards(run, seat, rules.sections.out.fine, Cause.FINE)
        end_turn(run, seat)
    elif top in rules.must_follow and (hand or rules.sections.follow.last != "wins"):
        # A seat without a card to lay must follow too: it has to draw (K-75, K-80).
        run.seat_asked(seat, asks.MUST_FOLLOW)
    elif top in rules.may_follow and serves(rules, hand, fitting_next(rules, deal, seat)):
        run.seat_asked(seat, asks.MAY_FOLLOW)
    else:
        # A seat without a card that has not gone out has missed its word (K-89).
        if not hand:
            draw_cards(run, seat, rules.sections.say.last_fine, Cause.FINE)
        end_turn(run, seat, further=not plain and gives_further_turn(rules, deal, cards))


def take_effect(run: Execution, seat: int, cards: Cards, target: int | None = None) -> None:
    """Let the effects of *cards*, laid by *seat*, run (K-51, steps 2 to 4)."""
    rules, deal = run.rules, run.deal

    # The live effect is cancelled or grows, or a new one arises; at most one is live (K-57).
    if deal.penalty and cards[0] in rules.cancels[deal.chain]:
        run.emit(EffectEnded())
    elif deal.penalty or (not deal.skip and any(rules.penalty[card] for card in cards)):
        if amount := deal.penalty + rules.penalty_of(cards, stocked=bool(deal.stock)):
            cause = next((card for card in reversed(cards) if rules.penalty[card]), cards[-1])
            chain = rules.chain_of[cause] or deal.chain
            # Only a new penalty is aimed at the seat behind; one that grew goes on in turn (MC-36).
            behind = not deal.penalty and cause in rules.backward
            aim = deal.after(seat, -deal.direction) if behind else None
            run.emit(PenaltyRaised(cards=amount, chain=chain, cause=cause, aim=aim))
    elif deal.skip or not rules.skip.isdisjoint(cards):
        turns = rules.acting(rules.skip, cards) + (deal.skip if rules.sections.skip.adds_up else 0)
        run.emit(SkipRaised(turns=min(turns, len(deal.active) - 1)))  # never the seat's own turn (K-71)

    # A strike: the seats that it names draw at once (K-72). The first one that the cards make counts.
    for faces, strike in rules.strikes:
        if faces.isdisjoint(cards):
            continue
        struck: list[int] = []
        if strike.at == "others":
            other = deal.after(seat)
            while other != seat:
                struck.append(other)
                other = deal.after(other)
        else:
            struck.append(deal.after(seat, -deal.direction) if target is None else target)
        for one in struck:
            draw_cards(run, one, strike.amount * rules.acting(faces, cards), Cause.STRIKE)
        break

    # Two reverses in one play undo each other (K-73).
    if rules.acting(rules.reverse, cards) % 2:
        run.emit(DirectionReversed(direction=-deal.direction))
