"""The answers about leaderboards and ratings."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from games.api.profiles import Person
from games.ladders import Kind, Pace

LadderPace = Annotated[Pace, Meta(description="`live` has turns of up to an hour, `daily` has longer ones.")]
LadderKind = Annotated[
    Kind, Meta(description="`humans` rates people among themselves, `bots` rates bots and the programs of players.")
]
Season = Annotated[str, Meta(description="The first month of the season.")]
Settled = Annotated[
    bool,
    Meta(
        description="Whether twenty of its players are established. A leaderboard that is settled lists established "
        "players only. Until then it lists everybody, marked as provisional."
    ),
]
SeasonIfAny = Annotated[str | None, Meta(description="The first month of the season. Null if nobody was ever rated.")]
Rating = Annotated[
    float, Meta(description="The rating that is shown and ranked: mu less three sigma, with two decimals.")
]


class Board(Answer, frozen=True):
    """One leaderboard."""

    variant: Annotated[str, Meta(description="The key of the variant.")]
    pace: LadderPace
    season: SeasonIfAny
    kind: LadderKind


class BoardPage(Answer, frozen=True):
    """A page of all leaderboards, by variant, kind and season."""

    items: Annotated[list[Board], Meta(description="The leaderboards of this page.")]
    next_cursor: NextCursor


class Belief(Answer, frozen=True):
    """An estimate of a skill."""

    rating: Rating
    mu: Annotated[float, Meta(description="The mean of the estimate.")]
    sigma: Annotated[float, Meta(description="The standard deviation of the estimate.")]


class Figures(Belief, frozen=True):
    """A rating, and the games on which it is based."""

    provisional: Annotated[
        bool,
        Meta(
            description="Whether it is not established yet: that takes ten games against opponents that count, of whom "
            "five are different, and a confirmed address where the service asks for one."
        ),
    ]
    games: Annotated[int, Meta(description="How many rated games there were in all seasons up to this one.")]
    played: Annotated[int, Meta(description="How many rated games there were in this season.")]
    wins: Annotated[int, Meta(description="How many of them ended in the first place among the rated seats.")]
    last_at: Annotated[Timestamp, Meta(description="When the last rated game ended.")]
    inactive: Annotated[bool, Meta(description="Whether there was no rated game of this variant for 60 days.")]


class Ranked(Figures, frozen=True):
    """A player or bot on a leaderboard."""

    rank: Annotated[int, Meta(description="The rank, from 1. Equal ratings share a rank.")]
    player: Annotated[Person | None, Meta(description="The player. Null for a bot of the service.")]
    bot: Annotated[
        str | None,
        Meta(description="The level of a bot, `program` for the program of a player, or null for a person."),
    ]


class LeaderboardPage(Board, frozen=True):
    """A page of a leaderboard, the best first."""

    settled: Settled
    games_needed: Annotated[int, Meta(description="How many games that count a player needs to be listed.")]
    opponents_needed: Annotated[
        int, Meta(description="How many different opponents that count a player needs to be listed.")
    ]
    items: Annotated[list[Ranked], Meta(description="The ranks of this page.")]
    next_cursor: NextCursor


class AroundMe(Board, frozen=True):
    """The part of a leaderboard around you, the best first."""

    settled: Settled
    games_needed: Annotated[int, Meta(description="How many games that count a player needs to be listed.")]
    opponents_needed: Annotated[
        int, Meta(description="How many different opponents that count a player needs to be listed.")
    ]
    rank: Annotated[int | None, Meta(description="Your own rank. Null if you are not listed.")]
    items: Annotated[
        list[Ranked], Meta(description="Your rank, and those above and below it. Empty if you are not listed.")
    ]


class OwnRating(Figures, frozen=True):
    """The rating and rank of a player on a ladder."""

    variant: Annotated[str, Meta(description="The key of the variant.")]
    pace: LadderPace
    season: Season
    kind: LadderKind
    rank: Annotated[int | None, Meta(description="Null if the leaderboard does not list the player.")]


class RatingStep(Answer, frozen=True):
    """How one game changed a rating."""

    variant: Annotated[str, Meta(description="The key of the variant.")]
    pace: LadderPace
    season: Season
    kind: LadderKind
    game: Annotated[UUID | None, Meta(description="Null for a private game that you did not play.")]
    place: Annotated[int | None, Meta(description="The place among the rated seats. Null if `game` is null.")]
    at: Annotated[Timestamp, Meta(description="When the game ended.")]
    games: Annotated[int, Meta(description="How many rated games there were, including this one.")]
    provisional: Annotated[bool, Meta(description="Whether the rating is based on fewer than ten games.")]
    annulled: Annotated[
        bool, Meta(description="Whether a moderator has annulled the game. What it changed is given back then.")
    ]
    before: Annotated[Belief, Meta(description="The estimate before the game.")]
    after: Annotated[Belief, Meta(description="The estimate after the game.")]


class Ratings(Answer, frozen=True):
    """The ratings of a player."""

    player: Annotated[Person, Meta(description="The player.")]
    ratings: Annotated[
        list[OwnRating],
        Meta(description="The rating on each ladder, in the last season in which the player played there."),
    ]
    items: Annotated[list[RatingStep], Meta(description="The changes of these ratings, the last game first.")]
    next_cursor: NextCursor
