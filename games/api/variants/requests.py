"""The bodies that authors of variants send."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from base.http.fields import StrictSerializer, Text
from base.http.parsers import BODY_BYTES

_TABLE: Final = {"type": "object", "additionalProperties": True}


class LongText(serializers.CharField):
    """A text of many lines. The check of the ruleset says what it may contain."""

    def __init__(self, **options: Any) -> None:
        """Limit it to the length of a body."""
        super().__init__(max_length=BODY_BYTES, trim_whitespace=False, allow_blank=True, **options)

    def run_validation(self, data: Any = empty) -> Any:
        """Return the text. Raises ValidationError for anything else, such as a number."""
        if data is not empty and not isinstance(data, str):
            self.fail("invalid")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        """Return the text as it is. A NUL in it is a mistake that the report names."""
        return str(data)


@extend_schema_field(_TABLE)
class Table(serializers.Field):  # type: ignore[type-arg]  # it takes and gives plain dicts
    """A table as TOML has it. The check of the ruleset says what it may contain."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the table. Raises ValidationError for anything else."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("Send an object.")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the table as it is."""
        return value


@extend_schema_field({"type": "array", "items": _TABLE})
class Examples(serializers.Field):  # type: ignore[type-arg]  # the check of the ruleset says what a table may contain
    """Examples as data."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the examples. Raises ValidationError for anything else."""
        if not isinstance(data, list):
            raise serializers.ValidationError("Send a list. As TOML they are `examples_toml`.")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the examples as they are."""
        return value


class VariantRequest(StrictSerializer):
    """A ruleset with its examples: as TOML, as data, or as changes to another one."""

    toml = LongText(required=False, help_text="A whole `ruleset.toml`. It may contain `text` and `[[example]]`.")
    ruleset = Table(required=False, help_text="The ruleset as data. Send either this, or `toml`, or `base`.")
    base = Text(max_length=80, required=False, help_text="The key or hash of the variant that `changes` change.")
    changes = Table(
        required=False, help_text="A patch of the base, like that of an option: `+key` adds and `=key` replaces."
    )
    text = LongText(required=False, help_text="The rules for people, in Markdown. They come before those of the base.")
    examples = Examples(
        required=False, help_text="The examples as data, as in TOML. Those of the base are not taken over."
    )
    examples_toml = LongText(
        required=False, help_text="The examples as TOML with `[[example]]` tables, instead of `examples`."
    )

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request. Raises ValidationError unless it gives the rules in exactly one way."""
        ways = [name for name in ("toml", "ruleset", "base") if name in attrs]
        if len(ways) != 1:
            raise serializers.ValidationError({"ruleset": ["Send one of toml, ruleset and base."]})
        if "changes" in attrs and ways != ["base"]:
            raise serializers.ValidationError({"changes": ["Changes need a base."]})
        if "examples" in attrs and "examples_toml" in attrs:
            raise serializers.ValidationError({"examples_toml": ["Send either examples or examples_toml."]})
        return attrs
