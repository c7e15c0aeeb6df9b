"""Leaderboards and ratings: what is answered."""

from typing import Final

from rest_framework import serializers

from games.api.tables.schema import Answer, Person
from games.ladders import PACES

_SEASON: Final = "Its first month. Null where nobody was ever rated."
_KIND: Final = "`humans`: persons, rated among themselves; `bots`: bots and players' programs, likewise."
_RATING: Final = "mu less three sigma, in hundredths: what is shown and ranked."


class Board(Answer):
    """Which leaderboard it is."""

    variant = serializers.CharField()
    pace = serializers.ChoiceField(choices=[*PACES], help_text="`live`: turns up to an hour; `daily`: longer ones.")
    season = serializers.CharField(allow_null=True, help_text=_SEASON)
    kind = serializers.CharField(help_text=_KIND)


class BoardPage(Answer):
    """A page of the leaderboards that there are, by variant, kind and season."""

    items = Board(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class Belief(Answer):
    """What is believed of a skill."""

    rating = serializers.FloatField(help_text=_RATING)
    mu = serializers.FloatField(help_text="The mean.")
    sigma = serializers.FloatField(help_text="The deviation.")


class Figures(Belief):
    """A rating, and what it comes from."""

    provisional = serializers.BooleanField(help_text="Whether it comes from fewer than ten games.")
    games = serializers.IntegerField(help_text="Rated games in all seasons up to this one.")
    played = serializers.IntegerField(help_text="Rated games in this season.")
    wins = serializers.IntegerField(help_text="First places among those who were rated, in this season.")
    last_at = serializers.DateTimeField(help_text="When the last of them ended.")
    inactive = serializers.BooleanField(help_text="Whether there was no rated game of this variant for 60 days.")


class Ranked(Figures):
    """Somebody on a leaderboard."""

    rank = serializers.IntegerField(help_text="From 1; who has the same rating has the same rank.")
    player = Person(allow_null=True)
    bot = serializers.CharField(
        allow_null=True, help_text="A bot's level; `program` beside a player whose program it is; null for a person."
    )


class ListedBoard(Board):
    """Which leaderboard it is, and who is listed there."""

    games_needed = serializers.IntegerField(help_text="Rated games that one needs to be listed.")


class LeaderboardPage(ListedBoard):
    """A page of a leaderboard, the best first."""

    items = Ranked(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class AroundMe(ListedBoard):
    """Who stands around the caller, the best first."""

    rank = serializers.IntegerField(allow_null=True, help_text="The caller's own; null if they are not listed there.")
    items = Ranked(many=True)


class OwnRating(Board, Figures):
    """Where a player stands on a ladder."""

    rank = serializers.IntegerField(allow_null=True, help_text="Null for who is not listed: too few rated games.")


class RatingStep(Board):
    """What one game made of a rating."""

    game = serializers.UUIDField(allow_null=True, help_text="Null for a private game at which the caller did not sit.")
    place = serializers.IntegerField(allow_null=True, help_text="Among those who were rated; null with the game.")
    at = serializers.DateTimeField(help_text="When the game ended.")
    games = serializers.IntegerField(help_text="Rated games, this one included.")
    provisional = serializers.BooleanField()
    before = Belief()
    after = Belief()


class Ratings(Answer):
    """The ratings of a player."""

    player = Person()
    ratings = OwnRating(many=True, help_text="On each ladder, in the last season in which he played there.")
    items = RatingStep(many=True, help_text="How he came there, the last game first.")
    next_cursor = serializers.CharField(allow_null=True)
