"""The sections of a ruleset about effects: what cards do to the turns and the hands of others (E1 to E7, C1, G1)."""

from dataclasses import dataclass
from typing import Literal

from games.rules.ruleset.selectors import Selector
from games.rules.ruleset.values import Amount, Fine


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """Several cards of one rank in one move (G1)."""

    cards: Selector = ""
    """Cards that may be part of a group."""
    each: Selector = ""
    """Cards of a group whose effects all count. Other effects act once."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Penalty:
    """Cards that make another seat draw (E1)."""

    cards: Selector
    """Cards that make the penalty."""
    amount: Amount
    """Cards that each of them makes the seat draw."""
    chain: str
    """The ``chain.NAME`` that says what answers it."""
    at: Literal["next", "previous"] = "next"
    """Which seat draws. ``previous``: that seat decides at once, out of turn; its answer goes to the seat after the
    next."""
    needs_stock: bool = False
    """Whether nobody draws if the stock is empty."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Answer:
    """Cards that answer a live effect, perhaps only on certain up-cards (C1)."""

    cards: Selector
    on: Selector = "any"


@dataclass(frozen=True, slots=True, kw_only=True)
class Chain:
    """A live penalty: what answers or cancels it, and what follows after a seat has accepted it (C1, C3, E5)."""

    answers: tuple[Answer, ...] = ()
    """Cards that answer the penalty; ``on`` names the up-cards on which they do."""
    cancel: Selector = ""
    """Cards that end the penalty: nobody draws."""
    rescue: Selector = ""
    """Cards that the seat which draws the penalty may lay at once, if they are among the first ``rescue_among`` drawn
    (C4)."""
    rescue_among: Fine = 0
    """How many of the first cards drawn may be laid at once."""
    after: Literal["end_turn", "full_turn"] = "end_turn"
    """What follows for the seat that has drawn: its turn is over, or it has an ordinary turn."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Skip:
    """Cards that make the next seat miss its turn (E2)."""

    cards: Selector = ""
    """Cards that make the skip."""
    answers: Selector = ""
    """Cards that pass the skip on. If you name none, the skip works at once."""
    adds_up: bool = False
    """Whether an answer adds its turn to those that are live."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Reverse:
    """Cards that turn the direction (E3)."""

    cards: Selector = ""
    """Cards that reverse."""
    two_seats: Literal["nothing", "further_turn"] = "nothing"
    """What a reverse does if two seats are left in the deal."""


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
    """Whether the card that a seat draws after its last follow card may win. ``wins``: the follow card itself wins, and
    the seat draws nothing."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Strike:
    """Cards that make others draw at once (E6)."""

    cards: Selector
    """Cards that strike."""
    amount: Amount
    """Cards that each seat draws."""
    at: Literal["previous", "chosen", "others"]
    """Who draws: the previous seat, one that the player chooses, or all others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Further:
    """Cards that give the same seat a further turn (E7)."""

    cards: Selector = ""
    """Cards that give the turn."""
