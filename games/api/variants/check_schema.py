"""Variants that players write: what is asked, and what is answered."""

from typing import Any, Final

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from games.api.serialized import Answer, Options
from players.http.fields import StrictSerializer, Text
from players.http.openapi import ProblemSerializer
from players.http.parsers import BODY_BYTES

_TABLE: Final = {"type": "object", "additionalProperties": True}


class LongText(serializers.CharField):
    """A text of many lines; what it may hold is judged with it."""

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
    """A table, as TOML has it; what it may hold is judged with it."""

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


class Fault(Answer):
    """What is wrong, and where."""

    place = serializers.CharField(allow_blank=True, help_text="The key, dotted; empty for the whole.")
    why = serializers.CharField()
    line = serializers.IntegerField(allow_null=True, help_text="In a TOML text that cannot be read.")


class ExampleOutcome(Answer):
    """What became of an example."""

    name = serializers.CharField(allow_blank=True)
    held = serializers.BooleanField()
    faults = serializers.ListField(child=serializers.CharField(), help_text="What was expected, and what was found.")


class Spread(Answer):
    """How a number is spread."""

    mean = serializers.FloatField()
    least = serializers.IntegerField()
    median = serializers.IntegerField()
    p90 = serializers.IntegerField(help_text="Nine of ten are not above it.")
    most = serializers.IntegerField()


class Drawn(Answer):
    """Drawing for one cause, in the mean of a deal."""

    cards = serializers.FloatField()
    times = serializers.FloatField()


class Trouble(Answer):
    """A deal or a game that does not end, or cannot be played."""

    seats = serializers.IntegerField()
    options = Options()
    seed = serializers.CharField(help_text="What its cards and choices follow from.")
    what = serializers.CharField()


class Winners(Answer):
    """Who won, at tables of one size."""

    by_turn = serializers.ListField(
        child=serializers.IntegerField(), help_text="Deals won, the seat whose turn is the first one before the others."
    )
    nobody = serializers.IntegerField()


class Games(Answer):
    """Whole games."""

    played = serializers.IntegerField()
    ended = serializers.IntegerField()
    deals = Spread(allow_null=True, help_text="Deals in a game.")


class Deals(Answer):
    """What random deals are like, by seats that forget a word now and then; numbers are means of a deal."""

    asked = serializers.IntegerField()
    played = serializers.IntegerField(help_text="With all options at their defaults.")
    ended = serializers.IntegerField()
    with_options = serializers.IntegerField(help_text="Deals played besides, with options set.")
    troubles = Trouble(many=True)
    turns = Spread(allow_null=True)
    decisions = Spread(allow_null=True)
    drawn = serializers.DictField(child=Drawn(), help_text="By cause: own-accord, penalty, strike, fine.")
    accusations = serializers.FloatField()
    skipped = serializers.FloatField(help_text="Turns that seats missed.")
    endings = serializers.DictField(child=serializers.IntegerField(), help_text="How many deals ended how.")
    blocked = serializers.FloatField(help_text="The share of deals in which nobody could go on, 0 to 1.")
    winners = serializers.DictField(child=Winners(), help_text="By the number of seats.")
    games = Games()


class Report(Answer):
    """What was found out about a ruleset."""

    passed = serializers.BooleanField(help_text="Whether all that was asked for was judged and is well.")
    finished = serializers.BooleanField(help_text="False where time, memory or patience ended first.")
    hash = serializers.CharField(allow_null=True, help_text="What it would be published under.")
    key = serializers.CharField(allow_null=True)
    name = serializers.CharField(allow_null=True)
    faults = Fault(many=True)
    examples = ExampleOutcome(many=True)
    deals = Deals(allow_null=True, help_text="Null where none were asked for, or something else is wrong.")


class Judgement(Answer):
    """A judgement that was ordered."""

    id = serializers.CharField()
    status = serializers.CharField(help_text="`waiting`, `running` or `done`.")
    deals = serializers.IntegerField()
    created_at = serializers.DateTimeField()
    expires_at = serializers.DateTimeField(help_text="Until then it can be read.")
    report = Report(allow_null=True)


class RefusedRuleset(ProblemSerializer):
    """A 422: wrong fields, or a ruleset that did not pass."""

    report = Report(required=False)
