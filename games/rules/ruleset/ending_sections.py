"""The sections of a ruleset about words, last cards, the end of a deal and of the game, and points."""

from dataclasses import dataclass, field
from typing import Annotated, Final, Literal

from games.rules.ruleset.selectors import Selector
from games.rules.ruleset.values import Fine, Points, Within

MOST_PLAYS: Final = 100_000
"""The greatest limit to the plays of a deal."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Word:
    """A word, and the cards for which it is the right one (A2)."""

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
    fine: Fine = 0
    """Cards that silence costs."""
    last_fine: Fine = 0
    """Cards that silence with the last card costs."""
    blocks: bool = False
    """Whether the fine waits for the seat's next turn, and takes that turn."""
    fine_as_dealt: bool = False
    """Whether the fine is as many cards as each seat is dealt. Then ``fine`` does not count."""
    false_accusation: Fine = 0
    """Cards that a false accusation costs."""
    needless: Literal["refused", "fined", "fined_above_one"] = "refused"
    """What happens if the seat on turn says a word that is not due. ``fined_above_one``: with one card in hand the word
    is refused, with more it is fined."""
    needless_fine: Fine = 0
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
    """Cards that a player may lay last, but then draws ``fine`` cards."""
    fine: Fine = 0
    """Cards that the player of a ``fined`` last card draws."""
    effect: Literal["stand", "drop"] = "stand"
    """``drop``: the card with which a seat goes out has no effect at all."""
    pending: Literal["drop", "serve"] = "drop"
    """What becomes of a penalty made by the card that ends the deal. If the deal goes on, the penalty stays live."""
    together: Selector = ""
    """A seat that holds several of these and nothing else, and said ``together_word``, may lay all in one move."""
    together_word: str = ""
    """The word for ``together``."""
    returns: Selector = ""
    """If you name cards here, a seat without cards is out only when its turn comes again. A penalty with one of these
    cards on top brings the seat back."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Ending:
    """The end of a deal (R1, R2)."""

    when: Literal["first_out", "last_left"] = "first_out"
    """Whether the deal ends with the first seat that goes out, or goes on until one seat is left."""
    plays: Annotated[int, Within(0, MOST_PLAYS)] = 0
    """Most plays in a deal; 0 for no limit."""
    stalled_by: Literal["dry_draw", "empty_stock"] = "dry_draw"
    """Which passes count towards a blocked deal (K-85): those after a draw of nothing, or all with an empty stock."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Times:
    """A multiplier by the winning card (S3)."""

    last: Selector
    times: Points = 1
    each: bool = False
    """Whether the factor is one more than the number of these cards in the winning play. Then ``times`` does not
    count."""
    winner_too: bool = False
    """Whether what the winner gets is multiplied too."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Bonus:
    """What the winner gets for the winning card (S4)."""

    last: Selector
    points: Points


@dataclass(frozen=True, slots=True, kw_only=True)
class Scoring:
    """Points of a deal (S1 to S4)."""

    to: Literal["none", "losers", "winner", "minus", "point"] = "none"
    """Who gets the card points: the players who hold the cards (``losers``), the winner, or the players who hold the
    cards, as a loss (``minus``). ``point``: the winner gets 1."""
    values: dict[str, Points] = field(default_factory=dict)
    """Value by rank, card or ``X``. The entry of a card goes before that of its rank."""
    times: tuple[Times, ...] = ()
    """Multipliers by the winning card."""
    winner: Points = 0
    """What the winner gets."""
    bonus: tuple[Bonus, ...] = ()
    """The first entry that names the winning card counts; it is not multiplied."""
    reset_at: Points = 0
    """A score of exactly this becomes 0; 0 for none."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Match:
    """The end of the game (X1)."""

    end: Literal["single", "to", "knock_out", "first_to", "deals_lost"] = "single"
    """``to``: a score of ``at`` ends the game, and the lowest score wins. ``first_to``: the highest score wins.
    ``knock_out``: a player who reaches ``at`` is eliminated. ``deals_lost``: a player who has lost ``at`` deals is
    eliminated."""
    at: Points = 0
    """The number of points or deals that ``end`` speaks of."""
