"""Laying cards: the order in which a play is resolved (K-51)."""

from games.rules.cards import Cards
from games.rules.commands import Play
from games.rules.decide.drawing import draw_cards, replenish_at_once
from games.rules.decide.ending import end_deal, ending_after
from games.rules.decide.execution import Execution
from games.rules.decide.turns import end_turn
from games.rules.effects import gives_further_turn
from games.rules.events import (
    Cause,
    DirectionReversed,
    EffectEnded,
    Ending,
    PenaltyRaised,
    SeatWaits,
    SeatWentOut,
    SkipRaised,
    asks,
)
from games.rules.legality.fitting import fitting_next, serves
from games.rules.legality.plays import goes_out
from games.rules.ruleset.selectors import NOTHING, Faces


def play(u: Execution, move: Play, word: str) -> None:
    """Carry out *move*, which is legal and canonical, and lays its cards face up, with *word* in place of its own."""
    rules, seat, cards = u.rules, move.seat, move.cards
    hand = u.deal.hands[seat]
    out = len(cards) == len(hand) and goes_out(rules, u.deal, seat, cards, word)
    u.cards_played(seat, cards, move.nominated, move.target, keeps_demand=rules.keeps_demand[cards[-1]])
    land(u, seat, word)
    resolve(u, seat, cards, move.target, out=out)


def land(u: Execution, seat: int, word: str) -> None:
    """Say the *word* that came with the cards that *seat* has just laid; where cards are laid no deal is stuck."""
    if word:
        u.announced(seat, word, early=False)
    if u.deal.stalled:
        u.deal_stalled(0)
    replenish_at_once(u)


def resolve(u: Execution, seat: int, cards: Cards, target: int | None, *, out: bool) -> None:
    """Resolve a play from its effects on; *out* tells whether *seat* gets rid of its last card with it (K-51)."""
    spent = 0 < u.rules.most_plays <= u.deal.plays
    if not spent and not (out and u.rules.sections.out.effect == "drop"):
        take_effect(u, seat, cards, target)
    if out:
        _go_out(u, seat)
    elif spent:
        end_deal(u, Ending.PLAYS_SPENT)
    else:
        _go_on(u, seat, cards)


def take_effect(u: Execution, seat: int, cards: Cards, target: int | None = None) -> None:
    """Let the effects of *cards*, laid by *seat*, run: penalty, skip, strike, reverse (K-51, steps 2 to 4)."""
    rules, deal = u.rules, u.deal
    if deal.penalty:
        _meet_penalty(u, cards)
    elif deal.skip:
        _skip(u, cards, deal.skip if rules.sections.skip.adds_up else 0)
    elif rules.is_plain(cards):
        return
    elif any(rules.penalty[card] for card in cards):
        _raise(u, cards, 0, deal.after(seat, -deal.direction))
    elif _any(rules.skip, cards):
        _skip(u, cards, 0)
    if rules.strikes:
        _strike(u, seat, cards, target)
    if rules.acting(rules.reverse, cards) % 2:
        u.emit(DirectionReversed(direction=-deal.direction))


def _meet_penalty(u: Execution, cards: Cards) -> None:
    if cards[0] in u.rules.cancels[u.deal.chain]:
        u.emit(EffectEnded())
    else:
        _raise(u, cards, u.deal.penalty)


def _any(faces: Faces, cards: Cards) -> bool:
    return not faces.isdisjoint(cards)


def _raise(u: Execution, cards: Cards, before: int, behind: int | None = None) -> None:
    """Make the penalty of *cards*, on top of what was live *before*; a new one may be aimed at the seat *behind*."""
    rules = u.rules
    cause = next((card for card in reversed(cards) if rules.penalty[card]), cards[-1])
    if amount := before + rules.penalty_of(cards, stocked=bool(u.deal.stock)):
        aim = behind if cause in rules.backward else None
        u.emit(PenaltyRaised(cards=amount, chain=rules.chain_of[cause] or u.deal.chain, cause=cause, aim=aim))


def _skip(u: Execution, cards: Cards, before: int) -> None:
    turns = before + u.rules.acting(u.rules.skip, cards)
    u.emit(SkipRaised(turns=min(turns, len(u.deal.active) - 1)))


def _strike(u: Execution, seat: int, cards: Cards, target: int | None) -> None:
    faces, strike = next(((faces, one) for faces, one in u.rules.strikes if _any(faces, cards)), (NOTHING, None))
    if strike is None:
        return
    deal, amount = u.deal, strike.amount * u.rules.acting(faces, cards)
    struck = [target] if target is not None else [deal.after(seat, -deal.direction)]
    if strike.at == "others":
        struck, other = [], deal.after(seat)
        while other != seat:
            struck.append(other)
            other = deal.after(other)
    for one in struck:
        draw_cards(u, one, amount, Cause.STRIKE)


def _go_out(u: Execution, seat: int) -> None:
    deal = u.deal
    if u.rules.returns:
        u.emit(SeatWaits(seat=seat))
        end_turn(u, seat)
        return
    u.emit(SeatWentOut(seat=seat))
    ending = ending_after(u)
    if ending is None:
        end_turn(u, seat)
        return
    if u.rules.sections.out.pending == "serve" and deal.penalty and deal.active:
        draw_cards(u, deal.after(seat) if deal.aim is None else deal.aim, deal.penalty, Cause.PENALTY)
    end_deal(u, ending)


def _go_on(u: Execution, seat: int, cards: Cards) -> None:
    """Go on after a play that did not go out: a follow, a fine for the last card, or the end of the turn."""
    rules, deal, top = u.rules, u.deal, cards[-1]
    hand = deal.hands[seat]
    if not hand and top in rules.fined_last:
        draw_cards(u, seat, rules.sections.out.fine, Cause.FINE)
        end_turn(u, seat)
    elif top in rules.must_follow and (hand or rules.sections.follow.last != "wins"):
        u.seat_asked(seat, asks.MUST_FOLLOW)
    elif not hand:
        draw_cards(u, seat, rules.sections.say.last_fine, Cause.FINE)
        end_turn(u, seat, further=gives_further_turn(u.rules, u.deal, cards))
    elif top in rules.may_follow and serves(rules, hand, fitting_next(rules, deal, seat)):
        u.seat_asked(seat, asks.MAY_FOLLOW)
    else:
        end_turn(u, seat, further=gives_further_turn(u.rules, u.deal, cards))
