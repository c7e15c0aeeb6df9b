"""Matchmaking: who of those that wait in the queue can play together. Pure, like the rules."""

from games.matchmaking.grouping import MOST_TRIES, fit, group_with
from games.matchmaking.waiting import (
    PATIENCE,
    UNBOUNDED,
    WIDENING,
    Patience,
    Pool,
    QueuePreset,
    Waiting,
    bounds,
    next_look,
)

__all__ = [
    "MOST_TRIES",
    "PATIENCE",
    "UNBOUNDED",
    "WIDENING",
    "Patience",
    "Pool",
    "QueuePreset",
    "Waiting",
    "bounds",
    "fit",
    "group_with",
    "next_look",
]
