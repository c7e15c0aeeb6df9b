"""A page of a digest, made of a part of the feed that does not grow with the game.

Lines follow from what was heard shortly before: who was asked last, what a card cancels. So the feed is read from its
opening, where the seats are taken, and from so far behind the page that all of this is known.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, TypeAlias

from games.digest.lines import Line, PublicEvent, digest
from games.digest.speech import Speech
from games.digest.timing import settles

Read: TypeAlias = Callable[[int, int], Sequence[PublicEvent]]
"""Gives the events of one viewer's feed after a version, at most so many."""

_STEP: Final = 64
"""Events that are read at once, at first."""


def opening(read: Read) -> Sequence[PublicEvent]:
    """Return the feed up to the start of the game, or as far as it goes."""
    heard: list[PublicEvent] = []
    while True:
        more = read(len(heard), _STEP)
        heard += more
        for place, event in enumerate(heard):
            if event["type"] == "game-started":
                return heard[: place + 1]
        if len(more) < _STEP:
            return heard


def page(read: Read, opened: Sequence[PublicEvent], speech: Speech, *, since: int, most: int) -> list[Line]:
    """Return the first *most* lines after version *since*, or as many as there are; *opened* is the ``opening``."""
    before, count = [*opened[:since], *_behind(read, len(opened), since)], _STEP
    while True:
        after = read(since, count + 1)
        if len(after) > count:  # the last move may go on beyond: what came of it decides how its lines read
            kept = [event for event in after[:count] if event["at"] != after[count]["at"]]
        else:
            kept = [*after]
        heard = [*before, *kept]
        lines = [*islice(digest(heard, speech, since=since), most)]
        if len(lines) == most or len(after) <= count:
            return lines
        count *= 2


def _behind(read: Read, first: int, since: int) -> Sequence[PublicEvent]:
    """Return the events after version *first* up to *since*; not the earliest, if the later ones are enough."""
    count = _STEP
    while True:
        start = max(first, since - count)
        heard = read(start, since - start) if start < since else []
        if start == first or settles(heard):
            return heard
        count *= 2
