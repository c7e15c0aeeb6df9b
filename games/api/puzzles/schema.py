"""The answers about puzzles."""

from datetime import date
from typing import Annotated
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer
from games.api.tables.schema import GameTable
from games.services.puzzles import Outcome

Solved = Annotated[bool | None, Meta(description="Whether you have solved it. Null if you are not signed in.")]


class PuzzleSummary(Answer, frozen=True, kw_only=True):
    """A puzzle of a day."""

    id: Annotated[UUID, Meta(description="The id of the puzzle.")]
    day: Annotated[date, Meta(description="The day for which it was made, in UTC.")]
    number: Annotated[int, Meta(description="Its place among the puzzles of the day, from 1.")]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    solved: Solved


class PuzzleList(Answer, frozen=True):
    """The puzzles of today."""

    items: Annotated[list[PuzzleSummary], Meta(description="The puzzles, in their order. Empty if no game gave one.")]
    next_cursor: Annotated[str | None, Meta(description="Always null: there is only one page.")]
    solved: Annotated[
        int | None, Meta(description="How many puzzles of all days you have solved. Null if you are not signed in.")
    ]


class PuzzleSource(Answer, frozen=True):
    """The game from which a puzzle was made."""

    game: Annotated[UUID, Meta(description="The id of the game.")]
    version: Annotated[int, Meta(description="The version at which it stood so.")]
    head: Annotated[str, Meta(description="The hash of the event of this version, as the feed of the game has it.")]


class Puzzle(PuzzleSummary, frozen=True, kw_only=True):
    """A puzzle: win before anybody else must act."""

    table: Annotated[
        GameTable,
        Meta(
            description="The table as the seat on turn saw it, with its legal moves. It has the id of the puzzle and "
            "names nobody; its `version` and `head` say nothing."
        ),
    ]
    source: Annotated[PuzzleSource | None, Meta(description="The game, once you have solved the puzzle.")]


class PuzzleAttempt(Answer, frozen=True):
    """What came of an attempt."""

    outcome: Annotated[
        Outcome,
        Meta(
            description="`solved`: you have won. `unfinished`: your turn goes on, so send the same moves and one more. "
            "`turn-over`: somebody else must act, and you still have cards. `chance`: it would take luck."
        ),
    ]
    detail: Annotated[str, Meta(description="The same in a sentence, in the language of the answer.")]
    table: Annotated[
        GameTable | None, Meta(description="The table after your moves while your turn goes on. Null otherwise.")
    ]
    source: Annotated[PuzzleSource | None, Meta(description="The game, if you have solved the puzzle.")]
