"""The table between two events: one deal, as a value."""

from dataclasses import dataclass, field, fields
from operator import attrgetter
from typing import Final

from games.rules.cards import Card, Cards, Nomination
from games.rules.events import Ask, asks


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
    """One deal. Treat it as a value: only ``evolve_deal`` sets its fields, on a copy that nobody else has."""

    dealer: int
    direction: int
    seats: tuple[int, ...]
    """The seats that were dealt to, in seat order."""
    active: tuple[int, ...]
    """The seats that are still in the deal (K-4), in seat order."""
    hands: list[Cards]
    """One hand for each seat of the game."""
    stock: Cards = ()
    """Top first."""
    discards: Cards = ()
    """Bottom first: the last one is the up-card. A card that lies face down counts as what was claimed."""
    covered: tuple[Covered, ...] = ()
    """The cards that truly lie where a claim was believed."""
    claim: Claim | None = None
    """The card laid face down that nobody has answered yet."""
    on_turn: int = 0
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
    maker: int | None = None
    """The seat that laid it, if a seat did: it never meets it (K-124)."""
    aim: int | None = None
    """The seat at which the penalty is aimed out of turn, before it is asked."""
    resume: int | None = None
    """The seat that is next when the seat on turn has decided out of turn."""
    taken: int = 0
    """Cards drawn of the penalty so far."""
    offered: Card | None = None
    """The card drawn for the penalty that may be laid at once."""
    skip: int = 0
    skipped_by: int | None = None
    """The seat whose card makes others miss their turns, and never its own (K-71)."""
    drawn: Card | None = None
    """The last card that the seat on turn drew of its own accord (not for a penalty or a fine) in this turn."""
    draws: int = 0
    """Draws of its own accord since the turn, or its last play, began."""
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
    accusations: tuple[tuple[int, int], ...] = ()
    """Who accused whom since a card was laid or a turn began."""
    latest: int | None = None
    """The seat that laid the last card, as long as neither another seat acted nor it drew."""
    waiting: tuple[int, ...] = ()
    """Seats without cards that are out only when their turn comes again."""
    misses: int | None = None
    """The seat that misses its next turn, since it doubted a true claim."""
    out: tuple[int, ...] = ()
    """The seats that went out, in order."""
    left: tuple[int, ...] = ()
    """The seats that resigned, in order."""
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
        """Return a copy that ``evolve_deal`` may change."""
        twin = Deal(*_FIELDS(self))
        twin.hands, twin.said = self.hands.copy(), self.said.copy()
        return twin

    def count(self, first: int, until: int) -> int:
        """Return how many seats in the deal there are from *first* on, in the direction of play, before *until*."""
        found = 0
        while first != until:
            found += first in self.active
            first = (first + self.direction) % len(self.hands)
        return found

    def after(self, seat: int, direction: int | None = None) -> int:
        """Return the nearest seat in the deal from *seat* on, in *direction* or else that of play (K-3)."""
        step, seats, active = direction or self.direction, len(self.hands), self.active
        seat = (seat + step) % seats
        while seat not in active:
            seat = (seat + step) % seats
        return seat


_FIELDS: Final = attrgetter(*(one.name for one in fields(Deal)))
