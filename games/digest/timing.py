"""How long decisions took, and which moves the clock made: read off a feed alone."""

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
    """Tell whether who has heard this, and nothing before, knows at its end who was asked last, and since when.

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
        """Whether the answer to the decision that is due has been told."""
        self._clock: tuple[str, int] | None = None
        """When the clock spoke last, and for whom."""

    def of(self, event: Mapping[str, Any], *, worth: bool) -> tuple[int | None, bool]:
        """Return the seconds of the decision that is answered by *event*, or None; and whether the clock did it.

        *worth* tells whether it gets a line: the first line of an answer has its time.
        """
        if event["type"] == "time-ran-out":
            self._clock = event["at"], event["seat"]
        seconds = self._seconds(event) if worth else None
        if event["type"] in _ADVANCES:
            self._ask(event)
        return seconds, self._clock == (event["at"], event["seat"])

    def _seconds(self, event: Mapping[str, Any]) -> int | None:
        asked = self._asked
        if asked is None or self._is_told or event["seat"] != asked.seat:
            return None
        if event["at"] != self._answered.get(event["turn"]):
            return None  # a word, or a charge, that answers nothing
        self._is_told = True
        return int((datetime.fromisoformat(event["at"]) - datetime.fromisoformat(asked.since)).total_seconds())

    def _ask(self, event: Mapping[str, Any]) -> None:
        """Begin to measure; who is asked once more since somebody else has left is measured on."""
        goes_on = self._asked is not None and self._asked.seat == event["seat"] and not self._is_told
        if event["type"] == "deal-ended":
            self._asked = None
        elif not goes_on:
            self._asked = _Asked(event["seat"], event["at"])
        self._is_told = False
