"""The time to think at the edge of the API: one flat object, in requests and in answers (ADR 17)."""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar

from drf_spectacular.utils import extend_schema_field
from msgspec import UNSET, Meta, UnsetType
from rest_framework import serializers

from base.http.answers import Answer
from base.http.fields import Choice, StrictSerializer, WholeNumber
from games.clocks import PRESETS, Allowance, TermsError
from games.clocks.terms import LONGEST, Preset

CUSTOM = "custom"
"""The preset in the log of a game with times of its own."""


class GameClock(Answer, frozen=True, kw_only=True):
    """The time to think. Send either `preset`, or `turn` and `bank`.

    An answer has the times of its preset as well, and no `preset` if the game has times of its own. A request may
    send it like this again.
    """

    example: ClassVar = {"preset": "daily"}
    preset: Annotated[Preset | UnsetType, Meta(description="Without a clock it is `none`.")] = UNSET
    turn: Annotated[
        Annotated[int, Meta(ge=1, le=LONGEST)] | UnsetType,
        Meta(description="The seconds for each turn. What is left of them is lost."),
    ] = UNSET
    bank: Annotated[
        Annotated[int, Meta(ge=0, le=LONGEST)] | UnsetType,
        Meta(description="The seconds for the whole game, for turns that take longer than that."),
    ] = UNSET


def clock_of(agreed: Mapping[str, Any]) -> GameClock:
    """Return the clock in the terms that the log has."""
    return GameClock(**{name: value for name, value in agreed.items() if value != CUSTOM})


class ClockRequest(StrictSerializer):
    """The fields of GameClock. Some generated clients send null for those that they do not set."""

    preset = Choice(choices=[*PRESETS], required=False, allow_null=True)
    turn = WholeNumber(required=False, allow_null=True)
    bank = WholeNumber(required=False, allow_null=True)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the fields that are set. Raises ValidationError for times that no clock can have."""
        given = {name: value for name, value in attrs.items() if value is not None}
        if not given:
            raise serializers.ValidationError({"preset": ["Send either preset, or turn and bank."]})
        preset, times = given.get("preset"), given.keys() & {"turn", "bank"}
        if missing := {"turn", "bank"} - times if times or preset is None else set():
            raise serializers.ValidationError({name: ["Turn and bank come together."] for name in sorted(missing)})
        if not times:
            return given
        try:
            allowance = Allowance(given["turn"], given["bank"])
        except TermsError as error:
            raise serializers.ValidationError({error.field.rpartition(".")[2]: [error.fault]}) from error
        if preset is not None and allowance not in (PRESETS[preset] or {}).values():
            fault = f"The preset {preset} has other times. Send either preset, or turn and bank."
            raise serializers.ValidationError({"preset": [fault]})
        return given


@extend_schema_field({"$ref": "#/components/schemas/GameClock"})
class ClockField(serializers.Field):  # type: ignore[type-arg]  # it gives a name or an Allowance
    """The time to think."""

    def to_internal_value(self, data: Any) -> Preset | Allowance:
        """Return the name of the preset, or the Allowance. Raises ValidationError for anything else."""
        if isinstance(data, str):  # the shorthand
            data = {"preset": data}
        if not isinstance(data, dict):
            raise serializers.ValidationError("Send an object with a preset, or with turn and bank.")
        asked = ClockRequest(data=data)
        asked.is_valid(raise_exception=True)
        found: dict[str, Any] = asked.validated_data
        preset: Preset | None = found.get("preset")
        return preset or Allowance(found["turn"], found["bank"])

    def to_representation(self, value: Any) -> Any:
        """Return the clock as it is."""
        return value
