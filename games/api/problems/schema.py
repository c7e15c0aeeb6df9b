"""What the catalogue says about a problem code or a refusal."""

from typing import Annotated, ClassVar

from msgspec import Meta

from players.http.answers import Answer


class ProblemType(Answer, frozen=True):
    """A code that the service answers with: the `code` of a problem, or the `reason` of an illegal move."""

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
    code: str
    reason_of: Annotated[
        str | None, Meta(description="For a reason: the code of the problem that it stands in. Null for a problem.")
    ]
    status: Annotated[int, Meta(description="The HTTP status.")]
    title: str
    detail: Annotated[str, Meta(description="An example of `detail`, which may say more at the time.")]
    meaning: Annotated[str, Meta(description="When it is answered. For a reason: the rule behind it.")]
    remedy: Annotated[str, Meta(description="What a client does about it.")]
    paragraph: Annotated[
        str | None,
        Meta(description="For a reason: the paragraph of the rules of all variants behind it. Null for a problem."),
    ]


class ProblemTypes(Answer, frozen=True):
    """The catalogue: all problems, then all reasons of illegal moves."""

    items: list[ProblemType]
