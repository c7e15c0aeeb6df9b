"""The query of an export."""

from rest_framework import serializers

from games.api.query import PlayerId, Since


class ExportQuery(serializers.Serializer[None]):
    """The filters of an export."""

    player = PlayerId(required=False)
    since = Since(required=False)
