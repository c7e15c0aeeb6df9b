"""Games that are over, and what they add up to: what is asked, and what is answered."""

from typing import Annotated, Any, Final, Literal, get_args
from uuid import UUID

from msgspec import Meta
from rest_framework import serializers

from games.api.lobby.schema import Sitter
from games.api.query import PlayerId, Since
from games.api.serialized import Answer, Person
from games.api.tables.schema import UnratedWhy
from games.api.variants.schema import Pinned
from games.clocks.terms import Visibility
from players.http import answers
from players.http.fields import Choice

Result = Literal["won", "shared", "lost"]
RESULTS: Final = get_args(Result)
_BY_CLOCK: Final = "Those of the decisions that the clock made."


class HistoryQuery(serializers.Serializer[Any]):
    """Which games are asked for."""

    player = PlayerId()
    opponent = PlayerId(required=False)
    result = Choice(choices=RESULTS, required=False)
    since = Since(required=False)
    until = Since(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the query; it must be one that any game could meet."""
        if attrs["player"] == attrs.get("opponent"):
            raise serializers.ValidationError({"opponent": ["Another player, please."]})
        if {"since", "until"} <= attrs.keys() and attrs["since"] >= attrs["until"]:
            raise serializers.ValidationError({"until": ["Later than `since`, please."]})
        return attrs


class SeatResult(Sitter, frozen=True):
    """Who sat on a seat of a game that is over, and how they came in."""

    seat: int
    place: Annotated[int, Meta(description="From 1; ties shared.")]
    score: Annotated[int | None, Meta(description="Null where nothing is counted.")]
    lost: Annotated[int, Meta(description="Deals lost.")]
    resigned: bool


class RatingBeforeAfter(answers.Answer, frozen=True):
    """What a rated game made of a rating."""

    before: float
    after: float


class PastGame(answers.Answer, frozen=True):
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
    started_at: answers.Timestamp
    ended_at: answers.Timestamp
    duration: Annotated[int, Meta(description="Seconds from start to end.")]


class HistoryPage(answers.Answer, frozen=True):
    """A page of the games that a player has played to the end, the last to end first."""

    items: list[PastGame]
    next_cursor: answers.NextCursor


class VariantGames(Answer):
    """How many games of a variant."""

    variant = serializers.CharField()
    games = serializers.IntegerField()


class PlayerProfile(Answer):
    """A player as others see him."""

    id = serializers.UUIDField()
    name = serializers.CharField()
    since = serializers.DateTimeField()
    games = serializers.IntegerField(help_text="How many he has played to the end.")
    variants = VariantGames(many=True, help_text="The most played first.")


class PlaceGames(Answer):
    """How many games ended on a place."""

    place = serializers.IntegerField()
    games = serializers.IntegerField()


class Streaks(Answer):
    """Games won one after the other, among the last thousand."""

    current = serializers.IntegerField()
    longest = serializers.IntegerField()


class Figures(Answer):
    """What games add up to."""

    games = serializers.IntegerField()
    won = serializers.IntegerField()
    shared = serializers.IntegerField(help_text="First places shared with others.")
    lost = serializers.IntegerField()
    resigned = serializers.IntegerField()
    places = PlaceGames(many=True)
    streaks = Streaks()
    points = serializers.IntegerField(help_text="Sum of the final scores, whatever they mean in a variant.")
    decisions = serializers.IntegerField()
    by_clock = serializers.IntegerField(help_text=_BY_CLOCK)
    reliability = serializers.FloatField(
        allow_null=True, help_text="Share of the decisions that the clock did not have to make; null without any."
    )
    answer_seconds = serializers.FloatField(
        allow_null=True, help_text="How long the others took on average; null without any."
    )
    announcements_missed = serializers.IntegerField(help_text="Fines and charges for words that were not said.")


class VariantFigures(Figures):
    """What the games of a variant add up to."""

    variant = serializers.CharField()


class PlayerStats(Answer):
    """What the games of a player add up to. For himself private games count too."""

    player = Person()
    overall = Figures()
    variants = VariantFigures(many=True, help_text="The most played first.")


class Meetings(Answer):
    """How often one came in ahead of the other."""

    games = serializers.IntegerField()
    ahead = serializers.IntegerField()
    behind = serializers.IntegerField()
    tied = serializers.IntegerField()


class VariantMeetings(Meetings):
    """The same in one variant."""

    variant = serializers.CharField()


class HeadToHead(Answer):
    """How two players came in when both sat at a table."""

    player = Person()
    other = Person()
    overall = Meetings()
    variants = VariantMeetings(many=True, help_text="The most played first.")
