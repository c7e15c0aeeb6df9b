"""What a variant's file may say: one frozen dataclass a section, every default a plain game without effects.

Names and values are those of the rule book's matrix. A selector is a string (``selectors.select``). A number that
depends on the size of the table is written ``{2 = 7, 3 = 5}``: seven from two seats on, five from three.
"""

from dataclasses import dataclass, field
from typing import Final, Literal, TypeAlias

MOST_SEATS: Final = 15
"""At any table."""

Selector: TypeAlias = str
BySeats: TypeAlias = dict[str, int]


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
    jokers: int = 0
    """Jokers in each deck."""
    count: BySeats
    """How many decks are shuffled together."""
    pack: Literal["french", "german", "swiss"] = "french"
    """How people call its suits and ranks: no rule asks for it."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Cut:
    """The cutting before the deal (P1)."""

    kind: Literal["none", "four", "run"] = "none"
    """``four``: four positions, any special card there may be kept; ``run``: one, special cards in a row from it."""
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
    """``dealer``: it is the dealer's last card, so the dealer starts with one card less."""
    refuse: Selector = ""
    """Cards that cannot be the first up-card."""
    refused: Literal["under", "back"] = "under"
    """Where a refused card goes: ``under`` the next one, or ``back`` into the stock."""
    effect: Literal["none", "dealer", "first"] = "none"
    """As whose play the first up-card counts; ``none``: it is dead (K-24)."""
    wild: Literal["own_suit", "dealer", "first", "bottom"] = "own_suit"
    """Who names what a wild asks for; ``bottom``: the suit of the bottom card of the stock is nominated."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Start:
    """Direction, first turn and dealer (P7 to P9)."""

    direction: Literal[1, -1] = 1
    """``1`` is clockwise, ``-1`` the other way."""
    first: Literal["after_dealer", "winner"] = "after_dealer"
    """``winner``: who won the last deal; in the first deal the seat after the dealer."""
    dealer: Literal["rotate", "loser", "before_winner"] = "rotate"
    """Who deals after the first deal; ``loser``: the most card points, a tie goes to the first after the old dealer."""


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
    """On these up-cards none of ``forbidden`` may be played at all."""
    forbidden: Selector = "any"
    """The wilds that ``forbidden_on`` speaks of."""
    frees: Selector = ""
    """On these up-cards any card may be played once nothing is live."""
    joker_demand: Literal["any", "below"] = "any"
    """What a joker that nominates nothing asks for."""
    cross: Literal["any", "serve", "never"] = "any"
    """Whether one kind of nomination may replace the other."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Drawing:
    """Drawing of one's own accord (T1 to T4, H1)."""

    count: Literal["one", "until_playable"] = "one"
    """How many cards one draw takes; ``until_playable``: until a card fits."""
    most: int = 1
    """Draws in one turn."""
    when: Literal["unable", "free"] = "unable"
    """``unable``: only a seat that cannot play may draw; ``free``: any seat may."""
    then: Literal["none", "drawn_only", "any"] = "drawn_only"
    """Which cards may be played after a draw."""
    passing: Literal["after_draw", "sent", "spent"] = "after_draw"
    """``sent``: also a seat that drew what it may not play sends its pass. ``spent``: it is open only when the draws
    of the turn are spent or the stock is empty, and then without a draw too."""
    replenish: Literal["needed", "at_once", "never"] = "needed"
    """When the discards become the stock: when a card is needed, as soon as the stock is empty, or never."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Several cards of one rank in one move (G1)."""

    cards: Selector = ""
    """Cards that may be part of a group."""
    each: Selector = ""
    """Cards of a group whose effects all count; other effects act once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Cards that make another seat draw (E1)."""

    cards: Selector
    """Cards that make the penalty."""
    amount: int
    """Cards that each of them makes the seat draw."""
    chain: str
    """The ``chain.NAME`` that says what answers it."""
    at: Literal["next", "previous"] = "next"
    """``previous``: that seat decides at once, out of turn; an answer of its goes to the seat after the next."""
    needs_stock: bool = False
    """Whether it makes nobody draw where the stock is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Cards that answer a live effect, perhaps only on certain up-cards (C1)."""

    cards: Selector
    on: Selector = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A live penalty: what answers or cancels it, and what follows when it was accepted (C1, C3, E5)."""

    answers: tuple[Answer, ...] = ()
    """Cards that answer the penalty; ``on`` names the up-cards on which they do."""
    cancel: Selector = ""
    """Cards that end the penalty: nobody draws."""
    rescue: Selector = ""
    """Cards that who draws the penalty may lay at once, if they are among the first ``rescue_among`` drawn (C4)."""
    rescue_among: int = 0
    """How many of the first cards drawn may be laid at once."""
    after: Literal["end_turn", "full_turn"] = "end_turn"
    """What follows for the seat that has drawn: its turn is over, or it has an ordinary turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Cards that make the next seat miss its turn (E2)."""

    cards: Selector = ""
    """Cards that make the skip."""
    answers: Selector = ""
    """Cards that pass the skip on; without any it works at once."""
    adds_up: bool = False
    """Whether an answer adds its turn to those that are live."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """Cards that turn the direction (E3)."""

    cards: Selector = ""
    """Cards that reverse."""
    two_seats: Literal["nothing", "further_turn"] = "nothing"
    """What a reverse does with two seats in the deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Follow:
    """Cards after which the same seat lays one more (E4, W5)."""

    must: Selector = ""
    """Cards on which the same seat has to lay one more."""
    may: Selector = ""
    """Cards on which the same seat lays one more or passes."""
    unable: Literal["one", "until"] = "one"
    """What a seat draws that must follow and cannot: ``one`` card, or cards ``until`` one fits."""
    able_may_draw: bool = False
    """Whether a seat that could follow may draw instead."""
    last: Literal["cannot_win", "may_win", "wins"] = "cannot_win"
    """What the card drawn for a last follow card may do; ``wins``: the follow card itself wins, nothing is drawn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Cards that make others draw at once (E6)."""

    cards: Selector
    """Cards that strike."""
    amount: int
    """Cards that each seat draws."""
    at: Literal["previous", "chosen", "others"]
    """Who draws: the previous seat, one that the player chooses, or all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """Cards that give the same seat a further turn (E7)."""

    cards: Selector = ""
    """Cards that give the turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word that is right when the card it speaks of is one of these (A2)."""

    word: str
    card: Selector = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Saying:
    """Announcing: when, what, until when, and what silence costs (A1 to A6)."""

    left_one: bool = False
    """Whether a word is due when one card is left."""
    at_last: bool = False
    """Whether a word is due with the last card."""
    words: tuple[Word, ...] = ()
    """Right words for the one card left, the word due first."""
    last_words: tuple[Word, ...] = ()
    """Right words for the last card laid."""
    window: Literal["with_play", "until_next_act", "accusation", "auto"] = "with_play"
    """Until when the word may be said (K-96 to K-100)."""
    fine: int = 0
    """Cards that silence costs."""
    last_fine: int = 0
    """Cards that silence with the last card costs."""
    blocks: bool = False
    """Whether the fine waits for the seat's next turn, and takes that turn."""
    fine_as_dealt: bool = False
    """The fine is as many cards as each seat is dealt, whatever ``fine`` says."""
    false_accusation: int = 0
    """Cards that a false charge costs."""
    needless: Literal["refused", "fined", "fined_above_one"] = "refused"
    """What a seat on turn meets that says a word for nothing; ``fined_above_one``: with one card it is refused."""
    needless_fine: int = 0
    """Cards that a needless word costs, where it is fined."""
    binds: bool = False
    """Whether a seat that said the word before its play may neither draw nor pass in that turn."""
    idle: bool = False
    """Whether the words may be said with a play and mean nothing: no duty, no fine."""


@dataclass(frozen=True, slots=True, kw_only=True)
class GoingOut:
    """Last cards: those that do not win, those that win together, and effects that outlive them (W1 to W4)."""

    illegal: Selector = ""
    """Cards that may not be the last one."""
    fined: Selector = ""
    """A last card that may be laid, but then its player draws."""
    fine: int = 0
    """Cards that its player draws."""
    effect: Literal["stand", "drop"] = "stand"
    """``drop``: the card with which a seat goes out has no effect at all."""
    pending: Literal["drop", "serve"] = "drop"
    """What becomes of a penalty made by the card that ends the deal; where the deal goes on it stays live."""
    together: Selector = ""
    """A seat that holds several of these and nothing else, and said ``together_word``, may lay all in one move."""
    together_word: str = ""
    """The word for ``together``."""
    returns: Selector = ""
    """A seat without cards is out only when its turn comes again; a penalty with one of these on top brings it back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a deal (R1, R2)."""

    when: Literal["first_out", "last_left"] = "first_out"
    """Whether the deal ends with the first seat that goes out, or goes on until one seat is left."""
    plays: int = 0
    """Most plays in a deal; 0 for no limit."""
    stalled_by: Literal["dry_draw", "empty_stock"] = "dry_draw"
    """Which passes count towards a blocked deal (K-85): after a draw of nothing, or any with an empty stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """A multiplier by the winning card (S3)."""

    last: Selector
    times: int = 1
    each: bool = False
    """The factor is one more than the number of these cards in the winning play, whatever ``times`` says."""
    winner_too: bool = False
    """Whether what the winner gets is multiplied too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What the winner gets for its winning card (S4)."""

    last: Selector
    points: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Points of a deal (S1 to S4)."""

    to: Literal["none", "losers", "winner", "minus", "point"] = "none"
    """Who gets the card points: who holds the cards, the winner, who holds them as a loss; ``point``: 1 for winning."""
    values: dict[str, int] = field(default_factory=dict)
    """Value by rank, card or ``X``; a card's own entry goes before its rank's."""
    times: tuple[Times, ...] = ()
    """Multipliers by the winning card."""
    winner: int = 0
    """What the winner gets."""
    bonus: tuple[Bonus, ...] = ()
    """The first whose card is the winning one counts, unmultiplied."""
    reset_at: int = 0
    """A score of exactly this becomes 0; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The end of the game (X1)."""

    end: Literal["single", "to", "knock_out", "first_to", "deals_lost"] = "single"
    """``to``: a score of ``at`` ends it, the lowest wins; ``first_to``: the highest wins; ``knock_out``: who reaches
    ``at`` is eliminated; ``deals_lost``: who has lost ``at`` deals is."""
    at: int = 0
    """The number of points or deals that ``end`` speaks of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Blind:
    """Cards laid face down with a claim, and the fines for doubting the truth and for lying (B1)."""

    on: bool = False
    """Whether cards are laid face down."""
    truth_fine: int = 1
    """Cards for who doubts a true claim."""
    lie_fine: int = 1
    """Cards for who made a false claim."""


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
    blind: Blind = Blind()
