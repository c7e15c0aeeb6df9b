"""The sections of a ruleset about effects: what cards do to the turns and the hands of others (E1 to E7, C1, G1)."""

from dataclasses import dataclass
from typing import Literal

from games.rules.ruleset.selectors import Selector


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
