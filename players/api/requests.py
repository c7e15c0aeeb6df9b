"""The bodies of requests on accounts."""

import re
from datetime import time
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from rest_framework import serializers

from players.http.fields import Choice, Flag, StrictSerializer, Text, has_control
from players.http.parsers import LARGEST_NUMBER
from players.http.renderers import encode
from players.models import Scope
from players.names import BadName, new_username, normal_name

PREFERENCES_BYTES: Final = 4_096
PREFERENCES_COUNT: Final = 64
SMALLEST_FRACTION: Final = 1e-6
_PREFERENCE_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LOCALE: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|[0-9]{3}))?")
_MINUTE: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_TYPED_LENGTH: Final = 200
"""More than any name may have, so that the field itself says what is wrong with it."""


class NameField(Text):
    """A display name, made normal."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=_TYPED_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the normal name; ValidationError otherwise."""
        return _or_invalid(normal_name, super().to_internal_value(data))


class UsernameField(Text):
    """A username to be had, made normal."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=_TYPED_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the normal username; ValidationError otherwise."""
        return _or_invalid(new_username, super().to_internal_value(data))


class EmailField(Text, serializers.EmailField):
    """An e-mail address."""


class LocaleField(Text):
    """A language tag: language, script, region (BCP 47), as `pt-BR`."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=35, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the tag in its usual case; ValidationError otherwise."""
        match = _LOCALE.fullmatch(super().to_internal_value(data))
        if match is None:
            raise serializers.ValidationError("A language tag, please: 'en', 'pt-BR', 'zh-Hant-TW'.")
        language, script, region = match.groups()
        return "-".join(filter(None, (language.lower(), script and script.title(), region and region.upper())))


class TimeZoneField(Text):
    """A time zone by its IANA name, as `Europe/Prague`."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=64, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name; ValidationError otherwise."""
        name: str = super().to_internal_value(data)
        if name not in _time_zones():
            raise serializers.ValidationError("An IANA time zone, please: 'Europe/Prague', 'UTC'.")
        return name


class MinuteField(Text):
    """A time of day, `22:30`."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=5, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the text; ValidationError otherwise."""
        text: str = super().to_internal_value(data)
        if not _MINUTE.fullmatch(text):
            raise serializers.ValidationError("A time of day as '22:30', please.")
        return text


class PreferencesField(serializers.DictField):
    """What a client wants to remember for its player: names and plain values, up to 4 KiB; ours not to understand.

    PostgreSQL keeps a number as its decimal digits. Within our bounds these are few, and are read as the same number.
    """

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the preferences as they will be read again; ValidationError otherwise."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if not all(map(_PREFERENCE_NAME.fullmatch, data)):
            raise serializers.ValidationError("A preference's name has 1 to 64 letters, digits, '_', '-' or '.'.")
        if not all(map(_is_plain, data.values())):
            raise serializers.ValidationError(
                "A preference is a string without control characters, a number, true, false or null."
            )
        if not all(map(_is_kept, data.values())):
            raise serializers.ValidationError("A number is 0, or lies between 0.000001 and 2^53 on either side of it.")
        kept = {name: value or 0.0 if isinstance(value, float) else value for name, value in data.items()}  # no -0.0
        if len(kept) > PREFERENCES_COUNT or len(encode(kept)) > PREFERENCES_BYTES:
            raise serializers.ValidationError(f"At most {PREFERENCES_COUNT} preferences in {PREFERENCES_BYTES} bytes.")
        return kept


class QuietHoursRequest(StrictSerializer):
    """When nothing should disturb, in the player's time zone; over midnight when `until` is the earlier one."""

    since = MinuteField()
    until = MinuteField()

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the hours; they must not be none or all of the day."""
        if attrs["since"] == attrs["until"]:
            message = "Quiet hours end at another time than they begin."
            raise serializers.ValidationError({"until": [message]})
        return attrs


class ProfileFields(StrictSerializer):
    """What players may say about themselves; all of it is optional."""

    name = NameField(required=False)
    locale = LocaleField(required=False)
    time_zone = TimeZoneField(required=False)


class ProfileChange(ProfileFields):
    """Changes to a profile; what is not named stays."""

    quiet_hours = QuietHoursRequest(required=False, allow_null=True)
    preferences = PreferencesField(required=False, help_text="Replaced as a whole.")

    def changes(self) -> dict[str, Any]:
        """Return the changes as fields of the player."""
        changes = dict(self.validated_data)
        if "quiet_hours" in changes:
            hours = changes.pop("quiet_hours")
            changes["quiet_from"] = time.fromisoformat(hours["since"]) if hours else None
            changes["quiet_until"] = time.fromisoformat(hours["until"]) if hours else None
        return changes


class GuestRequest(ProfileFields):
    """A guest; `{}` will do."""


class Credentials(StrictSerializer):
    """What a player signs in with."""

    username = UsernameField()
    password = Text(max_length=256, min_length=8)
    email = EmailField(max_length=254, required=False, default="")


class RegisterRequest(ProfileFields, Credentials):
    """A new account with credentials."""


class SignInRequest(StrictSerializer):
    """A sign-in. Any text will do: a name that cannot be is answered as one that is not there."""

    username = Text(max_length=_TYPED_LENGTH)
    password = Text(max_length=256)


class RefreshRequest(StrictSerializer):
    """A refresh token."""

    refresh = Text(max_length=256)


class LogoutRequest(StrictSerializer):
    """Which sessions end: this one, or all."""

    all = Flag(required=False, default=False)


class BotTokenRequest(StrictSerializer):
    """A token for a bot."""

    name = NameField()
    scope = Choice(choices=[Scope.BOT.value], default=Scope.BOT.value)


def _or_invalid(make_normal: Any, text: str) -> str:
    try:
        normal: str = make_normal(text)
    except BadName as error:
        raise serializers.ValidationError(str(error)) from error
    return normal


def _is_plain(value: object) -> bool:
    if isinstance(value, str):
        return not has_control(value)
    return value is None or isinstance(value, bool | int | float)


def _is_kept(value: object) -> bool:
    """Return whether a number comes back from the database as it was."""
    return not isinstance(value, float) or value == 0 or SMALLEST_FRACTION <= abs(value) <= LARGEST_NUMBER


@cache
def _time_zones() -> frozenset[str]:
    """Return the names that the tz database knows, but for those that mean the server's own zone or none."""
    return frozenset(available_timezones() - {"localtime", "Factory", "posixrules"})
