"""Fields and serializers that take a value only as what it is: no `"1"` for 1, no 1 for true, no unknown fields."""

import unicodedata
from collections.abc import Mapping
from datetime import UTC
from typing import Any, ClassVar, Final

from rest_framework import serializers
from rest_framework.fields import empty
from rest_framework.request import Request

_UNKNOWN_NAMED: Final = 10
_UNKNOWN_LENGTH: Final = 40


class StrictSerializer(serializers.Serializer[Any]):
    """A serializer that refuses fields it does not know, together with all its other errors."""

    @classmethod
    def read(cls, request: Request) -> dict[str, Any]:
        """Return the valid values of a request's body; ValidationError names every wrong field."""
        asked = cls(data=request.data)
        asked.is_valid(raise_exception=True)
        return dict(asked.validated_data)

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the valid values; ValidationError names every wrong field."""
        errors = self._unknown(data) if isinstance(data, Mapping) else {}
        try:
            valid: dict[str, Any] = super().to_internal_value(data)
        except serializers.ValidationError as error:
            detail = error.detail if isinstance(error.detail, dict) else {"body": error.detail}
            raise serializers.ValidationError({**errors, **detail}) from error
        if errors:
            raise serializers.ValidationError(errors)
        return valid

    def _unknown(self, data: Mapping[str, Any]) -> dict[str, list[str]]:
        known = {name for name, field in self.fields.items() if not field.read_only}
        unknown = sorted(name for name in data if name not in known)[:_UNKNOWN_NAMED]
        return {printable(name)[:_UNKNOWN_LENGTH]: ["There is no such field."] for name in unknown}


class Text(serializers.CharField):
    """A string without control characters; white space at its ends is kept unless asked otherwise."""

    default_error_messages: ClassVar[dict[str, Any]] = {"control": "No control characters are allowed."}

    def __init__(self, **options: Any) -> None:
        """Take CharField's options; `max_length` is required, so that nothing is unbounded."""
        options.setdefault("trim_whitespace", False)
        if "max_length" not in options:
            raise TypeError("Text needs a max_length")
        super().__init__(**options)

    def run_validation(self, data: Any = empty) -> str | None:
        """Return the text; ValidationError otherwise."""
        if data is not empty and data is not None:
            self._check(data)
        return super().run_validation(data)  # type: ignore[no-any-return]

    def _check(self, data: object) -> None:
        if not isinstance(data, str):
            self.fail("invalid")
        if has_control(data):
            self.fail("control")


class WholeNumber(serializers.IntegerField):
    """A JSON number without fraction; no string, no boolean."""

    def to_internal_value(self, data: Any) -> int:
        """Return the number; ValidationError otherwise."""
        if type(data) is not int:
            self.fail("invalid")
        return super().to_internal_value(data)


class Flag(serializers.BooleanField):
    """JSON's true or false and nothing like them."""

    def to_internal_value(self, data: Any) -> bool:
        """Return the flag; ValidationError otherwise."""
        if type(data) is not bool:
            self.fail("invalid", input="")
        return data


class Choice(serializers.ChoiceField):
    """One of a few strings. The error names them and does not repeat what came."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the choice; ValidationError otherwise."""
        if not isinstance(data, str) or data not in self.choices:
            raise serializers.ValidationError(
                f"One of these, please: {', '.join(map(str, self.choices))}.", code="invalid_choice"
            )
        return super().to_internal_value(data)


class Instant(serializers.DateTimeField):
    """An instant in RFC 3339. Without a zone it is UTC, whatever the server's time zone."""

    def __init__(self, **options: Any) -> None:
        """Take DateTimeField's options."""
        super().__init__(default_timezone=UTC, **options)


def has_control(text: str) -> bool:
    """Return whether a text holds control characters (Unicode's Cc: NUL, line ends, escapes) or half surrogates."""
    return not text.isprintable() and any(unicodedata.category(character) in ("Cc", "Cs") for character in text)


def printable(text: str) -> str:
    r"""Return a text that can be shown: what cannot is a question mark.

    >>> printable("a\x00b")
    'a?b'
    """
    return "".join(character if character.isprintable() else "?" for character in text)
