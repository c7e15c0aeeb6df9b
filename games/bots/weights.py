"""What counts in a play, by how many other seats play before the viewer is on turn again."""

from typing import NamedTuple


class Weights(NamedTuple):
    """Weights in the unit of ``Worth``: ten for one card fewer in the hand."""

    point: float
    """For each point played, where points count."""
    haste: float
    """The factor for points when another seat holds two cards or fewer."""
    match: float
    """For each card left of the suit that was played, or of what was nominated, and for each wild card."""
    share: float
    """For the share of such cards among those left."""
    alone: float
    """What it costs to be left with a card that fits on no other card of the hand."""
    repeat: float
    """What another card of the same rank costs: most replies have the suit of the played card, which it lacks."""
    danger: tuple[float, ...]
    """What it costs to let the next seat play, by the cards that it holds; the last entry is for all higher numbers."""


DUEL = Weights(
    point=0.15, haste=3.0, match=2.5, share=0.0, alone=5.0, repeat=1.5, danger=(0.0, 110.0, 35.0, 28.0, 14.0)
)
"""With one other seat. The viewer meets its answer to the card that was played."""
MANY = Weights(
    point=0.08, haste=1.5, match=4.0, share=15.0, alone=0.0, repeat=0.0, danger=(0.0, 130.0, 40.0, 18.0, 8.0)
)
"""With more seats. They change the demand several times, so a card that is alone may fit again."""
