"""Options at the edge of the API: each value is one flat typed object, in requests and in answers.

Generated clients in Kotlin and Swift cannot take a value that is a boolean, a number or a string (ADR 17). The log, the
notation and rulesets have plain values.
"""

from collections.abc import Mapping
from typing import Annotated, Any, ClassVar, Final

from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from msgspec import UNSET, Meta, UnsetType
from rest_framework import serializers

from base.http.answers import Answer
from base.http.fields import has_control, printable
from games.rules import ruleset

_MOST_OPTIONS: Final = 64
_LENGTH: Final = 64


class OptionValue(Answer, frozen=True, kw_only=True):
    """The value of an option. Exactly one field is set, by the kind of the option."""

    example: ClassVar = {"flag": True}
    constraints: ClassVar = {"minProperties": 1, "maxProperties": 1}
    flag: Annotated[bool | UnsetType, Meta(description="The value of an option that is on or off.")] = UNSET
    number: Annotated[int | UnsetType, Meta(description="The value of an option that takes numbers.")] = UNSET
    choice: Annotated[
        Annotated[str, Meta(max_length=_LENGTH)] | UnsetType,
        Meta(description="The value of an option that takes one of a few words."),
    ] = UNSET


_KINDS: Final = {"flag": bool, "number": int, "choice": str}


def typed(value: ruleset.OptionValue) -> OptionValue:
    """Return a plain value as the API writes it.

    >>> typed(True).flag, typed(2).number, typed("live").choice
    (True, 2, 'live')
    """
    match value:
        case bool():
            return OptionValue(flag=value)
        case int():
            return OptionValue(number=value)
        case _:
            return OptionValue(choice=value)


def typed_options(options: ruleset.Options) -> dict[str, OptionValue]:
    """Return the plain values of *options* as the API writes them."""
    return {name: typed(value) for name, value in options.items()}


@extend_schema_field({"type": "object", "additionalProperties": {"$ref": "#/components/schemas/OptionValue"}})
class OptionsField(serializers.Field):  # type: ignore[type-arg]  # it takes and gives plain dicts
    """Options of a ruleset by name. The ruleset itself checks their names and values."""

    def to_internal_value(self, data: Any) -> dict[str, ruleset.OptionValue]:
        """Return the options with plain values. Raises ValidationError for a value that no option can have."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("Send an object.")
        if len(data) > _MOST_OPTIONS:
            raise serializers.ValidationError(gettext("Send at most {most} options.").format(most=_MOST_OPTIONS))
        plain, wrong = {}, {}
        for name, value in data.items():
            if not (name.isprintable() and len(name) <= _LENGTH):
                wrong[printable(name)[:_LENGTH]] = [
                    gettext(
                        "There is no such option: a name has at most {most} characters, and no control characters."
                    ).format(most=_LENGTH)
                ]
                continue
            try:
                plain[name] = plain_value(value)
            except ValueError as error:
                wrong[name] = [str(error)]
        if wrong:
            raise serializers.ValidationError(wrong)
        return plain

    def to_representation(self, value: Any) -> Any:
        """Return the options as they are."""
        return value


def plain_value(sent: object) -> ruleset.OptionValue:
    """Return the plain value of an option in a request: in its typed form, or plain already.

    Some generated clients send null for the fields that they do not set. Raises ValueError.

    >>> plain_value({"number": 2, "flag": None}), plain_value("live")
    (2, 'live')
    """
    value = sent
    if isinstance(sent, Mapping):
        given = {name: one for name, one in sent.items() if one is not None}
        name = next(iter(given), "")
        if len(given) != 1 or name not in _KINDS:
            raise ValueError(gettext("Send exactly one of {choices}.").format(choices=", ".join(_KINDS)))
        value = given[name]
        if type(value) is not _KINDS[name]:
            what = {
                "flag": gettext("`flag` is true or false."),
                "number": gettext("`number` is a whole number."),
                "choice": gettext("`choice` is a word."),
            }
            raise ValueError(what[name])
    if isinstance(value, bool | int):
        return value
    if isinstance(value, str) and len(value) <= _LENGTH and not has_control(value):
        return value
    raise ValueError(gettext("Send a boolean, a whole number or a short word."))
