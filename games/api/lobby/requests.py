"""The bodies of requests in the lobby."""

import re
from typing import Any, Final, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from games.bots import LEVELS
from games.clocks import PRESETS, Allowance, TermsError
from games.clocks.terms import LONGEST_PAUSE, Absence, Visibility
from players.http.fields import Choice, Flag, StrictSerializer, Text, WholeNumber, has_control, printable

MOST_SEATS: Final = 15
_MOST_OPTIONS: Final = 64
_OPTION_LENGTH: Final = 64
_NONCE: Final = re.compile(r"[!-~]{1,128}")
_SHARE: Final = (
    "Your share in the fairness of every shuffle: visible ASCII characters. Without one, it follows from the seed."
)
_SEALED: Final = (
    "At a sealed table in place of `nonce`: the SHA-256 of the nonce's characters. You open the nonce with "
    "`POST /games/{game}/nonces` when every seat is taken. Take at least 32 random characters: a short nonce can be "
    "guessed from its seal."
)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


class Nonce(Text):
    """Characters that anybody can type and see."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=128, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the nonce; ValidationError otherwise."""
        nonce: str = super().to_internal_value(data)
        if not _NONCE.fullmatch(nonce):
            raise serializers.ValidationError("1 to 128 visible ASCII characters, please.")
        return nonce


@extend_schema_field({"type": "string", "pattern": "^[0-9a-f]{64}$"})
class Seal(Text):
    """A SHA-256 in hexadecimal digits."""

    def __init__(self, **options: Any) -> None:
        """Bound it."""
        super().__init__(max_length=64, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the seal; ValidationError otherwise."""
        seal: str = super().to_internal_value(data)
        if not _DIGEST.fullmatch(seal):
            raise serializers.ValidationError("64 hexadecimal digits in lower case, please.")
        return seal


class NonceRequest(StrictSerializer):
    """The nonce that you sealed, or the seal of a new one. Exactly one of them."""

    nonce = Nonce(required=False, help_text="Opens the nonce that you sealed.")
    seal = Seal(required=False, help_text="Seals a new nonce after the last one was voided.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return what is given."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"nonce": ["Either nonce or seal, please."]})
        return attrs


class SeatRequest(StrictSerializer):
    """Where to sit; `{}` takes the first free seat."""

    seat = WholeNumber(
        min_value=0, max_value=MOST_SEATS - 1, required=False, help_text="The first free one by default."
    )
    nonce = Nonce(required=False, help_text=_SHARE)
    seal = Seal(required=False, help_text=_SEALED)


@extend_schema_field({"type": "string", "pattern": f"^({'|'.join(LEVELS)})$"})
class Level(Choice):
    """The level of a bot."""

    def __init__(self, **options: Any) -> None:
        """Take the levels that there are."""
        super().__init__(choices=[*LEVELS], **options)


class BotRequest(StrictSerializer):
    """A bot for the next free seat."""

    level = Level()


@extend_schema_field({"type": "object", "additionalProperties": {"type": ["boolean", "integer", "string"]}})
class OptionsField(serializers.Field):  # type: ignore[type-arg]  # it takes and gives plain dicts
    """Options of a ruleset by name; which there are is judged by the ruleset itself."""

    def to_internal_value(self, data: Any) -> dict[str, bool | int | str]:
        """Return the options; ValidationError otherwise."""
        if not isinstance(data, dict):
            raise serializers.ValidationError("An object, please.")
        if len(data) > _MOST_OPTIONS:
            raise serializers.ValidationError(f"At most {_MOST_OPTIONS} options, please.")
        wrong = {printable(name)[:_OPTION_LENGTH]: [_fault_of(name, value)]
                 for name, value in data.items() if _fault_of(name, value)}  # fmt: skip
        if wrong:
            raise serializers.ValidationError(wrong)
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the options as they are."""
        return value


class AllowanceRequest(StrictSerializer):
    """Time to think, in seconds."""

    turn = WholeNumber(help_text="For each turn; what is left of it is lost.")
    bank = WholeNumber(help_text="For the whole game: what a turn takes beyond its allowance.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the times; they must be within what a clock can show."""
        try:
            Allowance(attrs["turn"], attrs["bank"])
        except TermsError as error:
            raise serializers.ValidationError({error.field.rpartition(".")[2]: [error.fault]}) from error
        return attrs


@extend_schema_field(
    {
        "oneOf": [
            {"type": "string", "enum": [*PRESETS]},
            {
                "type": "object",
                "properties": {"turn": {"type": "integer"}, "bank": {"type": "integer"}},
                "required": ["turn", "bank"],
                "additionalProperties": False,
            },
        ]
    }
)
class ClockField(serializers.Field):  # type: ignore[type-arg]  # it takes a word or an object
    """A preset, or an allowance for each turn and a bank, in seconds."""

    def to_internal_value(self, data: Any) -> Any:
        """Return the preset's name or the Allowance; ValidationError otherwise."""
        if isinstance(data, dict):
            asked = AllowanceRequest(data=data)
            asked.is_valid(raise_exception=True)
            return Allowance(**asked.validated_data)
        if not isinstance(data, str) or data not in PRESETS:
            raise serializers.ValidationError(f"One of {', '.join(PRESETS)}, or {{turn, bank}} in seconds, please.")
        return data

    def to_representation(self, value: Any) -> Any:
        """Return the clock as it is."""
        return value


class BotLevels(serializers.ListField):
    """Levels of bots."""

    child = Level()

    def run_validation(self, data: Any = empty) -> Any:
        """Return the levels; ValidationError for what is no list: a string is none."""
        if data is not empty and not isinstance(data, list):
            raise serializers.ValidationError("A list, please.")
        return super().run_validation(data)


class GameRequest(StrictSerializer):
    """A new table. Whoever makes it sits at seat 0, its bots at the last seats."""

    variant = Text(max_length=64, required=False, help_text="A variant's key. Either this or `ruleset`.")
    ruleset = Text(max_length=80, required=False, help_text="A ruleset's hash. Either this or `variant`.")
    options = OptionsField(required=False, help_text="Options that differ from their defaults.")
    seats = WholeNumber(min_value=2, max_value=MOST_SEATS)
    bots = BotLevels(required=False, max_length=MOST_SEATS - 1, help_text="Levels of bots, for the last seats.")
    clock = ClockField(required=False, help_text="`daily` by default.")
    absence = Choice(choices=get_args(Absence), required=False)
    visibility = Choice(choices=get_args(Visibility), required=False)
    rated = Flag(required=False)
    sealed = Flag(
        required=False,
        help_text="Whether nonces are sealed until every seat is taken, so that nobody can choose one to match "
        "others. The game then starts when all seats have opened theirs. False by default.",
    )
    auto_accept = Flag(required=False, help_text="Whether the server accepts for a seat that can do nothing else.")
    bot_pause = WholeNumber(
        min_value=0,
        max_value=LONGEST_PAUSE,
        required=False,
        help_text="Seconds after which a bot answers, 1 by default; never more than a quarter of its time for a turn.",
    )
    nonce = Nonce(required=False, help_text=_SHARE)
    seal = Seal(required=False, help_text=_SEALED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request; it names its rules once, and leaves a seat for who makes it."""
        if ("variant" in attrs) == ("ruleset" in attrs):
            raise serializers.ValidationError({"variant": ["Either variant or ruleset, please."]})
        if len(attrs.get("bots", ())) >= attrs["seats"]:
            raise serializers.ValidationError({"bots": ["More bots than seats beside your own."]})
        return attrs


def _fault_of(name: str, value: object) -> str:
    """Return what is wrong with an option, nothing where it may be one."""
    if not (name.isprintable() and len(name) <= _OPTION_LENGTH):
        return f"There is no such option: a name has at most {_OPTION_LENGTH} characters, and no control characters."
    word = isinstance(value, str) and len(value) <= _OPTION_LENGTH and not has_control(value)
    return "" if word or isinstance(value, bool | int) else "A boolean, a whole number or a short word, please."
