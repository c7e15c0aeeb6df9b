"""Games that are over, and what they add up to: what is answered."""

from collections.abc import Mapping
from typing import Annotated, Any, Final, Literal, get_args
from uuid import UUID

from msgspec import Meta

from games.api.lobby.schema import Sitter
from games.api.profiles import Person
from games.api.tables.schema import GameStatus, Receipt, Table, UnratedWhy
from games.api.variants.schema import Pinned
from games.clocks.terms import Visibility
from players.http.answers import Answer, NextCursor, Timestamp, TimestampText

ActKind = Literal["lot", "shuffle", "replenishing", "resigned-hand"]
Result = Literal["won", "shared", "lost"]
RESULTS: Final = get_args(Result)


class SeatResult(Sitter, frozen=True):
    """Who sat on a seat of a game that is over, and how they came in."""

    seat: int
    place: Annotated[int, Meta(description="From 1; ties shared.")]
    score: Annotated[int | None, Meta(description="Null where nothing is counted.")]
    lost: Annotated[int, Meta(description="Deals lost.")]
    resigned: bool


class RatingBeforeAfter(Answer, frozen=True):
    """What a rated game made of a rating."""

    before: float
    after: float


class PastGame(Answer, frozen=True):
    """A game that is over, in the history of a player."""

    id: UUID
    variant: str
    ruleset: Pinned
    rated: bool
    unrated: UnratedWhy
    visibility: Visibility
    seat: Annotated[int, Meta(description="Where the player sat.")]
    result: Annotated[Result, Meta(description="`shared`: the player shares the first place with others.")]
    place: Annotated[int, Meta(description="The player's.")]
    score: Annotated[int | None, Meta(description="The player's; null where nothing is counted.")]
    rating: Annotated[RatingBeforeAfter | None, Meta(description="The player's; null if unrated.")]
    seats: list[SeatResult]
    deals: int
    decisions: Annotated[int, Meta(description="Those of all seats.")]
    started_at: Timestamp
    ended_at: Timestamp
    duration: Annotated[int, Meta(description="Seconds from start to end.")]


class HistoryPage(Answer, frozen=True):
    """A page of the games that a player has played to the end, the last to end first."""

    items: list[PastGame]
    next_cursor: NextCursor


class VariantGames(Answer, frozen=True):
    """How many games of a variant."""

    variant: str
    games: int


class PlayerProfile(Answer, frozen=True):
    """A player as others see them."""

    id: str
    name: str
    since: Timestamp
    games: Annotated[int, Meta(description="How many they have played to the end.")]
    variants: Annotated[list[VariantGames], Meta(description="The most played first.")]


class PlaceGames(Answer, frozen=True):
    """How many games ended on a place."""

    place: int
    games: int


class Streaks(Answer, frozen=True):
    """Games won one after the other, among the last thousand."""

    current: int
    longest: int


class PlayerFigures(Answer, frozen=True):
    """What games add up to."""

    games: int
    won: int
    shared: Annotated[int, Meta(description="First places shared with others.")]
    lost: int
    resigned: int
    places: list[PlaceGames]
    streaks: Streaks
    points: Annotated[int, Meta(description="Sum of the final scores, whatever they mean in a variant.")]
    decisions: int
    by_clock: Annotated[int, Meta(description="Those of the decisions that the clock made.")]
    reliability: Annotated[
        float | None, Meta(description="Share of the decisions that the clock did not have to make; null without any.")
    ]
    answer_seconds: Annotated[float | None, Meta(description="How long the others took on average; null without any.")]
    announcements_missed: Annotated[int, Meta(description="Fines and charges for words that were not said.")]


class VariantFigures(PlayerFigures, frozen=True):
    """What the games of a variant add up to."""

    variant: str


class PlayerStats(Answer, frozen=True):
    """What the games of a player add up to. For themselves private games count too."""

    player: Person
    overall: PlayerFigures
    variants: Annotated[list[VariantFigures], Meta(description="The most played first.")]


class Meetings(Answer, frozen=True):
    """How often one came in ahead of the other."""

    games: int
    ahead: int
    behind: int
    tied: int


class VariantMeetings(Meetings, frozen=True):
    """The same in one variant."""

    variant: str


class HeadToHead(Answer, frozen=True):
    """How two players came in when both sat at a table."""

    player: Person
    other: Person
    overall: Meetings
    variants: Annotated[list[VariantMeetings], Meta(description="The most played first.")]


class StatePage(Answer, frozen=True):
    """A table at each of some versions."""

    items: list[Table]
    next_cursor: NextCursor


class DigestLine(Answer, frozen=True):
    """Something that happened, as a code and in words."""

    version: Annotated[int, Meta(description="Of the event that is told.")]
    turn: Annotated[int, Meta(description="Number of the decision that was due when it happened.")]
    at: TimestampText
    seat: int | None
    code: Annotated[str, Meta(description="The type of the event.")]
    data: Annotated[Mapping[str, Any], Meta(description="As in the feed.")]
    text: Annotated[str, Meta(description="In words.")]
    seconds: Annotated[
        int | None,
        Meta(description="How long the decision took that was answered with it; null where none was."),
    ]
    by_clock: Annotated[bool, Meta(description="Whether the clock moved for the seat.")]


class DigestPage(Answer, frozen=True):
    """What happened, a stretch of it."""

    lang: Annotated[str, Meta(description="The language of the words.")]
    items: list[DigestLine]
    next_cursor: NextCursor


class Act(Answer, frozen=True):
    """A random act of a game. What went into a shuffle and came out of it is shown when the game is over."""

    act: Annotated[int, Meta(description="Its number, from 1.")]
    kind: ActKind
    version: Annotated[int, Meta(description="Of its event.")]
    count: Annotated[int, Meta(description="How many cards were shuffled; of a lot, how many seats took part.")]
    input: Annotated[list[str] | None, Meta(description="The cards that went in, in deck order.")]
    outcome: Annotated[list[str] | None, Meta(description="The order in which they came out, top first.")]
    seat: Annotated[int | None, Meta(description="On whom the lot fell; null for a shuffle.")]


class Fairness(Answer, frozen=True):
    """What `check_fairness.py` checks."""

    game: UUID
    status: GameStatus
    commitment: Annotated[
        str, Meta(description="Commits the seed to this game, its ruleset and its number of seats, before any nonce.")
    ]
    seed: Annotated[str | None, Meta(description="Shown when the game is over.")]
    nonces: Annotated[
        list[str | None], Meta(description="By seats; null where nobody sits yet or the nonce is sealed.")
    ]
    acts: list[Act]
    head: Annotated[str, Meta(description="Hash of the last event.")]
    receipt: Annotated[Receipt, Meta(description="For the last event: the final one when the game is over.")]
    ruleset: Annotated[
        str,
        Meta(description="The canonical text of the ruleset: its SHA-256 is the hash that the first event names."),
    ]
