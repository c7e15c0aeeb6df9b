"""The parts of a table that say why its clock stands still, and what the players vote on."""

from collections.abc import Sequence
from typing import Annotated

from msgspec import Meta

from base.http.answers import Answer
from games.clocks import voters
from games.rules.game import Game


class ClockPause(Answer, frozen=True):
    """A reason for which the clock stands still. It runs while there is none."""

    reason: Annotated[
        str,
        Meta(description="`vacation`, `vote` (the players agreed on it) or `moderator`. New reasons may be added."),
    ]
    seat: Annotated[int | None, Meta(description="The seat of the player on vacation. Null for other reasons.")]
    until: Annotated[str, Meta(description="When the pause ends by itself.", extra_json_schema={"format": "date-time"})]


class OpenProposal(Answer, frozen=True):
    """A proposal that the players vote on."""

    number: Annotated[int, Meta(description="The number of the proposal in this game, from 1.")]
    kind: Annotated[
        str, Meta(description="What it proposes: `pause`, `resume`, `extend` or `abandon`. New kinds may be added.")
    ]
    seat: Annotated[int, Meta(description="The seat that made it.")]
    expires: Annotated[
        str, Meta(description="When it ends if not everybody has voted.", extra_json_schema={"format": "date-time"})
    ]
    agreed: Annotated[Sequence[int], Meta(description="The seats that agree.")]
    missing: Annotated[Sequence[int], Meta(description="The seats that have not voted yet.")]


def pauses_of(game: Game) -> list[ClockPause]:
    """Return why the clock of *game* stands still."""
    return [ClockPause(str(one.reason), one.seat, one.until) for one in game.pauses]


def proposal_of(game: Game) -> OpenProposal | None:
    """Return the proposal that is open in *game*."""
    one = game.proposal
    if one is None:
        return None
    missing = [seat for seat in voters(game) if seat not in one.agreed]
    return OpenProposal(one.number, str(one.kind), one.seat, one.expires, one.agreed, missing)
