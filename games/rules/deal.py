"""The table between two events: one deal, and what each event changes in it. Knows no rules: it only records."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final, get_args

from games.rules import events
from games.rules.cards import Card, Cards, Nomination, without
from games.rules.events import Ask, Cause, asks


@dataclass(frozen=True, slots=True)
class Claim:
    """A card laid face down, and what its player said it is."""

    seat: int
    card: Card
    said: Card
    nominated: Nomination = ""
    target: int | None = None
    word: str = ""


@dataclass(frozen=True, slots=True)
class Covered:
    """The card that lies face down at ``place`` of the discards, laid by ``seat``; its claim lies there for all."""

    place: int
    seat: int
    card: Card


@dataclass(slots=True, kw_only=False, eq=True)
class Deal:
    """One deal. Handed out as a value: only ``record``, on a private copy, sets its fields."""

    dealer: int
    direction: int
    seats: tuple[int, ...]
    """Who was dealt to, in seat order."""
    active: tuple[int, ...]
    """Who is still in the deal (K-4), in seat order."""
    hands: list[Cards]
    """One hand for each seat of the game."""
    stock: Cards = ()
    """Top first."""
    discards: Cards = ()
    """Bottom first: the last one is the up-card. A card that lies face down counts as what was claimed."""
    covered: tuple[Covered, ...] = ()
    """What truly lies where a claim was believed."""
    claim: Claim | None = None
    """The card laid face down that nobody has answered yet."""
    turn: int = 0
    """The seat that must act."""
    ask: Ask = asks.NOTHING
    demand: Card | None = None
    """The face whose suit and rank are asked for; None before there is an up-card."""
    nominated: Nomination = ""
    penalty: int = 0
    """Cards still to be drawn."""
    chain: str = ""
    cause: Card | None = None
    """The card that made the penalty."""
    aim: int | None = None
    """The seat at which the penalty is aimed out of turn, before it is asked."""
    resume: int | None = None
    """The seat that is next when the seat on turn has decided out of turn."""
    taken: int = 0
    """Cards drawn of the penalty so far."""
    offered: Card | None = None
    """The card drawn for the penalty that may be laid at once."""
    skip: int = 0
    drawn: Card | None = None
    """The last card that the seat on turn drew of its own accord in this turn."""
    draws: int = 0
    """Draws of one's own accord since the turn, or its last play, began."""
    dry: bool = False
    """Whether the last of these draws yielded nothing."""
    emptied: bool = False
    """Whether the seat on turn drew with no card left in hand."""
    laid: bool = False
    """Whether the seat on turn has laid a card in this turn and not drawn since."""
    said: list[tuple[str, ...]] = field(default_factory=list)
    """The words of each seat that are in force (K-95)."""
    spoken: bool = False
    """Whether the words of the seat on turn were said before its next play."""
    window: int | None = None
    """The seat for which a window is open."""
    charged: bool = False
    """Whether that seat was accused already."""
    latest: int | None = None
    """The seat that laid the last card, as long as neither another seat acted nor it drew."""
    waiting: tuple[int, ...] = ()
    """Seats without cards that are out only when their turn comes again."""
    misses: int | None = None
    """The seat that misses its next turn, since it doubted a true claim."""
    out: tuple[int, ...] = ()
    """Who went out, in order."""
    left: tuple[int, ...] = ()
    """Who resigned, in order."""
    looked: Cards = ()
    """The cards that the cutter looked at."""
    stalled: int = 0
    """Turns in a row that ended with nothing played and nothing left to draw."""
    plays: int = 0
    laid_last: Cards = ()
    """The cards of the last play."""
    won_with: Cards = ()
    """The cards of the play with which the first seat went out."""
    fines: tuple[int, ...] = ()
    """Cards that wait for each seat's next turn; empty where no fine ever waits."""

    @property
    def up_card(self) -> Card:
        """The top discard. Raises IndexError before there is one."""
        return self.discards[-1]

    @property
    def faces(self) -> Cards:
        """The discards as they truly are, bottom first."""
        if not self.covered:
            return self.discards
        faces = list(self.discards)
        for one in self.covered:
            faces[one.place] = one.card
        return tuple(faces)

    def copy(self) -> "Deal":
        """Return a deal of its own that may be recorded upon."""
        twin = Deal(*_FIELDS(self))
        twin.hands, twin.said = self.hands.copy(), self.said.copy()
        return twin

    def after(self, seat: int, direction: int | None = None) -> int:
        """Return the nearest seat in the deal from *seat* on, in *direction* or else that of play (K-3)."""
        step, seats, active = direction or self.direction, len(self.hands), self.active
        seat = (seat + step) % seats
        while seat not in active:
            seat = (seat + step) % seats
        return seat


_OWN_ACCORD: Final = Cause.OWN_ACCORD
_PENALTY: Final = Cause.PENALTY
_FIELDS: Final = attrgetter(*(one.name for one in fields(Deal)))


def begin(event: events.DealBegan, seats: int) -> Deal:
    """Return the empty table on which a deal of a game of *seats* begins."""
    return Deal(
        event.dealer, event.direction, event.seats, event.seats, [()] * seats, turn=event.dealer, said=[()] * seats
    )


def record(deal: Deal, event: events.Event) -> None:  # noqa: C901, PLR0912, PLR0915 - one case an event
    """Change *deal*, a private copy, by what *event* says."""
    if type(event) in _DEALING:
        _record_dealing(deal, event)
        return
    match event:
        case events.CardsPlayed(seat=seat, cards=cards, nominated=nominated, keeps_demand=keeps_demand):
            record_play(deal, seat, cards, nominated, keeps_demand=keeps_demand)
        case events.TurnBegan(seat=seat, ask=ask, resume=resume):
            record_turn(deal, seat, ask, resume)
        case events.CardsDrawn(seat=seat, cards=cards, cause=cause):
            record_draw(deal, seat, cards, cause)
        case events.SeatAsked(seat=seat, ask=ask):
            record_question(deal, seat, ask)
        case events.DealStalled(turns=turns):
            record_standstill(deal, turns)
        case events.DealEnded():
            deal.ask, deal.window = asks.NOTHING, None
        case events.PenaltyRaised(cards=cards, chain=chain, cause=cause, aim=aim):
            deal.penalty, deal.chain, deal.cause, deal.aim, deal.taken = cards, chain, cause, aim, 0
        case events.SkipRaised(turns=turns):
            deal.skip = turns
        case events.EffectEnded():
            deal.penalty, deal.chain, deal.cause, deal.aim, deal.taken, deal.skip = 0, "", None, None, 0, 0
        case events.TurnSkipped(seat=seat):
            deal.skip = max(0, deal.skip - 1)
            deal.misses = None if deal.misses == seat else deal.misses
        case events.DirectionReversed(direction=direction):
            deal.direction = direction
        case events.Announced(seat=seat, word=word, early=early):
            said = () if early and not deal.spoken else deal.said[seat]
            deal.said[seat] = said if word in said else (*said, word)
            deal.spoken = deal.spoken or early
        case events.WindowOpened(seat=seat):
            deal.window, deal.charged = seat, False
        case events.WindowClosed():
            deal.window = None
        case events.SeatAccused(accused=accused):
            deal.charged = deal.charged or deal.window == accused
        case events.FineSet(seat=seat, cards=cards):
            fines = list(deal.fines or (0,) * len(deal.hands))
            fines[seat] = cards
            deal.fines = tuple(fines) if any(fines) else ()
        case events.SeatWentOut(seat=seat):
            deal.won_with = deal.won_with if deal.out else deal.laid_last
            deal.active, deal.waiting = _less(deal.active, seat), _less(deal.waiting, seat)
            deal.out = (*deal.out, seat)
        case events.SeatWaits(seat=seat):
            deal.waiting = (*deal.waiting, seat)
        case events.StockReplenished(cards=cards):
            top = len(deal.discards) - 1
            deal.covered = tuple(Covered(0, one.seat, one.card) for one in deal.covered if one.place == top)
            deal.stock, deal.discards = (*deal.stock, *cards), deal.discards[-1:]
        case events.CardOffered(card=card):
            deal.offered = card
        case events.Declined():
            deal.offered = None
        case events.Passed(seat=seat) | events.Accepted(seat=seat):
            record_pass(deal, seat)
        case events.CardLaidBlind() | events.Believed() | events.Challenged() | events.ClaimStood():
            _record_claim(deal, event)
        case events.SeatResigned():
            _resign(deal, event)
        case (
            events.TimeRanOut() | events.DealBegan() | events.DealScored() | events.DealLost()
            | events.SeatEliminated() | events.GameOpened() | events.SeatTaken() | events.SeatLeft()
            | events.GameStarted() | events.GameEnded() | events.StockShuffled() | events.StockCut()
            | events.CardsKept() | events.CardsDealt() | events.UpCardTurned() | events.UpCardPutBack()
            | events.UpCardNamed()
        ):  # fmt: skip
            pass


_DEALING: Final = frozenset(get_args(events.Dealing))


def _record_dealing(deal: Deal, event: events.Event) -> None:
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
        case _:
            pass


def _record_claim(deal: Deal, event: events.Claiming) -> None:
    match event:
        case events.CardLaidBlind(seat=seat, card=card, claim=said):
            deal.hands[seat] = without(deal.hands[seat], (card,))
            deal.claim = Claim(seat, card, said, event.nominated, event.target, event.word)
        case events.Challenged(true=True, seat=seat, misses=misses):
            deal.misses = seat if misses else None
        case events.Challenged() if deal.claim:
            deal.hands[deal.claim.seat] += (deal.claim.card,)
            deal.claim = None
        case events.ClaimStood(seat=seat) if deal.claim:
            claim, deal.claim, deal.turn = deal.claim, None, seat
            if event.hidden:
                deal.covered = (*deal.covered, Covered(len(deal.discards), seat, claim.card))
            _lay(deal, seat, (claim.said,), claim.nominated, keeps_demand=event.keeps_demand)
        case _:
            pass


def record_turn(deal: Deal, seat: int, ask: Ask, resume: int | None) -> None:
    """Change *deal* by a ``TurnBegan``."""
    deal.turn, deal.ask, deal.resume = seat, ask, resume
    deal.drawn, deal.draws, deal.dry, deal.emptied = None, 0, False, False
    deal.laid = deal.spoken = False
    deal.aim = None


def record_question(deal: Deal, seat: int, ask: Ask) -> None:
    """Change *deal* by a ``SeatAsked``."""
    deal.turn, deal.ask = seat, ask


def record_standstill(deal: Deal, turns: int) -> None:
    """Change *deal* by a ``DealStalled``."""
    deal.stalled = turns


def record_pass(deal: Deal, seat: int) -> None:
    """Change *deal* by a ``Passed`` or an ``Accepted``."""
    deal.latest = deal.latest if deal.latest == seat else None


def record_play(deal: Deal, seat: int, cards: Cards, nominated: Nomination, *, keeps_demand: bool) -> None:
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
    deal.laid, deal.spoken, deal.offered = True, False, None
    deal.plays, deal.laid_last, deal.latest = deal.plays + 1, cards, seat


def record_draw(deal: Deal, seat: int, cards: Cards, cause: Cause) -> None:
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
    if seat == deal.turn and deal.claim is None:
        deal.laid = deal.spoken = False


def _resign(deal: Deal, event: events.SeatResigned) -> None:
    seat = event.seat
    if seat in deal.active:
        deal.active, deal.waiting = _less(deal.active, seat), _less(deal.waiting, seat)
        deal.left = (*deal.left, seat)
        deal.hands[seat] = ()
        deal.stock += event.cards
    if deal.window == seat:
        deal.window = None
    if deal.misses == seat:
        deal.misses = None
    if deal.turn == seat:
        deal.taken, deal.offered = 0, None
    if deal.claim and deal.claim.seat == seat:
        deal.claim = None
    if deal.resume == seat and deal.active:
        deal.resume = deal.after(seat)


def _less(seats: tuple[int, ...], gone: int) -> tuple[int, ...]:
    return tuple(seat for seat in seats if seat != gone)
