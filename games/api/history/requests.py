"""The query of a history."""

from typing import Any

from rest_framework import serializers

from base.http.fields import Choice
from games.api.history.schema import RESULTS
from games.api.query import PlayerId, Since


class HistoryQuery(serializers.Serializer[Any]):
    """The games that a caller asks for."""

    opponent = PlayerId(required=False)
    result = Choice(choices=RESULTS, required=False)
    since = Since(required=False)
    until = Since(required=False)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the query. Raises ValidationError for one that no game can match."""
        if {"since", "until"} <= attrs.keys() and attrs["since"] >= attrs["until"]:
            raise serializers.ValidationError({"until": ["Send an instant later than `since`."]})
        return attrs
