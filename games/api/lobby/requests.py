"""The bodies of requests in the lobby."""

import re
from typing import Any, Final, get_args

from drf_spectacular.utils import extend_schema_field
from rest_framework import serializers
from rest_framework.fields import empty

from base.http.fields import Choice, Flag, StrictSerializer, Text, WholeNumber
from games.api.clock import ClockField
from games.api.options import OptionsField
from games.bots import LEVELS
from games.clocks.terms import LONGEST_BOT_PAUSE, WINDOW, Absence, Visibility

MOST_SEATS: Final = 15
_NONCE: Final = re.compile(r"[!-~]{1,128}")
_SHARE: Final = (
    "Your share in the chance of every shuffle: 1 to 128 visible ASCII characters. By default it follows from the seed."
)
_SEALED: Final = (
    "Only at a sealed table, in place of `nonce`: the SHA-256 of the characters of your nonce. You open the nonce with "
    "`POST /games/{game}/nonces` when every seat is taken. Use at least 32 random characters, because a short nonce "
    "can be guessed from its seal."
)
_DIGEST: Final = re.compile(r"[0-9a-f]{64}")


@extend_schema_field({"type": "string", "pattern": f"^{_NONCE.pattern}$"})
class Nonce(Text):
    """Visible ASCII characters."""

    def __init__(self, **options: Any) -> None:
        """Limit its length."""
        super().__init__(max_length=128, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the nonce. Raises ValidationError for other characters."""
        nonce: str = super().to_internal_value(data)
        if not _NONCE.fullmatch(nonce):
            raise serializers.ValidationError("Send 1 to 128 visible ASCII characters.")
        return nonce


@extend_schema_field({"type": "string", "pattern": "^[0-9a-f]{64}$"})
class Seal(Text):
    """A SHA-256 in hexadecimal digits."""

    def __init__(self, **options: Any) -> None:
        """Limit its length."""
        super().__init__(max_length=64, **options)

    def to_internal_value(self, data: Any) -> str:
        """Return the seal. Raises ValidationError for anything else."""
        seal: str = super().to_internal_value(data)
        if not _DIGEST.fullmatch(seal):
            raise serializers.ValidationError("Send 64 hexadecimal digits in lower case.")
        return seal


class NonceRequest(StrictSerializer):
    """The nonce that you sealed, or the seal of a new nonce. Send exactly one of them."""

    nonce = Nonce(required=False, help_text="The nonce that you sealed.")
    seal = Seal(required=False, help_text="The seal of a new nonce, after the last one was voided.")

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request. Raises ValidationError unless it has exactly one field."""
        if len(attrs) != 1:
            raise serializers.ValidationError({"nonce": ["Send either nonce or seal."]})
        return attrs


class SeatNumber(WholeNumber):
    """The number of a seat."""

    def __init__(self, **options: Any) -> None:
        """Limit it to the seats of the largest table. It may be left out."""
        super().__init__(min_value=0, max_value=MOST_SEATS - 1, required=False, **options)


class RematchRequest(StrictSerializer):
    """Your share in the chance of the rematch. `{}` leaves it to the service."""

    nonce = Nonce(required=False, help_text=_SHARE)
    seal = Seal(required=False, help_text=_SEALED)


class SeatRequest(StrictSerializer):
    """The seat to take. `{}` takes the first free one."""

    seat = SeatNumber(help_text="The default is the first free seat.")
    nonce = Nonce(required=False, help_text=_SHARE)
    seal = Seal(required=False, help_text=_SEALED)


@extend_schema_field({"type": "string", "pattern": f"^({'|'.join(LEVELS)})$"})
class Level(Choice):
    """The level of a bot."""

    def __init__(self, **options: Any) -> None:
        """Take the levels that there are."""
        super().__init__(choices=[*LEVELS], **options)


class BotRequest(StrictSerializer):
    """A bot, and its seat."""

    seat = SeatNumber(help_text="The default is the last free seat.")
    level = Level(help_text="How well the bot plays.")


class BotLevels(serializers.ListField):
    """Levels of bots."""

    child = Level()

    def run_validation(self, data: Any = empty) -> Any:
        """Return the levels. Raises ValidationError for anything but a list, even for a string."""
        if data is not empty and not isinstance(data, list):
            raise serializers.ValidationError("Send a list.")
        return super().run_validation(data)


class GameRequest(StrictSerializer):
    """A new game. You sit at seat 0, and its bots sit at the last seats."""

    variant = Text(max_length=64, required=False, help_text="The key of a variant. Send either this or `ruleset`.")
    ruleset = Text(max_length=80, required=False, help_text="The hash of a ruleset. Send either this or `variant`.")
    options = OptionsField(required=False, help_text="The options that differ from their defaults.")
    seats = WholeNumber(min_value=2, max_value=MOST_SEATS, help_text="How many seats the table has.")
    bots = BotLevels(required=False, max_length=MOST_SEATS - 1, help_text="The levels of the bots at the last seats.")
    clock = ClockField(required=False, help_text="The time to think. The default is `daily`.")
    absence = Choice(
        choices=get_args(Absence),
        required=False,
        help_text="What happens in the turns of a player who is absent, after at most five minutes. `draw-pass`: the "
        "clock moves. `bot`: a bot moves. `remove`: the player leaves the game at their next turn. The default is "
        "`draw-pass`.",
    )
    visibility = Choice(
        choices=get_args(Visibility),
        required=False,
        help_text="Whether everybody can find and watch the game. The default is `public`.",
    )
    rated = Flag(required=False, help_text="Whether the game counts on a ladder. The default is false.")
    sealed = Flag(
        required=False,
        help_text="Whether nonces are sealed until every seat is taken, so that nobody can choose one to match the "
        "others. The game then starts when all seats have opened their nonces. The default is false.",
    )
    auto_accept = Flag(required=False, help_text="Whether the server accepts for a seat that can do nothing else.")
    bot_pause = WholeNumber(
        min_value=0,
        max_value=LONGEST_BOT_PAUSE,
        required=False,
        help_text="How many seconds a bot waits before it moves, but at most a quarter of its time for a turn. "
        "The default is 1. While a window for a word or an accusation is open at a table with people, it waits at "
        f"least {WINDOW} seconds.",
    )
    nonce = Nonce(required=False, help_text=_SHARE)
    seal = Seal(required=False, help_text=_SEALED)

    def validate(self, attrs: dict[str, Any]) -> dict[str, Any]:
        """Return the request. Raises ValidationError unless it names its rules once, with a seat for the caller."""
        if ("variant" in attrs) == ("ruleset" in attrs):
            raise serializers.ValidationError({"variant": ["Send either variant or ruleset."]})
        if len(attrs.get("bots", ())) >= attrs["seats"]:
            raise serializers.ValidationError({"bots": ["More bots than seats beside your own."]})
        return attrs
