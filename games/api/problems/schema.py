"""The answers of the catalogue of problems."""

from typing import Annotated, ClassVar

from msgspec import Meta

from base.http.answers import Answer


class ProblemType(Answer, frozen=True):
    """A code of the service: the `code` of a problem, or the `reason` of an illegal move."""

    example: ClassVar = {
        "code": "does_not_fit",
        "reason_of": "illegal_move",
        "status": 422,
        "title": "Illegal move",
        "detail": "The card has neither the suit nor the rank that is asked for.",
        "meaning": "A card fits if its suit or its rank is the one demanded.",
        "remedy": "Show `detail` to the player, and let them choose one of `moves`.",
        "paragraph": "K-42",
    }
    code: Annotated[str, Meta(description="The code. It never changes its meaning.")]
    reason_of: Annotated[
        str | None, Meta(description="For a reason: the code of the problem that has it. Null for a problem.")
    ]
    status: Annotated[int, Meta(description="The HTTP status.")]
    title: Annotated[str, Meta(description="A short name of the problem.")]
    detail: Annotated[str, Meta(description="An example of `detail`. The `detail` of a problem may say more.")]
    meaning: Annotated[str, Meta(description="When you get it. For a reason: the rule behind it.")]
    remedy: Annotated[str, Meta(description="What a client should do about it.")]
    paragraph: Annotated[
        str | None,
        Meta(description="For a reason: the paragraph of the common rules behind it. Null for a problem."),
    ]


class ProblemTypes(Answer, frozen=True):
    """The catalogue: all problems, and then all reasons of illegal moves."""

    items: Annotated[list[ProblemType], Meta(description="All problems, and then all reasons.")]
