"""Variants that players write: what they send."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from players.http.fields import StrictSerializer, Text
from players.http.parsers import BODY_BYTES

_TABLE: Final = {"type": "object", "additionalProperties": True}


class LongText(serializers.CharField):
    """A text of many lines; what it may hold is checked with it."""

    def __init__(self, **options: Any) -> None:
        """Bound it by what a body may hold."""
        super().__init__(max_length=BODY_BYTES, trim_whitespace=False, allow_blank=True, **options)

    def run_validation(self, data: Any = empty) -> Any:
        """Return the text; ValidationError for anything else: a number is none."""
        if data is not empty and not isinstance(data, str):
            self.fail("invalid")
        return super().run_validation(data)

    def to_internal_value(self, data: Any) -> str:
        """Return the text as it is: a NUL in it is a mistake that the report names."""
        return str(data)


@extend_schema_field(_TABLE)
class Table(serializers.Field):  # type: ignore[type-arg]  # it takes and gives plain dicts
    """A table, as TOML has it; what it may hold is checked with it."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the table; ValidationError for anything else."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("An object, please.")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the table as it is."""
        return value


@extend_schema_field({"oneOf": [{"type": "array", "items": _TABLE}, {"type": "string"}]})
class Examples(serializers.Field):  # type: ignore[type-arg]  # it takes a list or a text
    """Examples as data, or as TOML with its `[[example]]` tables."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the examples; ValidationError for anything else."""
        if not isinstance(data, list | str):
            raise serializers.ValidationError("A list or a TOML text, please.")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the examples as they are."""
        return value


class VariantRequest(StrictSerializer):
    """A ruleset with its examples: as TOML, as data, or as changes to another one."""

    toml = LongText(required=False, help_text="A whole `ruleset.toml`; `text` and `[[example]]` may stand in it.")
    ruleset = Table(required=False, help_text="The same as data. Either this, or `toml`, or `base`.")
    base = Text(max_length=80, required=False, help_text="Key or hash of the variant that `changes` change.")
    changes = Table(
        required=False, help_text="Laid over the base as an option's patch is: `+key` adds, `=key` replaces."
    )
    text = LongText(required=False, help_text="The rules for people (Markdown); before those of the base.")
    examples = Examples(required=False, help_text="A list, or TOML; those of a base are not taken over.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the wish; it says its rules in one way."""
        ways = [name for name in ("toml", "ruleset", "base") if name in attrs]
        if len(ways) != 1:
            raise serializers.ValidationError({"ruleset": ["One of toml, ruleset and base, please."]})
        if "changes" in attrs and ways != ["base"]:
            raise serializers.ValidationError({"changes": ["Changes need a base."]})
        return attrs
