"""Leaderboards and ratings: what is answered."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from games.api.profiles import Person
from games.ladders import Kind, Pace
from players.http.answers import Answer, NextCursor, Timestamp

LadderPace = Annotated[Pace, Meta(description="`live`: turns up to an hour; `daily`: longer ones.")]
LadderKind = Annotated[
    Kind, Meta(description="`humans`: persons, rated among themselves; `bots`: bots and players' programs, likewise.")
]
Season = Annotated[str, Meta(description="Its first month.")]
SeasonIfAny = Annotated[str | None, Meta(description="Its first month. Null where nobody was ever rated.")]
Rating = Annotated[float, Meta(description="mu less three sigma, in hundredths: what is shown and ranked.")]


class Board(Answer, frozen=True):
    """Which leaderboard it is."""

    variant: str
    pace: LadderPace
    season: SeasonIfAny
    kind: LadderKind


class BoardPage(Answer, frozen=True):
    """A page of the leaderboards that there are, by variant, kind and season."""

    items: list[Board]
    next_cursor: NextCursor


class Belief(Answer, frozen=True):
    """What is believed of a skill."""

    rating: Rating
    mu: Annotated[float, Meta(description="The mean.")]
    sigma: Annotated[float, Meta(description="The deviation.")]


class Figures(Belief, frozen=True):
    """A rating, and what it comes from."""

    provisional: Annotated[bool, Meta(description="Whether it comes from fewer than ten games.")]
    games: Annotated[int, Meta(description="Rated games in all seasons up to this one.")]
    played: Annotated[int, Meta(description="Rated games in this season.")]
    wins: Annotated[int, Meta(description="First places among those who were rated, in this season.")]
    last_at: Annotated[Timestamp, Meta(description="When the last of them ended.")]
    inactive: Annotated[bool, Meta(description="Whether there was no rated game of this variant for 60 days.")]


class Ranked(Figures, frozen=True):
    """A player or bot on a leaderboard."""

    rank: Annotated[int, Meta(description="From 1. Equal ratings share a rank.")]
    player: Person | None
    bot: Annotated[
        str | None,
        Meta(description="A bot's level; `program` beside a player whose program it is; null for a person."),
    ]


class LeaderboardPage(Board, frozen=True):
    """A page of a leaderboard, the best first."""

    games_needed: Annotated[int, Meta(description="Rated games that a player needs to be listed.")]
    items: list[Ranked]
    next_cursor: NextCursor


class AroundMe(Board, frozen=True):
    """Who stands around the caller, the best first."""

    games_needed: Annotated[int, Meta(description="Rated games that a player needs to be listed.")]
    rank: Annotated[int | None, Meta(description="The caller's own; null if they are not listed there.")]
    items: list[Ranked]


class OwnRating(Figures, frozen=True):
    """Where a player stands on a ladder."""

    variant: str
    pace: LadderPace
    season: Season
    kind: LadderKind
    rank: Annotated[int | None, Meta(description="Null for who is not listed: too few rated games.")]


class RatingStep(Answer, frozen=True):
    """What one game made of a rating."""

    variant: str
    pace: LadderPace
    season: Season
    kind: LadderKind
    game: Annotated[UUID | None, Meta(description="Null for a private game at which the caller did not sit.")]
    place: Annotated[int | None, Meta(description="Among those who were rated; null with the game.")]
    at: Annotated[Timestamp, Meta(description="When the game ended.")]
    games: Annotated[int, Meta(description="Rated games, this one included.")]
    provisional: bool
    before: Belief
    after: Belief


class Ratings(Answer, frozen=True):
    """The ratings of a player."""

    player: Person
    ratings: Annotated[
        list[OwnRating], Meta(description="On each ladder, in the last season in which they played there.")
    ]
    items: Annotated[list[RatingStep], Meta(description="How they came there, the last game first.")]
    next_cursor: NextCursor
