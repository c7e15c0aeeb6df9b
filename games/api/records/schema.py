"""Records: what is asked for, and what is answered. The answers are plain data; these classes are their description."""

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from games.api.query import PlayerId, Since
from games.api.serialized import Answer

_LINES = {"type": "array", "items": {"type": "object", "required": ["line"], "additionalProperties": True}}


@extend_schema_field(_LINES)
class Lines(serializers.Field):  # type: ignore[type-arg]  # as docs/reference/notation.md tells
    """The lines of a record, each with its kind as `line`."""


class JsonRecord(Answer):
    """The JSON twin of a record: what its text says, as docs/reference/notation.md tells."""

    tags = serializers.DictField()
    lines = Lines()


class RecordPage(Answer):
    """A page of records, the first game to end first."""

    items = JsonRecord(many=True)
    next_cursor = serializers.CharField(allow_null=True)


class RecordVerdict(Answer):
    """Whether a record follows from the rules."""

    accepted = serializers.BooleanField(help_text="Of several records: whether all of them follow.")
    records = serializers.IntegerField(help_text="How many were sent.")
    record = serializers.IntegerField(
        allow_null=True, help_text="Number of the first record that does not follow, from 1."
    )
    line = serializers.IntegerField(
        allow_null=True, help_text="Number of the first line that does not follow, from 1, in the record's text."
    )
    said = serializers.CharField(allow_null=True, help_text="That line.")
    why = serializers.CharField(allow_null=True)
    signature = serializers.ChoiceField(
        choices=["signed", "unknown_key", "unsigned"],
        allow_null=True,
        help_text="Whether a key of this service signed the record, word for word, or a key that is not known here, or "
        "nobody. Of several records the weakest; null for one that is refused.",
    )
    in_log = serializers.BooleanField(
        allow_null=True, help_text="Whether the game was played here, and the record is the log's. Of several: of all."
    )
    game = serializers.CharField(
        allow_null=True, help_text="Its id where it was played; this and what follows are null for several records."
    )
    variant = serializers.CharField(allow_null=True)
    winners = serializers.ListField(child=serializers.IntegerField(), allow_null=True)
    places = serializers.ListField(child=serializers.IntegerField(), allow_null=True)


class ImportedRecord(Answer):
    """A record that was sent."""

    id = serializers.UUIDField()
    status = serializers.ChoiceField(choices=["waiting", "running", "done"])
    verdict = RecordVerdict(allow_null=True)
    media_type = serializers.CharField()
    record = serializers.CharField(help_text="As it was sent.")
    created_at = serializers.DateTimeField()


class ExportQuery(serializers.Serializer[None]):
    """What narrows an export."""

    player = PlayerId(required=False)
    since = Since(required=False)
