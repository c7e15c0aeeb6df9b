"""How long decisions took, and which moves the clock made, as a feed shows it."""

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
    """Return whether these events alone say who was asked last and since when.

    They do if one seat was asked after another: its time began then. The first and the last event must have different
    instants, so that the events of the last move are all here.
    """
    asked = [event["seat"] for event in heard if event["type"] in _ADVANCES]
    return any(one != other for one, other in pairwise(asked)) and heard[0]["at"] != heard[-1]["at"]


class Timing:
    """The timing of all events in *heard*. Call ``of`` for each of them, in order.

    All events that one move causes have the same instant.
    """

    def __init__(self, heard: Iterable[Mapping[str, Any]]) -> None:
        self._answered = {event["turn"]: event["at"] for event in heard if event["type"] in _ADVANCES}
        """When each decision was answered, by its number."""
        self._asked: _Asked | None = None
        self._has_line = False
        """Whether the answer to the decision that is due has its line already."""
        self._clock: tuple[str, int] | None = None
        """When the clock moved last, and for which seat."""

    def of(self, event: Mapping[str, Any], *, worth: bool) -> tuple[int | None, bool]:
        """Return the seconds of the decision that *event* answers, or None; and whether the clock moved.

        *worth* says whether the event gets a line: only the first line of an answer has its time.
        """
        if event["type"] == "time-ran-out":
            self._clock = event["at"], event["seat"]
        asked, seconds = self._asked, None
        # An announcement or an accusation out of turn answers nothing: its instant is not that of the answer.
        is_answer = (
            asked is not None and event["seat"] == asked.seat and event["at"] == self._answered.get(event["turn"])
        )
        if asked is not None and is_answer and worth and not self._has_line:
            self._has_line = True
            took = datetime.fromisoformat(event["at"]) - datetime.fromisoformat(asked.since)
            seconds = int(took.total_seconds())
        if event["type"] in _ADVANCES:
            # The time of a seat that is asked once more, because another one has left, runs on.
            goes_on = asked is not None and asked.seat == event["seat"] and not self._has_line
            if event["type"] == "deal-ended":
                self._asked = None
            elif not goes_on:
                self._asked = _Asked(event["seat"], event["at"])
            self._has_line = False
        return seconds, self._clock == (event["at"], event["seat"])
