"""Records: what is asked for."""

from rest_framework import serializers

from games.api.query import PlayerId, Since


class ExportQuery(serializers.Serializer[None]):
    """What narrows an export."""

    player = PlayerId(required=False)
    since = Since(required=False)
