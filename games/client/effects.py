"""The effects of a play, and the goal of a game, each in a few words."""

from typing import Final

from games.client.http import Json
from games.client.names import counted

_WHOM: Final = {
    "next": "next draws",
    "beyond": "the one after the next draws",
    "previous": "the one before draws",
    "chosen": "who you choose draws",
    "others": "the others draw",
}
_GOALS: Final = {
    "to": "to {at} points, the lowest wins",
    "knock_out": "out at {at} points",
    "first_to": "first to {at} points wins",
    "deals_lost": "out after {at} lost deals",
}


def describe(effects: Json) -> str:
    """Return *effects* in words, as in ``next draws 4, play changes direction``. Unknown kinds are left out."""
    parts = [f"{_WHOM[hit['whom']]} {hit['cards']}" for hit in (effects.get("draws"), effects.get("strikes")) if hit]
    if effects.get("cancels"):
        parts.append("cancels the penalty")
    if turns := effects.get("skips"):
        parts.append(f"next misses {counted(turns, 'turn')}")
    if effects.get("reverses"):
        parts.append("play changes direction")
    if follow := effects.get("follow"):
        parts.append(f"you {follow} play one more")
    if effects.get("again"):
        parts.append("your turn again")
    if cards := effects.get("fine"):
        parts.append(f"a bad last card: you draw {cards}")
    return ", ".join(parts)


def goal(shown: Json) -> str:
    """Return how a game ends, as in ``first to 5 points wins``. Empty for a single deal."""
    return _GOALS.get(shown["goal"]["end"], "").format(at=shown["goal"]["at"])
