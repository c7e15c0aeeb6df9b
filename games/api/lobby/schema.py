"""The answers about public games, and about your own games."""

from typing import Annotated, Literal
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp, TimestampText
from games.api.profiles import Person
from games.api.tables.agreement_schema import ClockPause, OpenProposal
from games.api.tables.schema import (
    Claims,
    ExpiresAt,
    GameResult,
    GameStatus,
    LeavesWithoutLoss,
    MayReturn,
    SeatBot,
    SeatSummary,
    Terms,
    UnratedWhy,
)  # fmt: skip
from games.api.variants.schema import Pinned
from games.clocks.terms import Absence
from games.rules.events import Ask
from games.rules.fairness import NonceAsk


class Sitter(Answer, frozen=True):
    """A seat of a game in a list. A free seat has neither player nor bot, and the program of a player has both."""

    player: Annotated[
        Person | None, Meta(description="The player in the seat. Null for a bot of the service, and for a free seat.")
    ]
    bot: SeatBot


class ListedGame(Answer, frozen=True):
    """A public game that waits for players, or is played."""

    id: Annotated[UUID, Meta(description="The id of the game.")]
    status: Annotated[
        Literal["waiting", "playing"], Meta(description="Whether the game waits for players or is played.")
    ]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    variant_name: Annotated[str, Meta(description="What the variant is called.")]
    ruleset: Annotated[Pinned, Meta(description="The rules of the game.")]
    terms: Annotated[Terms, Meta(description="The terms of the game apart from its rules.")]
    unrated: UnratedWhy
    seats: Annotated[list[Sitter], Meta(description="All seats, in the order of their numbers.")]
    free: Annotated[int, Meta(description="How many seats are free.")]
    created_at: Annotated[Timestamp, Meta(description="When the game was opened.")]
    expires_at: ExpiresAt
    started_at: Annotated[Timestamp | None, Meta(description="When the game started. Null while it waits.")]
    deal: Annotated[int, Meta(description="The number of the deal that runs. 0 while the game waits.")]
    on_turn: Annotated[int | None, Meta(description="The seat that must act.")]


class GamePage(Answer, frozen=True):
    """A page of public games."""

    items: Annotated[list[ListedGame], Meta(description="The games of this page.")]
    next_cursor: NextCursor


class RatingBeforeAfter(Answer, frozen=True):
    """A rating before and after a rated game."""

    before: Annotated[float, Meta(description="The rating before the game.")]
    after: Annotated[float, Meta(description="The rating after the game.")]


class LastLine(Answer, frozen=True):
    """The last line of the digest of a game."""

    version: Annotated[int, Meta(description="The version of its event.")]
    at: Annotated[TimestampText, Meta(description="When it happened.")]
    seat: Annotated[int | None, Meta(description="The seat that it is about. Null if it is about none.")]
    code: Annotated[str, Meta(description="The type of the event.")]
    text: Annotated[str, Meta(description="What happened, as a sentence.")]


class OwnResult(GameResult, frozen=True):
    """How one of your games ended."""

    rating: Annotated[
        RatingBeforeAfter | None, Meta(description="Your rating. Null if the game is not rated, or not yet.")
    ]
    ended_at: Annotated[Timestamp, Meta(description="When the game ended.")]


class OwnGame(Answer, frozen=True):
    """A summary of one of your games."""

    id: Annotated[UUID, Meta(description="The id of the game.")]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    variant_name: Annotated[str, Meta(description="What the variant is called.")]
    status: Annotated[
        GameStatus, Meta(description="`waiting` until it starts, then `playing`, and `over` after its end.")
    ]
    version: Annotated[int, Meta(description="How many events the game has.")]
    turn: Annotated[int, Meta(description="The number of the decision that is due.")]
    deal: Annotated[int, Meta(description="The number of the deal that runs, or ran last.")]
    seat: Annotated[int, Meta(description="Your seat.")]
    seats: Annotated[list[SeatSummary], Meta(description="All seats, as the table shows them, but without hands.")]
    on_turn: Annotated[int | None, Meta(description="The seat that must act. Null if none must.")]
    ask: Annotated[Ask, Meta(description="What the seat on turn must decide.")]
    awaiting: Annotated[bool, Meta(description="Whether the game waits for you: for your move or your nonce.")]
    nonce_due: Annotated[
        NonceAsk | None,
        Meta(description="What you must send to `/games/{game}/nonces` of a sealed table. Null if nothing."),
    ]
    deadline: Annotated[
        Timestamp | None, Meta(description="When the clock moves for the seat on turn. Null if no clock runs.")
    ]
    absence: Annotated[Absence, Meta(description="What happens in the turns of a player who is absent.")]
    may_return: MayReturn
    claims: Claims
    leaves_without_loss: LeavesWithoutLoss
    pauses: Annotated[list[ClockPause], Meta(description="Why the clock stands still. It runs while this is empty.")]
    proposal: Annotated[OpenProposal | None, Meta(description="The proposal that the players vote on.")]
    last: Annotated[
        LastLine | None, Meta(description="What happened last that is worth a line. Null if nothing happened lately.")
    ]
    result: Annotated[
        OwnResult | None, Meta(description="Null until the game is over, and if the table was closed before it began.")
    ]
    rematch: Annotated[
        UUID | None,
        Meta(
            description="The game that follows this one. Null until somebody asks for a rematch. "
            "`POST /games/{game}/rematch` gives you your seat there."
        ),
    ]
    expires_at: ExpiresAt


class OwnGames(Answer, frozen=True):
    """Your games, the soonest deadline first, and then those that ended in the last week, the last one first."""

    lang: Annotated[str, Meta(description="The language of the sentences.")]
    items: Annotated[list[OwnGame], Meta(description="The games of this page.")]
    badge: Annotated[int, Meta(description="How many of all your games wait for you.")]
    next_cursor: NextCursor
    server_time: Annotated[Timestamp, Meta(description="The time of the service when it wrote this answer.")]
