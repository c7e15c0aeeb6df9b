"""The body of a request to wait in the queue."""

from typing import Any, Final, get_args

from rest_framework import serializers

from base.http.fields import Choice, Flag, StrictSerializer, Text, WholeNumber
from games.api.lobby.requests import MOST_SEATS
from games.matchmaking import QueuePreset
from games.rules import variants

LARGEST_BOUND: Final = 100
"""Ratings are far below it on both sides."""


class QueueRequest(StrictSerializer):
    """The game that you want to play, and the ratings of opponents that you accept.

    Some generated clients send null for the bounds that they do not set.
    """

    variant = Text(max_length=64, help_text="The key of a variant of the service. Its options have their defaults.")
    seats = WholeNumber(min_value=2, max_value=MOST_SEATS, help_text="How many players the game has, you included.")
    preset = Choice(
        choices=get_args(QueuePreset), required=False, help_text="The time to think. The default is `daily`."
    )
    rated = Flag(required=False, help_text="Whether the game counts on a ladder. The default is false.")
    rating_min = WholeNumber(
        min_value=-LARGEST_BOUND,
        max_value=LARGEST_BOUND,
        required=False,
        allow_null=True,
        help_text="The lowest rating of an opponent. By default there is no bound.",
    )
    rating_max = WholeNumber(
        min_value=-LARGEST_BOUND,
        max_value=LARGEST_BOUND,
        required=False,
        allow_null=True,
        help_text="The highest rating of an opponent. By default there is no bound.",
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request. Raises ValidationError for an unknown variant and for an empty range."""
        if attrs["variant"] not in variants.KEYS:
            raise serializers.ValidationError({"variant": [f"Send one of these: {', '.join(variants.KEYS)}."]})
        lowest, highest = attrs.get("rating_min"), attrs.get("rating_max")
        if lowest is not None and highest is not None and lowest > highest:
            raise serializers.ValidationError({"rating_max": ["Send a number that is at least `rating_min`."]})
        return attrs
