"""A page of a digest, from a part of the feed that does not grow with the game.

A line depends on a few events before it: who was asked last, what a card cancels. So two parts of the feed are read:
the opening, in which the seats are taken, and the page with as many events before it as are needed.
"""

from collections.abc import Callable, Sequence
from itertools import dropwhile, islice
from typing import Final, TypeAlias

from games.digest.lines import Line, PublicEvent, digest
from games.digest.speech import Speech
from games.digest.timing import settles

Read: TypeAlias = Callable[[int, int], Sequence[PublicEvent]]
"""``read(after, most)`` returns at most so many events of one viewer's feed after a version."""

STEP: Final = 64
"""How many events are read at once; at first, where more may be needed for a page."""


def opening(read: Read) -> Sequence[PublicEvent]:
    """Return the feed up to the start of the game, or as far as it goes."""
    heard: list[PublicEvent] = []
    while True:
        more = read(len(heard), STEP)
        heard += more
        for place, event in enumerate(heard):
            if event["type"] == "game-started":
                return heard[: place + 1]
        if len(more) < STEP:
            return heard


def page(read: Read, opened: Sequence[PublicEvent], speech: Speech, *, since: int, most: int) -> list[Line]:
    """Return the first *most* lines after version *since*, or as many as there are; *opened* is the ``opening``."""
    # Read backwards from the page only until it is known who was asked last, and since when.
    count = STEP
    while True:
        start = max(len(opened), since - count)
        behind = read(start, since - start) if start < since else []
        if start == len(opened) or settles(behind):
            break
        count *= 2
    before, count = [*opened[:since], *behind], STEP
    while True:
        after = read(since, count + 1)
        # The last move may go on beyond what was read, and what came of it decides how its lines read: leave it out.
        whole = after if len(after) <= count else [one for one in after[:count] if one["at"] != after[count]["at"]]
        lines = [*islice(digest([*before, *whole], speech, since=since), most)]
        if len(lines) == most or len(after) <= count:
            return lines
        count *= 2


def last_line(latest: Sequence[PublicEvent], speech: Speech) -> Line | None:
    """Return the last line of a feed that ends with the events *latest*; None if none of these is worth one.

    *speech* must know the seats. The line has the right text, but not the right time, which needs more of the feed.
    """
    # A line depends on the events of the same move, which have the same instant. The first move may not be whole.
    is_whole = not latest or latest[0]["version"] == 1
    moves = latest if is_whole else [*dropwhile(lambda event: event["at"] == latest[0]["at"], latest)]
    return next(iter([*digest(moves or latest, speech)][-1:]), None)
