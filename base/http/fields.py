"""Strict fields and serializers: they do not take `"1"` for 1 or 1 for true, and they refuse unknown fields."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC
from functools import cache, cached_property
from typing import Any, ClassVar, Final
from uuid import UUID

from django.utils.translation import gettext, gettext_lazy, gettext_noop, ngettext_lazy
from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request

_UNKNOWN_NAMED: Final = 10
"""The most unknown fields that an error names."""
_UNKNOWN_LENGTH: Final = 40
"""Characters of an unknown field's name that an error repeats."""

_LACKING: Final = (
    gettext_noop("Not a valid string."),
    gettext_noop("Must be a valid boolean."),
    gettext_noop("Must be a valid UUID."),
    gettext_noop("Ensure this field has no more than {max_length} elements."),
    gettext_noop("Ensure this field has at least {min_length} elements."),
    ngettext_lazy(
        "This password is too short. It must contain at least %d character.",
        "This password is too short. It must contain at least %d characters.",
    ),
)
"""Sentences of REST framework and Django that they do not have in all our languages: our catalogues have them."""


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses unknown fields, and reports them together with all other errors.

    A null in a field that may be left out counts as left out, unless null has a meaning there: generated clients for
    Kotlin and Dart send a null for each field that is not set.
    """

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Return the valid values in the body of a request. Raises ValidationError with every wrong field."""
        return dict(_reader(cls).run_validation(request.data))

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the valid values. Raises ValidationError with every wrong field."""
        errors: dict[str, Any] = {}
        if isinstance(data, Mapping):
            unknown = sorted(name for name in data if name not in self._known)[:_UNKNOWN_NAMED]
            errors = {printable(name)[:_UNKNOWN_LENGTH]: [gettext("There is no such field.")] for name in unknown}
            data = {name: value for name, value in data.items() if value is not None or name in self._kept}
        try:
            valid: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail if isinstance(error.detail, dict) else {"body": error.detail}
            raise serializers.ValidationError({**errors, **detail}) from error
        if errors:
            raise serializers.ValidationError(errors)
        return valid

    @cached_property
    def _known(self) -> frozenset[str]:
        return frozenset(name for name, field in self.fields.items() if not field.read_only)

    @cached_property
    def _kept(self) -> frozenset[str]:
        """The fields in which a null has a meaning, or is an error."""
        return frozenset(name for name, field in self.fields.items() if field.required or field.allow_null)


@cache
def _reader(kind: type[StrictSerializer]) -> StrictSerializer:
    """Return a serializer of this *kind* for all requests. REST framework copies all fields for each new one."""
    return kind()


class Text(serializers.CharField):
    """A string without control characters. White space at its ends stays, unless `trim_whitespace` is set."""

    default_error_messages: ClassVar[dict[str, Any]] = {"control": gettext_lazy("No control characters are allowed.")}

    def __init__(self, **options: Any) -> None:
        """Take the options of CharField. `max_length` is required, so that no text is unbounded."""
        options.setdefault("trim_whitespace", False)
        if "max_length" not in options:
            raise TypeError("Text needs a max_length")
        super().__init__(**options)

    def run_validation(self, data: Any = empty) -> str | None:
        """Return the text. Raises ValidationError."""
        # CharField would take a number for its digits, and strip control characters from the ends before it looks.
        if data is not empty and data is not None:
            if not isinstance(data, str):
                self.fail("invalid")
            if has_control(data):
                self.fail("control")
        return super().run_validation(data)  # type: ignore[no-any-return]


class WholeNumber(serializers.IntegerField):
    """A JSON number without a fraction. A string or a boolean is refused."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number. Raises ValidationError."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """True or false in JSON. Numbers and strings are refused."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the flag. Raises ValidationError."""
        if type(data) is not bool:
            self.fail("invalid", input="")
        return data


class Choice(serializers.ChoiceField):
    """One of a few strings. The error lists them, and does not repeat the value that came."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the choice. Raises ValidationError."""
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                gettext("Send one of these: {choices}.").format(choices=", ".join(map(str, self.choices))),
                code="invalid_choice",
            )
        return super().to_internal_value(data)


class Identifier(serializers.UUIDField):
    """A UUID as a string. UUIDField would take a number, or false, for the number of a UUID."""

    def to_internal_value(self, data: Any) -> UUID:
        """Return the id. Raises ValidationError."""
        if not isinstance(data, str):
            self.fail("invalid", value="")
        return super().to_internal_value(data)


class Instant(serializers.DateTimeField):
    """A time in RFC 3339. Without a zone it is in UTC, whatever the time zone of the server."""

    def __init__(self, **options: Any) -> None:
        super().__init__(default_timezone=UTC, **options)


def has_control(text: str) -> bool:
    """Return whether a text has control characters (Unicode's Cc: NUL, line ends, escapes) or half a surrogate pair."""
    return not text.isprintable() and any(unicodedata.category(character) in ("Cc", "Cs") for character in text)


def printable(text: str) -> str:
    r"""Return the text with a question mark for each character that cannot be shown.

    >>> printable("a\x00b")
    'a?b'
    """
    return "".join(character if character.isprintable() else "?" for character in text)
