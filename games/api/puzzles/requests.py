"""The bodies of requests about puzzles."""

from typing import Final

from rest_framework import serializers

from base.http.fields import StrictSerializer, Text
from games.rules.notation.moves import LONGEST
from games.rules.winning import LONGEST as MOST_MOVES

MOST: Final = 2 * MOST_MOVES


class PuzzleAttemptRequest(StrictSerializer):
    """The moves with which you want to win, from the first one on."""

    moves = serializers.ListField(
        child=Text(max_length=LONGEST, help_text="A move in the notation, as `you.moves` lists it."),
        min_length=1,
        max_length=MOST,
        help_text="Moves of the seat on turn, one after the other.",
    )
