"""What another seat decided, and on which table: from that follows which hands it is likely to hold."""

from typing import NamedTuple

from games.rules.cards import Card
from games.rules.commands import Move
from games.rules.deal import Deal


class Decided(NamedTuple):
    """A decision of another seat."""

    table: Deal
    """The table before it, as a spectator sees it."""
    move: Move
    """Without the word that was said."""
    gained: int
    """How many cards had come into its hand since the deal began."""
    played: int
    """How many had left it."""


class Evidence(NamedTuple):
    """What one seat has done in this deal."""

    gained: int = 0
    """How many cards have come into its hand."""
    plays: tuple[tuple[Card, int], ...] = ()
    """Each card that it laid, and how many cards had come into its hand before."""
    decisions: tuple[Decided, ...] = ()
