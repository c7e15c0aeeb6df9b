"""The answers about the past of games and players."""

from typing import Annotated, Final, Literal, get_args
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from games.api.lobby.schema import RatingBeforeAfter, Sitter
from games.api.profiles import Person
from games.api.tables.schema import GameStatus, GameTable, Receipt, UnratedWhy
from games.api.variants.schema import Pinned
from games.clocks.terms import Visibility

ActKind = Literal["lot", "shuffle", "replenishing", "resigned-hand"]
Result = Literal["won", "shared", "lost"]
RESULTS: Final = get_args(Result)


class SeatResult(Sitter, frozen=True):
    """A seat of a game that is over, and its result."""

    seat: Annotated[int, Meta(description="The number of the seat, from 0.")]
    place: Annotated[int, Meta(description="The place of the seat, from 1. Seats that tie share a place.")]
    score: Annotated[int | None, Meta(description="Null if the game counts no points.")]
    lost: Annotated[int, Meta(description="How many deals the seat lost.")]
    resigned: Annotated[bool, Meta(description="Whether the seat resigned.")]


class PastGame(Answer, frozen=True):
    """A game that is over, in the history of a player."""

    id: Annotated[UUID, Meta(description="The id of the game.")]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    ruleset: Annotated[Pinned, Meta(description="The rules of the game.")]
    rated: Annotated[bool, Meta(description="Whether the game was made to be rated.")]
    unrated: UnratedWhy
    visibility: Annotated[Visibility, Meta(description="Whether the game was `public` or `private`.")]
    seat: Annotated[int, Meta(description="The seat of the player.")]
    result: Annotated[Result, Meta(description="`shared` means that the player shares the first place with others.")]
    place: Annotated[int, Meta(description="The place of the player.")]
    score: Annotated[int | None, Meta(description="The score of the player. Null if the game counts no points.")]
    rating: Annotated[
        RatingBeforeAfter | None, Meta(description="The rating of the player. Null if the game was not rated.")
    ]
    seats: Annotated[list[SeatResult], Meta(description="All seats with their results.")]
    deals: Annotated[int, Meta(description="How many deals the game had.")]
    decisions: Annotated[int, Meta(description="How many decisions all seats made together.")]
    started_at: Annotated[Timestamp, Meta(description="When the game started.")]
    ended_at: Annotated[Timestamp, Meta(description="When the game ended.")]
    duration: Annotated[int, Meta(description="The seconds from start to end.")]


class HistoryPage(Answer, frozen=True):
    """A page of the games that a player has played to the end, the last one first."""

    items: Annotated[list[PastGame], Meta(description="The games of this page.")]
    next_cursor: NextCursor


class VariantGames(Answer, frozen=True):
    """How many games a player has played of a variant."""

    variant: Annotated[str, Meta(description="The key of the variant.")]
    games: Annotated[int, Meta(description="How many games they have played to the end.")]


class PlayerProfile(Person, frozen=True):
    """A player as others see them, and what they have played."""

    since: Annotated[Timestamp, Meta(description="When the account was made.")]
    games: Annotated[int, Meta(description="How many games they have played to the end.")]
    variants: Annotated[list[VariantGames], Meta(description="The most played variant comes first.")]


class PlaceGames(Answer, frozen=True):
    """How many games a player ended in a place."""

    place: Annotated[int, Meta(description="The place, from 1.")]
    games: Annotated[int, Meta(description="How many games ended so.")]


class Streaks(Answer, frozen=True):
    """How many games were won in a row, among the last thousand."""

    current: Annotated[int, Meta(description="The games won in a row up to the last one.")]
    longest: Annotated[int, Meta(description="The most games won in a row.")]


class PlayerFigures(Answer, frozen=True):
    """Statistics of games."""

    games: Annotated[int, Meta(description="How many games were played to the end.")]
    won: Annotated[int, Meta(description="How many were won alone.")]
    shared: Annotated[int, Meta(description="How many first places were shared with others.")]
    lost: Annotated[int, Meta(description="How many were lost.")]
    resigned: Annotated[int, Meta(description="In how many games the player resigned.")]
    places: Annotated[list[PlaceGames], Meta(description="How often the player ended in each place.")]
    streaks: Annotated[Streaks, Meta(description="Games that were won in a row.")]
    points: Annotated[int, Meta(description="The sum of the final scores, whatever they mean in a variant.")]
    decisions: Annotated[int, Meta(description="How many decisions the player had to make.")]
    by_clock: Annotated[int, Meta(description="How many of the decisions the clock made.")]
    reliability: Annotated[
        float | None, Meta(description="The share of decisions that the player made in time. Null without decisions.")
    ]
    answer_seconds: Annotated[
        float | None, Meta(description="How long these decisions took on average. Null without any.")
    ]
    announcements_missed: Annotated[int, Meta(description="How many announcements were forgotten and cost cards.")]


class VariantFigures(PlayerFigures, frozen=True):
    """Statistics of the games of a variant."""

    variant: Annotated[str, Meta(description="The key of the variant.")]


class PlayerStats(Answer, frozen=True):
    """Statistics of the games of a player. Their private games count only if you are that player."""

    player: Annotated[Person, Meta(description="The player.")]
    overall: Annotated[PlayerFigures, Meta(description="The statistics of all games.")]
    variants: Annotated[list[VariantFigures], Meta(description="The most played variant comes first.")]


class Meetings(Answer, frozen=True):
    """How often a player was placed ahead of another one."""

    games: Annotated[int, Meta(description="How many games they played at the same table.")]
    ahead: Annotated[int, Meta(description="In how many `player` was placed ahead of `other`.")]
    behind: Annotated[int, Meta(description="In how many `player` was placed behind `other`.")]
    tied: Annotated[int, Meta(description="In how many they shared a place.")]


class VariantMeetings(Meetings, frozen=True):
    """How often a player was placed ahead of another one in a variant."""

    variant: Annotated[str, Meta(description="The key of the variant.")]


class HeadToHead(Answer, frozen=True):
    """How two players did when they sat at the same table."""

    player: Annotated[Person, Meta(description="The player whom the numbers are about.")]
    other: Annotated[Person, Meta(description="The other player.")]
    overall: Annotated[Meetings, Meta(description="The numbers of all variants together.")]
    variants: Annotated[list[VariantMeetings], Meta(description="The most played variant comes first.")]


class StatePage(Answer, frozen=True):
    """A page of tables, one for each version."""

    items: Annotated[list[GameTable], Meta(description="The tables of this page, in the order of their versions.")]
    next_cursor: NextCursor


class Act(Answer, frozen=True):
    """A random act of a game. The cards of a shuffle are shown when the game is over."""

    act: Annotated[int, Meta(description="The number of the act, from 1.")]
    kind: Annotated[
        ActKind,
        Meta(description="`lot` draws the first dealer. The others shuffle cards."),
    ]
    version: Annotated[int, Meta(description="The version of its event.")]
    count: Annotated[int, Meta(description="How many cards were shuffled, or how many seats took part in a draw.")]
    input: Annotated[list[str] | None, Meta(description="The cards before the shuffle, in deck order.")]
    outcome: Annotated[list[str] | None, Meta(description="The cards after the shuffle, the top card first.")]
    seat: Annotated[int | None, Meta(description="The seat that was drawn. Null for a shuffle.")]


class Fairness(Answer, frozen=True):
    """The evidence that chance was fair in a game. `check_fairness.py` checks it."""

    game: Annotated[UUID, Meta(description="The id of the game.")]
    status: Annotated[
        GameStatus, Meta(description="The status of the game. While it is not `over`, seed and cards are null.")
    ]
    commitment: Annotated[
        str,
        Meta(description="The commitment of the first event to seed, game, ruleset and number of seats."),
    ]
    seed: Annotated[str | None, Meta(description="The seed, which is shown when the game is over.")]
    nonces: Annotated[
        list[str | None], Meta(description="The nonce of each seat. Null if the seat is free or the nonce is sealed.")
    ]
    acts: Annotated[list[Act], Meta(description="The random acts of the game, in order.")]
    head: Annotated[str, Meta(description="The hash of the last event.")]
    receipt: Annotated[Receipt, Meta(description="The receipt for the last event.")]
    ruleset: Annotated[
        str,
        Meta(description="The canonical text of the ruleset. Its SHA-256 is the hash that the first event names."),
    ]
