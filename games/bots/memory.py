"""What a seat knows of hidden cards: a function of its own feed alone.

The cards that the viewer cannot see form *pools*. A pool is a set of known cards, and how many of them each hidden
place holds: the hands of the others, the stock, cards face down. At first the whole deck is one pool. When discards
become stock again they are a new pool, so what is left of the old one lies in the hands. A card that was shown and went
back into a hand is a pool of its own. Where an event does not say from which of several pools a card came, these pools
become one: the memory then knows less, but never anything false.
"""

from collections import Counter
from dataclasses import dataclass, field
from typing import Final, NamedTuple, TypeAlias

from games.bots.evidence import Evidence
from games.rules.cards import HIDDEN, Card, Nomination
from games.rules.deal import Deal
from games.rules.events import Ask, CardLaidBlind
from games.rules.observation import Observation
from games.rules.ruleset.selectors import Faces

STOCK: Final = -1
"""The stock as a place of hidden cards; seats have their numbers."""
TABLE: Final = -2
"""Cards face down on the table as such a place."""

Place: TypeAlias = int


class Lack(NamedTuple):
    """A seat did not play when these faces were asked for."""

    faces: Faces
    cards: int
    """How many of the cards that it held then it may still hold."""


@dataclass(slots=True)
class Pool:
    """Hidden cards of which the viewer knows which they are, but not where each of them is."""

    cards: Counter[Card]
    held: Counter[Place]
    """How many of them lie at each place. They add up to the number of cards."""

    def copy(self) -> "Pool":
        """Return a copy."""
        return Pool(self.cards.copy(), self.held.copy())


class OfPool(NamedTuple):
    """A card of which the viewer knows only its pool.

    A class and not a number: mypyc takes a union of ``Card`` and int for int, and reads the cards as numbers.
    """

    pool: int


class Segment(NamedTuple):
    """Cards of one pool that lie together in the stock."""

    pool: int
    cards: int


@dataclass(slots=True)
class Memory:
    """What one seat remembers of the deal that runs. Treat it as a value: only ``remember`` makes another one."""

    viewer: int
    pools: dict[int, Pool] = field(default_factory=dict)
    """By number; numbers grow."""
    stock: list[Segment] = field(default_factory=list)
    """Top first."""
    discards: list[Card | OfPool] = field(default_factory=list)
    """Bottom first: a card that the viewer knows, or the pool that it is of."""
    claim: Card | OfPool | None = None
    """The card laid face down that nobody has answered yet, likewise."""
    claimed: CardLaidBlind | None = None
    """How it was laid."""
    hand: list[Card] = field(default_factory=list)
    """The viewer's own hand."""
    looked: tuple[tuple[int, Card], ...] = ()
    """What the viewer saw in the cut, by places of the stock from 0."""
    lacks: dict[int, tuple[Lack, ...]] = field(default_factory=dict)
    """What other seats probably do not hold."""
    winner: int | None = None
    """The seat that won the last deal."""
    ask: Ask = Ask.NOTHING
    up_card: Card | None = None
    demand: Card | None = None
    nominated: Nomination = ""
    penalty: int = 0
    chain: str = ""
    cause: Card | None = None
    skip: int = 0
    made: int = 0
    """How many pools there have been."""
    table: Deal | None = None
    """The deal as a spectator sees it; None between deals, and where nothing is known of its course."""
    evidence: dict[int, Evidence] = field(default_factory=dict)
    """What the other seats have decided in this deal."""
    is_open: bool = False
    """Whether the seat on turn has not decided yet since it was asked."""


def memory_of(observation: Observation) -> Memory:
    """Return the memory of a seat that remembers nothing but what it sees in *observation*: one pool holds the rest.

    Raises ValueError for a spectator.
    """
    viewer, table = observation.viewer, observation.table
    if viewer is None:
        raise ValueError("a spectator remembers nothing")
    memory = Memory(viewer, hand=list(observation.hand))
    if table is None:
        return memory
    faces: list[Card | OfPool] = [OfPool(0) if card == HIDDEN else card for card in table.faces]
    unseen = Counter(observation.ruleset.deck)
    unseen.subtract(observation.hand)
    unseen.subtract(card for card in table.faces if card != HIDDEN)
    held = Counter({seat: len(hand) for seat, hand in enumerate(table.hands) if seat != viewer})
    held[STOCK], held[TABLE] = len(table.stock), sum(card == HIDDEN for card in table.faces)
    if table.claim:
        memory.claim = OfPool(0) if table.claim.card == HIDDEN else table.claim.card
        held[TABLE] += table.claim.card == HIDDEN
        if table.claim.card != HIDDEN:
            unseen[table.claim.card] -= 1
    memory.pools, memory.made, memory.discards = {0: Pool(+unseen, +held)}, 1, faces
    memory.stock = [Segment(0, len(table.stock))] if table.stock else []
    memory.ask, memory.up_card, memory.demand = table.ask, observation.up_card, table.demand
    memory.nominated, memory.penalty, memory.chain = table.nominated, table.penalty, table.chain
    memory.cause, memory.skip = table.cause, table.skip
    return memory
