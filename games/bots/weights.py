"""What counts in a play, by how many others lay cards before the viewer is on turn again."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights in the unit of ``Worth``: ten for a card less in the hand."""

    point: float
    """For each point shed, where points count; more when somebody is about to go out."""
    haste: float
    """Times what a point counts when another seat holds two cards or fewer."""
    match: float
    """For each card left of the suit that was laid, or of what was nominated, and for each wild."""
    share: float
    """For the share of the cards left that those are."""
    alone: float
    """What it costs to be left with a card that fits on no other card of the hand."""
    twin: float
    """What it costs to hold another card of the rank laid: most replies are of its suit, and that card misses them."""
    danger: tuple[float, ...]
    """What it costs to let the next seat lay a card, by the cards that it holds; the last entry is for any more."""


DUEL = Weights(point=0.15, haste=3.0, match=2.5, share=0.0, alone=5.0, twin=1.5, danger=(0.0, 110.0, 35.0, 28.0, 14.0))
"""With one other seat, which answers the card laid and leaves its own answer to the viewer."""
CROWD = Weights(point=0.08, haste=1.5, match=4.0, share=15.0, alone=0.0, twin=0.0, danger=(0.0, 130.0, 40.0, 18.0, 8.0))
"""With more: several seats change what is asked for, and any of them may open the way for a card that is alone."""
