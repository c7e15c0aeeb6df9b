"""Finds a group of entries that can play together."""

from collections.abc import Collection, Sequence
from typing import Final
from uuid import UUID

from games.matchmaking.waiting import Waiting

MOST_TRIES: Final = 2_000
"""Entries that one search tries to add to a group. The bound is reached only where many have blocked each other."""


def fit(one: Waiting, other: Waiting, blocked: Collection[frozenset[UUID]]) -> bool:
    """Return whether two entries of one pool can play together.

    They are of two players who have not blocked each other, and each accepts the rating of the other.
    """
    return (
        one.player != other.player
        and one.lowest <= other.rating <= one.highest
        and other.lowest <= one.rating <= other.highest
        and frozenset((one.player, other.player)) not in blocked
    )


def group_with(
    first: Waiting, others: Sequence[Waiting], seats: int, blocked: Collection[frozenset[UUID]]
) -> tuple[Waiting, ...]:
    """Return *first* and so many of the *others* that all *seats* are taken and each fits each; none if nobody can.

    *others* come in the order in which they should be served: a group with an earlier one is found before a group
    without. *blocked* are the pairs of players who have blocked each other.
    """
    tries = 0

    def complete(group: tuple[Waiting, ...], candidates: Sequence[Waiting]) -> tuple[Waiting, ...]:
        """Return *group* with some of the *candidates*, each of which fits everybody in it."""
        nonlocal tries
        if len(group) == seats:
            return group
        for place, one in enumerate(candidates):
            if tries >= MOST_TRIES or len(group) + len(candidates) - place < seats:
                return ()
            tries += 1
            rest = [other for other in candidates[place + 1 :] if fit(one, other, blocked)]
            if found := complete((*group, one), rest):
                return found
        return ()

    return complete((first,), [one for one in others if fit(first, one, blocked)])
