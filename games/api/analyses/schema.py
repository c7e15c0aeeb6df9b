"""The answers about analyses."""

from collections.abc import Sequence
from enum import StrEnum
from typing import Annotated

from msgspec import Meta

from base.http.answers import Answer, Timestamp
from games.api.tables.schema import MoveChoice
from games.bots.samples import MATTERS
from games.services.analyses import BEST, MOST_MOVES

Share = Annotated[float, Meta(ge=0, le=1)]


class AnalysisStatus(StrEnum):
    """The progress of an analysis."""

    NONE = "none"
    WAITING = "waiting"
    RUNNING = "running"
    DONE = "done"


class ChanceInterval(Answer, frozen=True):
    """From where to where a chance may lie.

    With endlessly many imagined deals it would come to lie there, in about 95 of 100 cases.
    """

    low: Annotated[Share, Meta(description="The least.")]
    high: Annotated[Share, Meta(description="The most.")]


class ExpertMove(Answer, frozen=True):
    """One of the best moves of a decision, as `expert` sees it."""

    move: Annotated[MoveChoice, Meta(description="The move.")]
    value: Annotated[Share, Meta(description="What it is worth to the seat, like `value` of the decision.")]
    interval: Annotated[
        ChanceInterval | None, Meta(description="Where that value may lie, like `interval` of the decision.")
    ]
    played: Annotated[bool, Meta(description="Whether this is the move that was made.")]


class AnalysedDecision(Answer, frozen=True):
    """A decision of a game that is over, and what `expert` thinks of it."""

    version: Annotated[
        int,
        Meta(description="The version of the first event of the move. The table before it has the version before."),
    ]
    seat: Annotated[int, Meta(description="The seat that decided.")]
    by_clock: Annotated[bool, Meta(description="Whether the clock made the move, because the time was up.")]
    played: Annotated[MoveChoice, Meta(description="The move that was made.")]
    value: Annotated[
        Share | None,
        Meta(
            description="What that move was worth to the seat: the share of the deal that it could expect, from 0 for "
            "the last place to 1 for the first one. Where points are counted for the game, they count for three "
            "tenths. Null if the search failed."
        ),
    ]
    interval: Annotated[
        ChanceInterval | None,
        Meta(
            description="Where that value may lie, since it comes from few imagined deals. Null if the search failed, "
            "and in analyses that were made before the service computed intervals."
        ),
    ]
    worse: Annotated[
        bool,
        Meta(
            description=f"Whether the best move was worth more, by {MATTERS} or more and by more than two standard "
            "errors of the difference, with both moves tried in the same imagined deals. False where chance may "
            "explain the difference, where the search failed, and where `interval` is null."
        ),
    ]
    best: Annotated[
        Sequence[ExpertMove],
        Meta(
            description=f"The {BEST} best moves of those that were tried, the best first; fewer if there were fewer. "
            "Empty if the search failed."
        ),
    ]


class Analysis(Answer, frozen=True):
    """What `expert` would have done in a game that is over, by what each seat knew when it decided."""

    status: Annotated[
        AnalysisStatus,
        Meta(
            description="`none` until somebody asks for it, `waiting` until a worker has time, `running` while it "
            "works, and `done` when all decisions are there."
        ),
    ]
    deals: Annotated[
        int | None, Meta(description="How many imagined deals each move was tried in. Null without an analysis.")
    ]
    total: Annotated[int | None, Meta(description="How many decisions are analysed. Null until that is known.")]
    done: Annotated[int, Meta(description="How many of them are done.")]
    left_out: Annotated[
        int, Meta(description=f"How many decisions are left out, because only the first {MOST_MOVES} are analysed.")
    ]
    decisions: Annotated[
        Sequence[AnalysedDecision],
        Meta(
            description="The decisions that are done, after the version `after`, in order. Decisions in which there "
            "was only one legal move are not among them, nor are resignations and mere words."
        ),
    ]
    created_at: Annotated[Timestamp | None, Meta(description="When somebody asked for it. Null without an analysis.")]
