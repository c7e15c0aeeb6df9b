"""Games that are over, and what they add up to: what is asked, and what is answered."""

from typing import Any, Final

from rest_framework import serializers

from games.api.query import PlayerId, Since
from games.api.tables.schema import UNRATED, Answer, Listing, Person, Sitter, Terms, Unrated
from players.http.fields import Choice

RESULTS: Final = ("won", "shared", "lost")
_IN_A_HISTORY: Final = "In a history."
_IN_THE_LOBBY: Final = "In the lobby."
_RESULT: Final = "`shared`: the first place, with others."
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


class ListedSeat(Sitter):
    """Who sits, or sat, on a seat of a listed game."""

    seat = serializers.IntegerField(required=False, help_text=_IN_A_HISTORY)
    place = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} From 1; ties shared.")
    score = serializers.IntegerField(
        required=False, allow_null=True, help_text=f"{_IN_A_HISTORY} Null where nothing is counted."
    )
    lost = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} Deals lost.")
    resigned = serializers.BooleanField(required=False, help_text=_IN_A_HISTORY)


class RatingChange(Answer):
    """What a rated game made of a rating."""

    before = serializers.FloatField()
    after = serializers.FloatField()


class ListedGame(Listing):
    """A game in a list: one that waits, in the lobby; one that is over, in the history of a player."""

    seats = ListedSeat(many=True)
    terms = Terms(required=False, help_text=_IN_THE_LOBBY)
    free = serializers.IntegerField(required=False, help_text=f"{_IN_THE_LOBBY} How many seats are free.")
    created_at = serializers.DateTimeField(required=False, help_text=_IN_THE_LOBBY)
    rated = serializers.BooleanField(required=False, help_text=_IN_A_HISTORY)
    unrated = Unrated(required=False, allow_null=True, help_text=UNRATED)
    visibility = serializers.CharField(required=False, help_text=_IN_A_HISTORY)
    seat = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} Where the player sat.")
    result = serializers.ChoiceField(choices=RESULTS, required=False, help_text=f"{_IN_A_HISTORY} {_RESULT}")
    place = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} The player's.")
    score = serializers.IntegerField(required=False, allow_null=True, help_text=f"{_IN_A_HISTORY} The player's.")
    rating = RatingChange(required=False, allow_null=True, help_text=f"{_IN_A_HISTORY} The player's; null if unrated.")
    deals = serializers.IntegerField(required=False, help_text=_IN_A_HISTORY)
    decisions = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} Those of all seats.")
    started_at = serializers.DateTimeField(required=False, help_text=_IN_A_HISTORY)
    ended_at = serializers.DateTimeField(required=False, help_text=_IN_A_HISTORY)
    duration = serializers.IntegerField(required=False, help_text=f"{_IN_A_HISTORY} Seconds from start to end.")


class GamePage(Answer):
    """A page of the lobby, the oldest game first; or of a history, the last to end first."""

    items = ListedGame(many=True)
    next_cursor = serializers.CharField(allow_null=True)


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
