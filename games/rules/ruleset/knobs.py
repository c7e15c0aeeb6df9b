"""What a variant's file may say: one frozen record a section, every default a plain game without effects.

Names and values are the knobs of the rule book's matrix. A selector is a string (``selectors.select``). A number that
depends on the table's size is written ``{2 = 7, 3 = 5}``: seven from two seats on, five from three.
"""

from dataclasses import dataclass, field
from typing import Literal, TypeAlias

Selector: TypeAlias = str
BySeats: TypeAlias = dict[str, int]


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """How many seats a table has (D4)."""

    least: int
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Deck:
    """The cards (D1 to D3)."""

    ranks: str
    """Ranks separated by blanks."""
    jokers: int = 0
    """Jokers in each deck."""
    count: BySeats


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cutting before the deal (P1)."""

    kind: Literal["none", "four"] = "none"
    cutter: Literal["before_dealer"] = "before_dealer"
    special: Selector = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Dealing:
    """How many cards a seat is dealt (P2)."""

    size: BySeats
    less_when_lost: bool = False
    """One card less for every deal lost so far."""


@dataclass(frozen=True, slots=True, kw_only=True)
class UpCard:
    """The first up-card (P4 to P6)."""

    refuse: Selector = ""
    refused: Literal["under", "back"] = "under"
    effect: Literal["none", "dealer", "first"] = "none"
    wild: Literal["own_suit", "dealer", "first"] = "own_suit"


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Direction and dealer (P7, P9)."""

    direction: Literal[1, -1] = 1
    dealer: Literal["rotate"] = "rotate"


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
    """On these up-cards a wild is an ordinary card."""
    forbidden_on: Selector = ""
    """On these up-cards no wild may be played at all."""
    joker_demand: Literal["any", "below"] = "any"
    """What a joker that nominates nothing asks for."""
    cross: Literal["any", "serve", "never"] = "any"
    """Whether one kind of nomination may replace the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Drawing of one's own accord (T1 to T4, H1)."""

    count: Literal["one", "until_playable"] = "one"
    most: int = 1
    """Draws in one turn."""
    when: Literal["unable", "free"] = "unable"
    then: Literal["none", "drawn_only", "any"] = "drawn_only"
    passing: Literal["after_draw", "spent"] = "after_draw"
    """``spent``: only when the draws of the turn are spent or the stock is empty, and then without a draw too."""
    replenish: Literal["needed", "at_once", "never"] = "needed"


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Several cards of one rank in one move (G1)."""

    cards: Selector = ""
    """Cards that may be part of a group."""
    each: Selector = ""
    """Cards of a group whose effects all count; other effects act once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Cards that make the next seat draw (E1)."""

    cards: Selector
    amount: int
    chain: str
    needs_stock: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Cards that answer a live effect, perhaps only on certain up-cards (C1)."""

    cards: Selector
    on: Selector = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A live penalty: what answers or cancels it, and what follows when it was accepted (C1, C3, E5)."""

    answers: tuple[Answer, ...] = ()
    cancel: Selector = ""
    after: Literal["end_turn", "full_turn"] = "end_turn"


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Cards that make the next seat miss its turn (E2)."""

    cards: Selector = ""
    answers: Selector = ""
    adds_up: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """Cards that turn the direction (E3)."""

    cards: Selector = ""
    two_seats: Literal["nothing", "further_turn"] = "nothing"


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Cards after which the same seat lays one more (E4, W5)."""

    must: Selector = ""
    may: Selector = ""
    unable: Literal["one", "until"] = "one"
    able_may_draw: bool = False
    last: Literal["cannot_win", "must_cover", "may_win", "wins"] = "cannot_win"
    """What the card drawn for a last follow card may do; ``wins``: the follow card itself wins, nothing is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Cards that make others draw at once (E6)."""

    cards: Selector
    amount: int
    at: Literal["previous", "chosen", "others"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """Cards that give the same seat a further turn (E7)."""

    cards: Selector = ""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that is right when the card it speaks of is one of these (A2)."""

    word: str
    card: Selector = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """Announcing: when, what, until when, and what silence costs (A1 to A6)."""

    left_one: bool = False
    at_last: bool = False
    words: tuple[Word, ...] = ()
    """Right words for the one card left, the word due first."""
    last_words: tuple[Word, ...] = ()
    """Right words for the last card laid."""
    window: Literal["with_play", "until_next_act", "accusation", "auto"] = "with_play"
    fine: int = 0
    last_fine: int = 0
    blocks: bool = False
    """Whether the fine waits for the seat's next turn, and takes that turn."""
    false_accusation: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOut:
    """Last cards that do not win, and effects that outlive them (W1, W3)."""

    illegal: Selector = ""
    fined: Selector = ""
    """A last card that may be laid, but then its player draws."""
    fine: int = 0
    pending: Literal["drop", "serve", "stays"] = "drop"


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a deal (R1, R2)."""

    when: Literal["first_out", "last_left"] = "first_out"
    plays: int = 0
    """Most plays in a deal; 0 for no limit."""
    stalled_by: Literal["dry_draw", "empty_stock"] = "dry_draw"
    """Which passes count towards a blocked deal (K-85): after a draw of nothing, or any with an empty stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """A multiplier by the winning card (S3)."""

    last: Selector
    times: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Points of a deal (S1 to S4)."""

    to: Literal["none", "losers", "winner", "minus"] = "none"
    values: dict[str, int] = field(default_factory=dict)
    """Value by rank, card or ``X``; a card's own entry goes before its rank's."""
    times: tuple[Times, ...] = ()
    winner: int = 0
    """What the winner gets, never multiplied."""
    reset_at: int = 0
    """A score of exactly this becomes 0; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The end of the game (X1)."""

    end: Literal["single", "to", "knock_out"] = "single"
    at: int = 0


@dataclass(frozen=True, slots=True, kw_only=True)
class Knobs:
    """A whole variant, every switch set."""

    players: Players
    deck: Deck
    cut: Cut = Cut()
    deal: Dealing
    up_card: UpCard = UpCard()
    start: Start = Start()
    wild: Wild = Wild()
    draw: Drawing = Drawing()
    group: Group = Group()
    penalty: dict[str, Penalty] = field(default_factory=dict)
    chain: dict[str, Chain] = field(default_factory=dict)
    skip: Skip = Skip()
    reverse: Reverse = Reverse()
    follow: Follow = Follow()
    strike: dict[str, Strike] = field(default_factory=dict)
    further: Further = Further()
    say: Saying = Saying()
    out: GoingOut = GoingOut()
    end: Ending = Ending()
    score: Scoring = Scoring()
    game: Match = Match()
