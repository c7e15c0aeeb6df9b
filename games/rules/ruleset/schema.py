"""What a variant's file may say: one frozen dataclass a section, every default a plain game without effects.

Names and values are those of the rule book's matrix. A selector is a string (``selectors.select``). A number that
depends on the size of the table is written ``{2 = 7, 3 = 5}``: seven from two seats on, five from three.
"""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from games.rules.ruleset.effect_sections import Chain, Follow, Further, Group, Penalty, Reverse, Skip, Strike
from games.rules.ruleset.ending_sections import Ending, GoingOut, Match, Saying, Scoring
from games.rules.ruleset.selectors import Selector
from games.rules.ruleset.values import BySeats, Fine, Within

MOST_SEATS: Final = 15
"""At any table."""
MOST_JOKERS: Final = 8
"""In each deck."""
MOST_DRAWS: Final = 1_000
"""In one turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How many seats a table has (D4)."""

    least: int
    """The fewest seats; at least 2."""
    most: int
    """The most seats; at most 15."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards (D1 to D3)."""

    ranks: str
    """Ranks separated by blanks."""
    jokers: Annotated[int, Within(0, MOST_JOKERS)] = 0
    """Jokers in each deck."""
    count: BySeats
    """How many decks are shuffled together."""
    pack: Literal["french", "german", "swiss"] = "french"
    """How people call its suits and ranks. No rule depends on it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cutting before the deal (P1)."""

    kind: Literal["none", "four", "run"] = "none"
    """``four``: the cutter names four positions and may keep any special card there. ``run``: the cutter names one
    position and may keep the special cards that lie in a row from it."""
    cutter: Literal["before_dealer", "left"] = "before_dealer"
    """The seat before the dealer in playing order, or the dealer's left neighbour whatever the direction."""
    special: Selector = ""
    """Cards that the cutter may keep."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How many cards a seat is dealt (P2)."""

    size: BySeats
    """Cards that each seat is dealt."""
    less_when_lost: bool = False
    """One card less for every deal lost so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCard:
    """The first up-card (P3 to P6)."""

    source: Literal["stock", "dealer"] = "stock"
    """``dealer``: the dealer gives their last card, so they start with one card less."""
    refuse: Selector = ""
    """Cards that cannot be the first up-card."""
    refused: Literal["under", "back"] = "under"
    """Where a refused card goes: ``under`` the next one, or ``back`` into the stock."""
    effect: Literal["none", "dealer", "first"] = "none"
    """Whose play the first up-card counts as: the dealer's, or that of the first seat. ``none``: it has no effect
    (K-24)."""
    wild: Literal["own_suit", "dealer", "first", "bottom"] = "own_suit"
    """What a wild as the first up-card asks for: its own suit, or what the dealer or the first seat names. ``bottom``:
    the suit of the bottom card of the stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Direction, first turn and dealer (P7 to P9)."""

    direction: Literal[1, -1] = 1
    """``1`` is clockwise, ``-1`` the other way."""
    first: Literal["after_dealer", "winner"] = "after_dealer"
    """Who begins. ``winner``: the winner of the last deal; in the first deal the seat after the dealer."""
    dealer: Literal["rotate", "loser", "before_winner"] = "rotate"
    """Who deals next. ``loser``: the player with the most card points; of several, the first after the old dealer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Wild:
    """Cards that may be played whatever the demand is (M2 to M4)."""

    suit: Selector = ""
    """Wilds whose player nominates a suit."""
    rank: Selector = ""
    """Wilds whose player nominates a rank."""
    plain: Selector = ""
    """Wilds whose player nominates nothing."""
    tame_on: Selector = ""
    """Up-cards on which a wild is an ordinary card."""
    forbidden_on: Selector = ""
    """Up-cards on which none of ``forbidden`` may be played at all."""
    forbidden: Selector = "any"
    """The wilds that ``forbidden_on`` speaks of."""
    frees: Selector = ""
    """Up-cards on which any card may be played if nothing is live."""
    joker_demand: Literal["any", "below"] = "any"
    """What a joker that nominates nothing asks for: any card, or what the card ``below`` it asks for."""
    cross: Literal["any", "serve", "never"] = "any"
    """Whether a wild that nominates a suit may be laid on a nominated rank, and the other way round. ``serve``: only if
    it fits."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Drawing of one's own accord (T1 to T4, H1)."""

    count: Literal["one", "until_playable"] = "one"
    """How many cards one draw takes. ``until_playable``: until a card fits."""
    most: Annotated[int, Within(1, MOST_DRAWS)] = 1
    """The most draws in one turn."""
    when: Literal["unable", "free"] = "unable"
    """``unable``: only a seat that cannot play may draw; ``free``: any seat may."""
    then: Literal["none", "drawn_only", "any"] = "drawn_only"
    """Which cards may be played after a draw."""
    passing: Literal["after_draw", "sent", "spent"] = "after_draw"
    """When a seat may pass. ``after_draw``: after a draw. ``sent``: the same, and a seat that may not play what it drew
    still sends its pass. ``spent``: only when the draws of the turn are spent or the stock is empty, and then also
    without a draw."""
    replenish: Literal["needed", "at_once", "never"] = "needed"
    """When the discards become the stock: when a card is needed, as soon as the stock is empty, or never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """Cards laid face down with a claim, and the fines for doubting the truth and for lying (B1)."""

    on: bool = False
    """Whether cards are laid face down."""
    truth_fine: Fine = 1
    """Cards that a player draws who doubts a true claim."""
    lie_fine: Fine = 1
    """Cards that a player draws whose false claim is doubted."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Sections:
    """A whole variant, every option set."""

    players: Players
    deck: Deck
    cut: Cut = Cut()
    deal: Dealing
    up_card: UpCard = UpCard()
    start: Start = Start()
    wild: Wild = Wild()
    draw: Drawing = Drawing()
    group: Group = field(default_factory=Group)
    penalty: dict[str, Penalty] = field(default_factory=dict)
    chain: dict[str, Chain] = field(default_factory=dict)
    skip: Skip = field(default_factory=Skip)
    reverse: Reverse = field(default_factory=Reverse)
    follow: Follow = field(default_factory=Follow)
    strike: dict[str, Strike] = field(default_factory=dict)
    further: Further = field(default_factory=Further)
    say: Saying = field(default_factory=Saying)
    out: GoingOut = field(default_factory=GoingOut)
    end: Ending = field(default_factory=Ending)
    score: Scoring = field(default_factory=Scoring)
    game: Match = field(default_factory=Match)
    blind: Blind = Blind()
