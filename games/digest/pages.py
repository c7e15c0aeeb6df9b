"""A page of a digest, made of a part of the feed that does not grow with the game.

Lines follow from what was heard shortly before: who was asked last, what a card cancels. So the feed is read from its
opening, where the seats are taken, and from so far behind the page that all of this is known.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeAlias

from games.digest.lines import Line, Told, digest
from games.digest.speech import Speech
from games.digest.timing import settles

Read: TypeAlias = Callable[[int, int], Sequence[Told]]
"""Gives the events of one viewer's feed after a version, at most so many."""

_STEP: Final = 64
"""Events that are read at once, at first."""


def opening(read: Read) -> Sequence[Told]:
    """Return the feed up to the start of the game, or as far as it goes."""
    heard: list[Told] = []
    while True:
        more = read(len(heard), _STEP)
        heard += more
        for place, event in enumerate(heard):
            if event["type"] == "game-started":
                return heard[: place + 1]
        if len(more) < _STEP:
            return heard


def page(read: Read, opened: Sequence[Told], speech: Speech, *, since: int, most: int) -> list[Line]:
    """Return the first *most* lines after version *since*, or as many as there are; *opened* is the ``opening``."""
    before, count = [*opened[:since], *_behind(read, len(opened), since)], _STEP
    while True:
        after = read(since, count + 1)
        heard = [*before, *_whole_acts(after, count)]
        lines = [*islice(digest(heard, speech, since=since), most)]
        if len(lines) == most or len(after) <= count:
            return lines
        count *= 2


def _behind(read: Read, first: int, since: int) -> Sequence[Told]:
    """Return the events after version *first* up to *since*; not the earliest, where the later ones tell enough."""
    count = _STEP
    while True:
        start = max(first, since - count)
        heard = read(start, since - start) if start < since else []
        if start == first or settles(heard):
            return heard
        count *= 2


def _whole_acts(heard: Sequence[Told], count: int) -> Sequence[Told]:
    """Return *heard* without what one move set off beyond *count* events: what came of it decides how it is told."""
    if len(heard) <= count:
        return heard
    cut = heard[count]["at"]
    return [event for event in heard[:count] if event["at"] != cut]
