"""What each event changes in a deal. There are no rules here: an event says all that changes."""

from typing import Final

from games.rules import events
from games.rules.cards import Cards, Nomination, without
from games.rules.deal import Claim, Covered, Deal
from games.rules.events import Ask, Cause, asks

_OWN_ACCORD: Final = Cause.OWN_ACCORD
_PENALTY: Final = Cause.PENALTY


def begin(event: events.DealBegan, seats: int) -> Deal:
    """Return the empty table on which a deal of a game of *seats* begins."""
    return Deal(
        event.dealer, event.direction, event.seats, event.seats, [()] * seats, on_turn=event.dealer, said=[()] * seats
    )


def evolve(deal: Deal, event: events.Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an event
    """Change *deal*, a private copy, by what *event* says."""
    match event:
        case events.CardsPlayed(seat=seat, cards=cards, nominated=nominated, keeps_demand=keeps_demand):
            cards_played(deal, seat, cards, nominated, keeps_demand=keeps_demand)
        case events.TurnBegan(seat=seat, ask=ask, resume=resume):
            turn_began(deal, seat, ask, resume)
        case events.CardsDrawn(seat=seat, cards=cards, cause=cause):
            cards_drawn(deal, seat, cards, cause)
        case events.SeatAsked(seat=seat, ask=ask):
            seat_asked(deal, seat, ask)
        case (
            events.EffectEnded() | events.PenaltyRaised() | events.TurnSkipped() | events.SkipRaised()
            | events.DirectionReversed()
        ):  # fmt: skip
            _evolve_effect(deal, event)
        case events.Passed(seat=seat) | events.Accepted(seat=seat):
            passed(deal, seat)
        case events.DealStalled(turns=turns):
            deal_stalled(deal, turns)
        case events.StockReplenished(cards=cards):
            stock_replenished(deal, cards)
        case events.Announced(seat=seat, word=word, early=early):
            announced(deal, seat, word, early=early)
        case events.WindowOpened(seat=seat):
            deal.window, deal.charged = seat, False
        case events.WindowClosed():
            deal.window = None
        case events.SeatAccused(seat=seat, accused=accused):
            deal.charged = deal.charged or deal.window == accused
            deal.accusations = (*deal.accusations, (seat, accused))
        case events.FineSet(seat=seat, cards=cards):
            fines = list(deal.fines or (0,) * len(deal.hands))
            fines[seat] = cards
            deal.fines = tuple(fines) if any(fines) else ()
        case events.CardOffered(card=card):
            deal.offered = card
        case events.Declined():
            deal.offered = None
        case events.SeatWaits(seat=seat):
            deal.waiting = (*deal.waiting, seat)
        case events.SeatWentOut(seat=seat):
            deal.won_with = deal.won_with if deal.out else deal.laid_last
            deal.active, deal.waiting = _less(deal.active, seat), _less(deal.waiting, seat)
            deal.out = (*deal.out, seat)
        case events.DealEnded():
            deal.ask, deal.window = asks.NOTHING, None
        case events.CardLaidBlind() | events.Believed() | events.Challenged() | events.ClaimStood():
            _evolve_claim(deal, event)
        case events.SeatResigned():
            _resign(deal, event)
        case (
            events.StockShuffled() | events.StockCut() | events.CardsKept() | events.CardsDealt()
            | events.UpCardTurned() | events.UpCardPutBack() | events.UpCardNamed()
        ):  # fmt: skip
            _evolve_dealing(deal, event)
        case _:
            pass  # the rest changes only the game, and TimeRanOut nothing


def _evolve_effect(deal: Deal, event: events.Event) -> None:
    match event:
        case events.EffectEnded():
            deal.penalty, deal.chain, deal.cause, deal.aim, deal.taken, deal.maker = 0, "", None, None, 0, None
            deal.skip, deal.skipped_by = 0, None
        case events.PenaltyRaised(cards=cards, chain=chain, cause=cause, aim=aim):
            deal.penalty, deal.chain, deal.cause, deal.aim, deal.taken = cards, chain, cause, aim, 0
            deal.maker = deal.latest
        case events.TurnSkipped(seat=seat):
            deal.skip = max(0, deal.skip - 1)
            deal.skipped_by = deal.skipped_by if deal.skip else None
            deal.misses = None if deal.misses == seat else deal.misses
        case events.SkipRaised(turns=turns):
            maker = deal.skipped_by if deal.latest is None else deal.latest
            deal.skip, deal.skipped_by = turns, maker if turns else None
        case events.DirectionReversed(direction=direction):
            deal.direction = direction
        case _:
            pass


def _evolve_dealing(deal: Deal, event: events.Dealing) -> None:
    match event:
        case events.StockShuffled(cards=cards):
            deal.stock, deal.looked = cards, ()
        case events.StockCut(cards=cards):
            deal.looked = cards
        case events.CardsKept(seat=seat, cards=cards):
            deal.stock, deal.looked = without(deal.stock, cards), ()
            deal.hands[seat] += cards
        case events.CardsDealt(hands=hands):
            deal.hands = [old + new for old, new in zip(deal.hands, hands, strict=True)]
            deal.stock = deal.stock[sum(map(len, hands)) :]
        case events.UpCardTurned(card=card):
            deal.stock, deal.discards, deal.demand = deal.stock[1:], (*deal.discards, card), card
        case events.UpCardPutBack(card=card):
            deal.stock, deal.discards, deal.demand = (*deal.stock, card), deal.discards[:-1], None
        case events.UpCardNamed(nominated=nominated):
            deal.nominated = nominated


def _evolve_claim(deal: Deal, event: events.Claiming) -> None:
    match event:
        case events.CardLaidBlind(seat=seat, card=card, claim=said):
            deal.hands[seat] = without(deal.hands[seat], (card,))
            deal.claim = Claim(seat, card, said, event.nominated, event.target, event.word)
        case events.Challenged(truthful=True, seat=seat, misses=misses):
            deal.misses = seat if misses else None
        case events.Challenged() if deal.claim:
            deal.hands[deal.claim.seat] += (deal.claim.card,)
            deal.claim = None
        case events.ClaimStood(seat=seat) if deal.claim:
            claim, deal.claim, deal.on_turn = deal.claim, None, seat
            if event.hidden:
                deal.covered = (*deal.covered, Covered(len(deal.discards), seat, claim.card))
            _lay(deal, seat, (claim.said,), claim.nominated, keeps_demand=event.keeps_demand)
        case _:
            pass


def turn_began(deal: Deal, seat: int, ask: Ask, resume: int | None) -> None:
    """Change *deal* by a ``TurnBegan``."""
    deal.on_turn, deal.ask, deal.resume = seat, ask, resume
    deal.drawn, deal.draws, deal.dry, deal.emptied = None, 0, False, False
    deal.laid = deal.spoken = False
    deal.aim, deal.accusations = None, ()


def seat_asked(deal: Deal, seat: int, ask: Ask) -> None:
    """Change *deal* by a ``SeatAsked``."""
    deal.on_turn, deal.ask = seat, ask


def deal_stalled(deal: Deal, turns: int) -> None:
    """Change *deal* by a ``DealStalled``."""
    deal.stalled = turns


def announced(deal: Deal, seat: int, word: str, *, early: bool) -> None:
    """Change *deal* by an ``Announced``."""
    said = () if early and not deal.spoken else deal.said[seat]
    deal.said[seat] = said if word in said else (*said, word)
    deal.spoken = deal.spoken or early


def stock_replenished(deal: Deal, cards: Cards) -> None:
    """Change *deal* by a ``StockReplenished``."""
    if deal.covered:
        top = len(deal.discards) - 1
        deal.covered = tuple(Covered(0, one.seat, one.card) for one in deal.covered if one.place == top)
    deal.stock, deal.discards = deal.stock + cards, deal.discards[-1:]


def passed(deal: Deal, seat: int) -> None:
    """Change *deal* by a ``Passed`` or an ``Accepted``."""
    deal.latest = deal.latest if deal.latest == seat else None


def cards_played(deal: Deal, seat: int, cards: Cards, nominated: Nomination, *, keeps_demand: bool) -> None:
    """Change *deal* by a ``CardsPlayed``."""
    deal.hands[seat] = without(deal.hands[seat], cards)
    _lay(deal, seat, cards, nominated, keeps_demand=keeps_demand)


def _lay(deal: Deal, seat: int, cards: Cards, nominated: Nomination, *, keeps_demand: bool) -> None:
    """Let *cards*, which have left the hand, lie on top."""
    deal.discards += cards
    if not keeps_demand:
        deal.demand, deal.nominated = cards[-1], nominated
    if not deal.spoken:
        deal.said[seat] = ()
    deal.drawn, deal.draws, deal.dry, deal.emptied = None, 0, False, False
    deal.laid, deal.spoken, deal.offered, deal.accusations = True, False, None, ()
    deal.plays, deal.laid_last, deal.latest = deal.plays + 1, cards, seat


def cards_drawn(deal: Deal, seat: int, cards: Cards, cause: Cause) -> None:
    """Change *deal* by a ``CardsDrawn``."""
    if cause is _OWN_ACCORD:
        deal.emptied = deal.emptied or not deal.hands[seat]
        deal.draws += 1
        deal.dry = not cards
        deal.drawn = cards[-1] if cards else None
        deal.latest = None
    elif cause is _PENALTY:
        deal.penalty, deal.taken = max(0, deal.penalty - len(cards)), deal.taken + len(cards)
    if not cards:
        return
    deal.hands[seat] += cards
    deal.stock = deal.stock[len(cards) :]
    deal.said[seat] = ()
    if deal.waiting:
        deal.waiting = _less(deal.waiting, seat)
    if deal.latest == seat:
        deal.latest = None
    if seat == deal.on_turn and deal.claim is None:
        deal.laid = deal.spoken = False


def _resign(deal: Deal, event: events.SeatResigned) -> None:
    seat = event.seat
    if deal.ask is asks.NOTHING:
        return  # the deal is over
    if seat in deal.active:
        deal.active, deal.waiting = _less(deal.active, seat), _less(deal.waiting, seat)
        deal.left = (*deal.left, seat)
        deal.hands[seat] = ()
        deal.stock += event.cards
    if deal.window == seat:
        deal.window = None
    if deal.misses == seat:
        deal.misses = None
    if deal.on_turn == seat:
        deal.taken, deal.offered = 0, None
    if deal.claim and deal.claim.seat == seat:
        deal.claim = None
    if deal.resume == seat and deal.active:
        deal.resume = deal.after(seat)


def _less(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != gone)
