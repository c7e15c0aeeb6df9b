"""The bodies of requests about accounts."""

import re
from datetime import time
from functools import cache
from typing import Any, Final
from zoneinfo import available_timezones

from django.conf import settings
from django.utils.translation import gettext
from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers

from base.http.fields import Choice, Flag, StrictSerializer, Text, has_control
from base.http.parsers import LARGEST_NUMBER
from base.http.renderers import encode
from players.accounts import LONGEST_PASSWORD
from players.destinations import LONGEST as LONGEST_URL
from players.destinations import BadUrl, check_url
from players.models import Device, Inviters, Scope
from players.names import BadName, new_username, normal_name
from players.oauth import redirects
from players.quiet_hours import LONGEST as LONGEST_QUIET
from players.quiet_hours import length_of

PREFERENCES_BYTES: Final = 4_096
PREFERENCES_COUNT: Final = 64
SMALLEST_FRACTION: Final = 1e-6
MOST_REDIRECTS: Final = 10
_REDIRECTS: Final = (
    "1 to 10 addresses to which the app may send the browser back: `https://…`, a scheme that is your domain reversed, "
    "such as `com.example.app:/callback`, or `http://127.0.0.1/…` with any port. Others are refused, and so are all "
    "that differ in a single character."
)
_PREFERENCE_NAME: Final = re.compile(r"[A-Za-z0-9_.-]{1,64}")
_LOCALE: Final = re.compile(r"([A-Za-z]{2,3})(?:[-_]([A-Za-z]{4}))?(?:[-_]([A-Za-z]{2}|[0-9]{3}))?")
_BASE64URL: Final = re.compile(r"[A-Za-z0-9_-]+")
_MINUTE: Final = re.compile(r"([01][0-9]|2[0-3]):([0-5][0-9])")
_TYPED_LENGTH: Final = 200
"""Longer than any name may be, so that a name that is too long gets the error of `players.names`."""
_NAME: Final = "The name that others see: 1 to 40 characters."


class NameField(Text):
    """A display name."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=_TYPED_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name as it is stored. Raises ValidationError if a player cannot have it."""
        return _or_invalid(normal_name, super().to_internal_value(data))


class UsernameField(Text):
    """A username for an account that does not have one yet."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=_TYPED_LENGTH, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the username as it is stored. Raises ValidationError if no account may take it."""
        return _or_invalid(new_username, super().to_internal_value(data))


class EmailField(Text, serializers.EmailField):
    """An e-mail address."""


@extend_schema_field({"type": "string", "pattern": f"^{_LOCALE.pattern}$"})
class LocaleField(Text):
    """A language tag with language, script and region (BCP 47), such as `pt-BR`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=35, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the tag in its usual case. Raises ValidationError for any other text."""
        match = _LOCALE.fullmatch(super().to_internal_value(data))
        if match is None:
            raise serializers.ValidationError("Send a language tag, such as 'en', 'pt-BR' or 'zh-Hant-TW'.")
        language, script, region = match.groups()
        return "-".join(filter(None, (language.lower(), script and script.title(), region and region.upper())))


class TimeZoneField(Text):
    """A time zone by its IANA name, such as `Europe/Prague`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=64, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the name. Raises ValidationError if there is no such time zone."""
        name: str = super().to_internal_value(data)
        if name not in _time_zones():
            raise serializers.ValidationError("Send an IANA time zone, such as 'Europe/Prague' or 'UTC'.")
        return name


@extend_schema_field({"type": "string", "pattern": f"^{_MINUTE.pattern}$"})
class MinuteField(Text):
    """A time of day, such as `22:30`."""

    def __init__(self, **options: Any) -> None:
        super().__init__(max_length=5, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the text. Raises ValidationError if it is not a time of day."""
        text: str = super().to_internal_value(data)
        if not _MINUTE.fullmatch(text):
            raise serializers.ValidationError("Send a time of day, such as '22:30'.")
        return text


@extend_schema_field(
    {
        "type": "object",
        "additionalProperties": True,  # a union would become an empty class (ADR 17)
        "propertyNames": {"pattern": f"^{_PREFERENCE_NAME.pattern}$"},
        "maxProperties": PREFERENCES_COUNT,
    }
)
class PreferencesField(serializers.DictField):
    """Names and plain values, up to 4 KiB, that a client stores for its player. The service does not read them."""

    def to_internal_value(self, data: Any) -> dict[str, Any]:
        """Return the preferences exactly as a later request reads them. Raises ValidationError if that cannot be."""
        if not isinstance(data, dict):
            self.fail("not_a_dict", input_type=type(data).__name__)
        if not all(map(_PREFERENCE_NAME.fullmatch, data)):
            raise serializers.ValidationError("A preference's name has 1 to 64 letters, digits, '_', '-' or '.'.")
        for value in data.values():
            if has_control(value) if isinstance(value, str) else not isinstance(value, int | float | None):
                raise serializers.ValidationError(
                    "A preference is a string without control characters, a number, true, false or null."
                )
        # PostgreSQL stores a number as decimal digits. Within these bounds it has few of them, and none is lost.
        for value in data.values():
            if isinstance(value, float) and value and not SMALLEST_FRACTION <= abs(value) <= LARGEST_NUMBER:
                raise serializers.ValidationError(
                    "A number is 0, or lies between 0.000001 and 2^53 on either side of it."
                )
        kept = {name: value or 0.0 if isinstance(value, float) else value for name, value in data.items()}  # no -0.0
        if len(kept) > PREFERENCES_COUNT or len(encode(kept)) > PREFERENCES_BYTES:
            raise serializers.ValidationError(
                gettext("You can store at most {count} preferences, in {size} bytes of JSON.").format(
                    count=PREFERENCES_COUNT, size=PREFERENCES_BYTES
                )
            )
        return kept


class PushKeyField(Text):
    """A key of a push subscription: base64url without padding."""

    def __init__(self, octets: int, **options: Any) -> None:
        """Take the length of the key in bytes, and the options of a text."""
        length = -(-octets * 4 // 3)
        super().__init__(max_length=length, min_length=length, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the text. Raises ValidationError if it is no key."""
        text: str = super().to_internal_value(data)
        if not _BASE64URL.fullmatch(text):
            raise serializers.ValidationError("Send the key in base64url, without padding.")
        return text


class QuietHoursRequest(StrictSerializer):
    """The hours in which you want no notices, in your time zone. They last over midnight if `until` is earlier.

    They last at most nine hours. A deadline that would fall into them moves to their end, unless turns are shorter.
    """

    since = MinuteField(help_text="When they begin, such as `22:30`.")
    until = MinuteField(help_text="When they end, such as `07:00`.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the hours. Raises ValidationError if they begin and end at the same time."""
        if attrs["since"] == attrs["until"]:
            raise serializers.ValidationError({"until": ["Quiet hours must end at another time than they begin."]})
        if length_of(time.fromisoformat(attrs["since"]), time.fromisoformat(attrs["until"])) > LONGEST_QUIET:
            raise serializers.ValidationError({"until": ["Quiet hours last at most nine hours."]})
        return attrs


class ProfileFields(StrictSerializer):
    """The fields of a profile that a new account may set. All are optional."""

    name = NameField(required=False, help_text=_NAME)
    locale = LocaleField(required=False, help_text="Your language: a language tag, such as `pt-BR`.")
    time_zone = TimeZoneField(required=False, help_text="The name of your time zone (IANA), such as `Europe/Prague`.")


class ProfileChange(ProfileFields):
    """Changes to a profile. Fields that you leave out stay as they are."""

    quiet_hours = QuietHoursRequest(
        required=False, allow_null=True, help_text="The hours in which you want no notices. Null ends them."
    )
    searchable = Flag(
        required=False, help_text="Whether others find you by the beginning of your username. The default is true."
    )
    invitations_from = Choice(
        choices=Inviters.values,
        required=False,
        help_text="Who may invite you by name: `everybody`, which is the default, players with `accounts`, `known` "
        "players, with whom you have played a game to its end, or `nobody`.",
    )
    preferences = PreferencesField(
        required=False,
        help_text="What your clients want to keep for you: strings, numbers, booleans and nulls, in at most 4 KiB. "
        "These replace all that are stored.",
    )

    def changes(self) -> dict[str, Any]:
        """Return the changes as fields of the player. Call it after the data have been validated."""
        changes = dict(self.validated_data)
        if "quiet_hours" in changes:
            hours = changes.pop("quiet_hours")
            changes["quiet_from"] = time.fromisoformat(hours["since"]) if hours else None
            changes["quiet_until"] = time.fromisoformat(hours["until"]) if hours else None
        return changes


class GuestRequest(ProfileFields):
    """A guest. `{}` is enough."""


class Credentials(StrictSerializer):
    """A username and a password, and an address for mail."""

    username = UsernameField(
        help_text="3 to 30 letters, digits, `_`, `-` and `.`. It begins with a letter or a digit. Capitals count as "
        "small letters."
    )
    password = Text(max_length=LONGEST_PASSWORD, min_length=8, help_text="No common password, and not like your names.")
    email = EmailField(max_length=254, required=False, help_text="Without it, no mail can reach the player.")


class RegisterRequest(ProfileFields, Credentials):
    """A new account with credentials."""


class SignInRequest(StrictSerializer):
    """A sign-in. A username that no account can have gets the same answer as one that does not exist."""

    username = Text(max_length=_TYPED_LENGTH, help_text="Your username.")
    password = Text(max_length=LONGEST_PASSWORD, help_text="Your password.")


class PasswordChange(StrictSerializer):
    """Another password for your account."""

    old_password = Text(max_length=LONGEST_PASSWORD, help_text="The password that you have.")
    new_password = Text(
        max_length=LONGEST_PASSWORD, min_length=8, help_text="No common password, and not like your names."
    )


class EmailChange(StrictSerializer):
    """Another address for mail."""

    email = EmailField(max_length=254, help_text="The new address. It gets a mail with a link.")
    password = Text(max_length=LONGEST_PASSWORD, help_text="Your password.")


class ResetRequest(StrictSerializer):
    """The account whose password somebody has forgotten."""

    account = Text(max_length=254, help_text="Your username, or your address for mail.")


class ResetConfirmation(StrictSerializer):
    """A new password."""

    code = Text(max_length=256, help_text="The `code` in the link of the mail.")
    password = Text(max_length=LONGEST_PASSWORD, min_length=8, help_text="No common password, and not like your names.")


class EmailConfirmation(StrictSerializer):
    """The proof that you read the mails to an address."""

    code = Text(max_length=256, help_text="The `code` in the link of the mail.")


class RefreshRequest(StrictSerializer):
    """A refresh token."""

    refresh = Text(max_length=256, help_text="The newest refresh token that you have.")


class LogoutRequest(StrictSerializer):
    """Whether to end all sessions, or only this one."""

    all = Flag(required=False, default=False, help_text="Whether to end all your sessions, and not only this one.")


class RedirectsField(serializers.ListField):
    """The addresses to which an app may send the browser back."""

    def __init__(self, **options: Any) -> None:
        child = Text(max_length=redirects.LONGEST)
        super().__init__(child=child, min_length=1, max_length=MOST_REDIRECTS, **options)

    def to_internal_value(self, data: Any) -> list[str]:
        """Return the addresses. Raises ValidationError if one of them is not safe."""
        found: list[str] = super().to_internal_value(data)
        if not all(map(redirects.is_valid, found)):
            raise serializers.ValidationError(
                "Send addresses such as 'https://app.example/callback', 'com.example.app:/callback' or "
                "'http://127.0.0.1/callback', without a fragment."
            )
        return found


class AppChange(StrictSerializer):
    """Changes to an app. Fields that you leave out stay as they are."""

    name = NameField(required=False, help_text="The name that players see when they are asked: 1 to 40 characters.")
    redirect_uris = RedirectsField(required=False, help_text=_REDIRECTS)


class AppRequest(StrictSerializer):
    """A new app."""

    name = NameField(help_text="The name that players see when they are asked: 1 to 40 characters.")
    redirect_uris = RedirectsField(help_text=_REDIRECTS)
    kind = Choice(
        choices=["confidential", "public"],
        help_text="`public` for an app that cannot keep a secret, such as one on a phone or in a browser; "
        "`confidential` for a server.",
    )


class BotTokenRequest(StrictSerializer):
    """A token for a bot."""

    name = NameField(help_text="A name for the bot, for your list of sessions: 1 to 40 characters.")
    scope = Choice(choices=[Scope.BOT.value], default=Scope.BOT.value, help_text="Only `bot`.")


class DeviceRequest(StrictSerializer):
    """The address of a device: `token` for `fcm` and `apns`; `endpoint`, `p256dh` and `auth` for `web_push`."""

    kind = Choice(choices=Device.Kind.values, help_text="The service that delivers notices.")
    token = Text(
        max_length=4096, required=False, min_length=1, help_text="For `fcm` and `apns`: the token of the device."
    )
    endpoint = Text(
        max_length=LONGEST_URL,
        required=False,
        help_text="For `web_push`: the `endpoint` of the subscription, an https URL.",
    )
    p256dh = PushKeyField(65, required=False, help_text="For `web_push`: the key `p256dh` of the subscription.")
    auth = PushKeyField(16, required=False, help_text="For `web_push`: the key `auth` of the subscription.")

    def validate_endpoint(self, text: str) -> str:
        """Return the address of a push service. Raises ValidationError for one that the service does not call."""
        try:
            check_url(text, settings.WEBHOOK_NETWORKS)
        except BadUrl as fault:
            raise serializers.ValidationError("Send the https URL that the browser gave you.") from fault
        return text

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the address. Raises ValidationError if it has too few fields for its kind, or too many."""
        web = ("endpoint", "p256dh", "auth")
        needed, others = (web, ("token",)) if attrs["kind"] == Device.Kind.WEB_PUSH else (("token",), web)
        errors = {name: [gettext("This kind of device needs it.")] for name in needed if name not in attrs}
        errors |= {name: [gettext("This kind of device does not have it.")] for name in others if name in attrs}
        if errors:
            raise serializers.ValidationError(errors)
        return attrs


def _or_invalid(make_normal: Any, text: str) -> str:
    try:
        normal: str = make_normal(text)
    except BadName as error:
        raise serializers.ValidationError(str(error)) from error
    return normal


@cache  # it reads a directory
def _time_zones() -> frozenset[str]:
    """Return the names in the tz database, without those that mean the server's own zone or none."""
    return frozenset(available_timezones() - {"localtime", "Factory", "posixrules"})
