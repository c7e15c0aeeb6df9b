"""The lines of a digest. Whether an event gets one may depend on the events around it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any, Final, TypeAlias

from games.digest.sentences import aimed, sentence
from games.digest.speech import Speech
from games.digest.timing import Timing

PublicEvent: TypeAlias = Mapping[str, Any]
"""An event as the feed of one viewer shows it."""

_SERVED: Final = {
    "penalty-raised": {"cards-drawn penalty", "deal-ended"},
    "skip-raised": {"turn-skipped", "deal-ended"},
}
"""What ends an effect before the seat at which it is aimed can decide anything."""
_ANSWERS: Final = {"accepted", "cards-played", "card-laid-blind"}
_BESIDE: Final = {"announced", "claim-stood", "deal-stalled", "direction-reversed", "stock-replenished"}
"""What may come between a card and the end of the effect that it cancels."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Line:
    """One line: what happened, as a code with its data and in sentences."""

    version: int
    turn: int
    at: str
    seat: int | None
    code: str
    data: Mapping[str, Any]
    text: str
    seconds: int | None
    """How long the decision took, if this line is the answer to one; None otherwise."""
    by_clock: bool
    """Whether the clock moved for the seat."""


def digest(heard: Sequence[PublicEvent], speech: Speech, *, since: int = 0) -> Iterator[Line]:
    """Yield a line for each event after version *since* that is worth one.

    *heard* is the whole feed of one viewer from version 1 on.
    """
    timing = Timing(heard)
    if heard and heard[0]["version"] == 1:
        speech.forget_seats()
    for place, event in enumerate(heard):
        match event["type"]:
            case "penalty-raised" | "skip-raised":
                text = _live(event, heard[place + 1 :], speech)
            case "effect-ended":
                # Either a card cancelled the effect, or it was served, and that has a line of its own.
                before = (heard[earlier]["type"] for earlier in range(place - 1, -1, -1))
                cause = next((type_ for type_ in before if type_ not in _BESIDE), "")
                text = speech.gettext("That cancels the penalty.") if cause == "cards-played" else ""
            case "announced" if place and heard[place - 1]["type"] == "claim-stood":
                text = ""  # it was said with the card
            case _:
                if event["type"] == "seat-taken":
                    speech.seats(event["data"], event["seat"])
                text = sentence(event, speech)
        # Timing follows every event, also those before the page and those without a line.
        seconds, by_clock = timing.of(event, worth=bool(text))
        if text and event["version"] > since:
            yield Line(
                version=event["version"], turn=event["turn"], at=event["at"], seat=event["seat"], code=event["type"],
                data=event["data"], text=text, seconds=seconds, by_clock=by_clock,
            )  # fmt: skip


def _live(event: PublicEvent, rest: Sequence[PublicEvent], speech: Speech) -> str:
    """Return the sentence for an effect that waits for an answer; nothing if it is served before anybody can answer.

    *rest* is the feed after the effect.
    """
    # Only the events of the same move count: they are complete, so the line never changes later.
    later = [*takewhile(lambda other: other["at"] == event["at"], rest)]
    served = _SERVED[event["type"]]
    if next((_step(other) for other in later if _step(other) in served | _ANSWERS), "") in served:
        return ""
    asked = next((other for other in later if other["type"] in {"turn-began", *_ANSWERS}), None)
    whom = event["data"].get("aim")
    if whom is None and asked and asked["data"].get("ask") == "answer":
        whom = asked["seat"]
    return sentence(event, speech) + ("" if whom is None else " " + aimed(whom, speech))


def _step(event: PublicEvent) -> str:
    """Return the type of *event*, with the cause of drawn cards: only those of a penalty serve a penalty."""
    return f"{event['type']} {event['data'].get('cause')}" if event["type"] == "cards-drawn" else str(event["type"])
