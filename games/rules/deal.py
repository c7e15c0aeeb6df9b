"""The table between two events: one deal, and what each event changes in it. Knows no rules: it only records."""

from dataclasses import dataclass, field, fields
from operator import attrgetter

from games.rules import events
from games.rules.cards import Card, Cards, Nomination, without
from games.rules.events import Ask, Cause


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
    """Bottom first: the last one is the up-card."""
    turn: int = 0
    """The seat that must act."""
    ask: Ask = Ask.NOTHING
    demand: Card | None = None
    """The face whose suit and rank are asked for; None before there is an up-card."""
    nominated: Nomination = ""
    penalty: int = 0
    chain: str = ""
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
    out: tuple[int, ...] = ()
    """Who went out, in order."""
    left: tuple[int, ...] = ()
    """Who resigned, in order."""
    looked: Cards = ()
    """The cards that the cutter looked at."""
    stalled: int = 0
    """Turns in a row that ended with nothing played and nothing left to draw."""
    plays: int = 0
    together: int = 0
    """How many cards the last play laid."""
    fines: tuple[int, ...] = ()
    """Cards that wait for each seat's next turn; empty where no fine ever waits."""

    @property
    def up_card(self) -> Card:
        """The top discard. Raises IndexError before there is one."""
        return self.discards[-1]

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


_FIELDS = attrgetter(*(one.name for one in fields(Deal)))


def begin(event: events.DealBegan, seats: int) -> Deal:
    """Return the empty table on which a deal of a game of *seats* begins."""
    return Deal(
        event.dealer, event.direction, event.seats, event.seats, [()] * seats, turn=event.dealer, said=[()] * seats
    )


def record(deal: Deal, event: events.Event) -> None:  # noqa: C901, PLR0912 - one case an event
    """Change *deal*, a private copy, by what *event* says."""
    match event:
        case events.CardsPlayed():
            _play(deal, event)
        case events.TurnBegan(seat=seat, ask=ask):
            deal.turn, deal.ask = seat, ask
            deal.drawn, deal.draws, deal.dry, deal.emptied = None, 0, False, False
            deal.laid = deal.spoken = False
        case events.CardsDrawn():
            _draw(deal, event)
        case events.SeatAsked(seat=seat, ask=ask):
            deal.turn, deal.ask = seat, ask
        case events.DealStalled(turns=turns):
            deal.stalled = turns
        case events.PenaltyRaised(cards=cards, chain=chain):
            deal.penalty, deal.chain = cards, chain
        case events.SkipRaised(turns=turns):
            deal.skip = turns
        case events.EffectEnded():
            deal.penalty, deal.chain, deal.skip = 0, "", 0
        case events.TurnSkipped():
            deal.skip = max(0, deal.skip - 1)
        case events.DirectionReversed(direction=direction):
            deal.direction = direction
        case events.Announced(seat=seat, word=word, early=early):
            deal.said[seat] = (word,) if early and not deal.spoken else (*deal.said[seat], word)
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
            deal.active = tuple(one for one in deal.active if one != seat)
            deal.out = (*deal.out, seat)
        case events.StockReplenished(cards=cards):
            deal.stock, deal.discards = (*deal.stock, *cards), deal.discards[-1:]
        case events.SeatResigned():
            _resign(deal, event)
        case events.DealEnded():
            deal.ask, deal.window = Ask.NOTHING, None
        case (
            events.StockShuffled() | events.StockCut() | events.CardsKept() | events.CardsDealt()
            | events.UpCardTurned() | events.UpCardPutBack() | events.UpCardNamed()
        ):  # fmt: skip
            _record_dealing(deal, event)
        case (
            events.Passed() | events.Accepted() | events.TimeRanOut() | events.DealBegan() | events.DealScored()
            | events.SeatEliminated() | events.GameOpened() | events.SeatTaken() | events.SeatLeft()
            | events.GameStarted() | events.GameEnded()
        ):  # fmt: skip
            pass


def _record_dealing(deal: Deal, event: events.Dealing) -> None:
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


def _play(deal: Deal, event: events.CardsPlayed) -> None:
    seat, cards = event.seat, event.cards
    deal.hands[seat] = without(deal.hands[seat], cards)
    deal.discards += cards
    if not event.keeps_demand:
        deal.demand, deal.nominated = cards[-1], event.nominated
    if not deal.spoken:
        deal.said[seat] = ()
    deal.drawn, deal.draws, deal.dry, deal.emptied = None, 0, False, False
    deal.laid, deal.spoken = True, False
    deal.plays, deal.together = deal.plays + 1, len(cards)


def _draw(deal: Deal, event: events.CardsDrawn) -> None:
    seat, cards = event.seat, event.cards
    if event.cause is Cause.OWN_ACCORD:
        deal.emptied = deal.emptied or not deal.hands[seat]
        deal.draws += 1
        deal.dry = not cards
        deal.drawn = cards[-1] if cards else None
    if cards:
        deal.hands[seat] += cards
        deal.stock = deal.stock[len(cards) :]
        deal.said[seat] = ()
        if seat == deal.turn:
            deal.laid = deal.spoken = False


def _resign(deal: Deal, event: events.SeatResigned) -> None:
    seat = event.seat
    if seat in deal.active:
        deal.active = tuple(one for one in deal.active if one != seat)
        deal.left = (*deal.left, seat)
        deal.hands[seat] = ()
        deal.stock += event.cards
    if deal.window == seat:
        deal.window = None
