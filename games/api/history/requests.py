"""Games that are over: which of them are asked for."""

from typing import Any

from rest_framework import serializers

from games.api.history.schema import RESULTS
from games.api.query import PlayerId, Since
from players.http.fields import Choice


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
