"""The answer about a plan."""

from typing import Annotated, ClassVar

from msgspec import Meta

from base.http.answers import Answer
from games.rules.events import Ask


class PlannedMove(Answer, frozen=True):
    """A move of a plan."""

    move: Annotated[str, Meta(description="The move in the notation.")]
    ask: Annotated[Ask | None, Meta(description="What you must be asked for this move. Null for anything.")]


class PlanOfSeat(Answer, frozen=True):
    """What your seat does when its turn comes."""

    example: ClassVar = {
        "deal": 1, "moves": [{"move": "7H", "ask": "answer"}, {"move": "accept", "ask": None}],
    }  # fmt: skip
    deal: Annotated[int, Meta(description="The deal for which the plan was made. It ends with it.")]
    moves: Annotated[list[PlannedMove], Meta(description="The moves, in the order in which they are tried.")]
