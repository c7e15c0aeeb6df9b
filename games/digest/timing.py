"""How long decisions took, and which moves the clock made, from a feed alone."""

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from itertools import pairwise
from typing import Any, Final, NamedTuple

from games.log.codec.names import NAMES
from games.rules.events import ADVANCES

_ADVANCES: Final = frozenset(NAMES[kind] for kind in ADVANCES)


class _Asked(NamedTuple):
    seat: int
    since: str


def settles(heard: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether these events alone say, at their end, who was asked last and since when.

    A seat that is asked after another was asked is asked anew. What one move set off must not lie partly before.
    """
    asked = [event["seat"] for event in heard if event["type"] in _ADVANCES]
    return any(one != other for one, other in pairwise(asked)) and heard[0]["at"] != heard[-1]["at"]


class Timing:
    """The timing of all that was *heard*; ``of`` is asked for each event, in order.

    What one move set off was recorded at one instant.
    """

    def __init__(self, heard: Iterable[Mapping[str, Any]]) -> None:
        self._answered = {event["turn"]: event["at"] for event in heard if event["type"] in _ADVANCES}
        """When each decision was answered, by its number."""
        self._asked: _Asked | None = None
        self._is_told = False
        """Whether the answer to the decision that is due has got its line."""
        self._clock: tuple[str, int] | None = None
        """When the clock spoke last, and for whom."""

    def of(self, event: Mapping[str, Any], *, worth: bool) -> tuple[int | None, bool]:
        """Return the seconds of the decision that is answered by *event*, or None; and whether the clock did it.

        *worth* says whether it gets a line: the first line of an answer has its time.
        """
        if event["type"] == "time-ran-out":
            self._clock = event["at"], event["seat"]
        asked, seconds = self._asked, None
        # A word, or a charge, answers nothing: it was not recorded at the instant of the answer.
        is_answer = (
            asked is not None and event["seat"] == asked.seat and event["at"] == self._answered.get(event["turn"])
        )
        if asked is not None and is_answer and worth and not self._is_told:
            self._is_told = True
            took = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(asked.since)
            seconds = int(took.total_seconds())
        if event["type"] in _ADVANCES:
            # A seat that is asked once more because another one has left is measured on.
            goes_on = asked is not None and asked.seat == event["seat"] and not self._is_told
            if event["type"] == "deal-ended":
                self._asked = None
            elif not goes_on:
                self._asked = _Asked(event["seat"], event["at"])
            self._is_told = False
        return seconds, self._clock == (event["at"], event["seat"])
