"""What a table agrees on apart from the rules, before anybody sits down."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Any, Final, Literal, TypeAlias, get_args

from django.utils.translation import gettext

from players.quiet_hours import LONGEST as LONGEST_QUIET

_MINUTE: Final = 60
_HOUR: Final = 60 * _MINUTE
_DAY: Final = 24 * _HOUR
LONGEST: Final = 30 * _DAY
_LONGEST_NONCE_TIMEOUT: Final = timedelta(days=1)
LONGEST_BOT_PAUSE: Final = 2 * _MINUTE


class TermsError(ValueError):
    """A table cannot have such terms; ``field`` names the wrong one."""

    def __init__(self, field: str, fault: str, **values: object) -> None:
        """Keep the field, and the fault in English with *values* for its braces."""
        super().__init__(f"{field}: {fault.format(**values)}")
        self.field = field
        self._fault, self._values = fault, values

    @property
    def fault(self) -> str:
        """What is wrong, in the active language."""
        return gettext(self._fault).format(**self._values)


@dataclass(frozen=True, slots=True)
class Allowance:
    """Time to think, in whole seconds. Raises TermsError unless 1 <= turn <= 30 days and 0 <= bank <= 30 days."""

    turn: int
    """For each turn of the rule book. A seat loses what it does not use of it."""
    bank: int
    """For the whole game, for what turns take beyond their allowance."""

    def __post_init__(self) -> None:
        if not 1 <= self.turn <= LONGEST:
            raise TermsError("clock.turn", "must be from {least} to {most} seconds", least=1, most=LONGEST)
        if not 0 <= self.bank <= LONGEST:
            raise TermsError("clock.bank", "must be from {least} to {most} seconds", least=0, most=LONGEST)


Preset: TypeAlias = Literal["live", "fast", "daily", "slow", "none"]
Absence: TypeAlias = Literal["draw-pass", "bot", "remove"]
Visibility: TypeAlias = Literal["public", "private"]

PRESETS: Final[Mapping[Preset, Mapping[int, Allowance] | None]] = {
    "live": {2: Allowance(2 * _MINUTE, 10 * _MINUTE)},
    "fast": {2: Allowance(2 * _HOUR, 12 * _HOUR)},
    "daily": {
        2: Allowance(24 * _HOUR, 72 * _HOUR),
        3: Allowance(16 * _HOUR, 48 * _HOUR),
        5: Allowance(10 * _HOUR, 36 * _HOUR),
    },
    "slow": {2: Allowance(72 * _HOUR, 7 * _DAY)},
    "none": None,
}
"""What each preset allows, by the smallest number of seats for which it holds; None if there is no clock."""


LONGEST_FUSE: Final = 5 * _MINUTE
"""Seconds after which a turn of an absent player is played for them, if the table allows so many."""
WINDOW: Final = 4
"""Seconds that a bot waits at least where its move would end the time for a word or an accusation of a person."""
LONGEST_SHARE: Final = 0.25
"""The share of a turn's allowance that a bot, or a plan, waits at most before it answers."""
LONGEST_DELAY: Final = _MINUTE
"""Seconds that a plan waits at most. The shortest delay is a twelfth of the longest."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Terms:
    """What a table agrees on. Raises TermsError for terms that are not offered."""

    clock: Preset | Allowance = "daily"
    absence: Absence = "draw-pass"
    visibility: Visibility = "public"
    rated: bool = False
    auto_accept: bool = False
    """Whether the server accepts for a seat that can do nothing else."""
    sealed: bool = False
    """Whether nonces are sealed until every seat is taken."""
    bot_pause: int = 1
    """Seconds after which a bot answers."""

    def __post_init__(self) -> None:
        if not isinstance(self.clock, Allowance) and self.clock not in PRESETS:
            raise TermsError("clock", "must be one of {choices}, or a turn and a bank", choices=", ".join(PRESETS))
        for name, choices in (("absence", Absence), ("visibility", Visibility)):
            if getattr(self, name) not in get_args(choices):
                raise TermsError(name, "must be one of {choices}", choices=", ".join(get_args(choices)))
        if not 0 <= self.bot_pause <= LONGEST_BOT_PAUSE:
            raise TermsError("bot_pause", "must be from {least} to {most} seconds", least=0, most=LONGEST_BOT_PAUSE)
        if self.rated and self.clock == "none":
            raise TermsError("rated", "a game without a clock cannot be rated")

    def pinned(self, seats: int) -> dict[str, Any]:
        """Return these terms as the first event stores them: in seconds, so that presets may change later."""
        preset = "custom" if isinstance(self.clock, Allowance) else self.clock
        allowance = self.allowance(seats)
        return {
            "clock": {"preset": preset} | ({"turn": allowance.turn, "bank": allowance.bank} if allowance else {}),
            "absence": self.absence,
            "visibility": self.visibility,
            "rated": self.rated,
            "auto_accept": self.auto_accept,
            "sealed": self.sealed,
            "bot_pause": self.bot_pause,
        }

    def allowance(self, seats: int) -> Allowance | None:
        """Return the time to think at a table of *seats*; None without a clock."""
        if isinstance(self.clock, Allowance):
            return self.clock
        by_seats = PRESETS[self.clock]
        return by_seats[max(least for least in by_seats if least <= max(seats, 2))] if by_seats else None


def agreed(terms: Mapping[str, Any]) -> Allowance | None:
    """Return the time to think by the *terms* of a first event; None if there is no clock."""
    clock = terms.get("clock", {})
    return Allowance(clock["turn"], clock["bank"]) if "turn" in clock else None


def has_quiet_hours(allowance: Allowance | None) -> bool:
    """Return whether deadlines move out of quiet hours: turns must be at least as long as quiet hours may be."""
    return allowance is not None and allowance.turn >= LONGEST_QUIET.total_seconds()


def nonce_timeout(allowance: Allowance | None) -> timedelta:
    """Return how long the seats of a sealed table may take for their nonces: as long as a turn, at most a day."""
    return (
        _LONGEST_NONCE_TIMEOUT if allowance is None else min(timedelta(seconds=allowance.turn), _LONGEST_NONCE_TIMEOUT)
    )


def fuse_of(allowance: Allowance) -> timedelta:
    """Return after which time a turn of an absent player is played for them."""
    return timedelta(seconds=min(LONGEST_FUSE, allowance.turn))


def bot_pause_of(terms: Mapping[str, Any], *, is_awaited: bool = False) -> float:
    """Return the seconds after which a bot answers by the *terms* of a first event, within ``LONGEST_SHARE``.

    *is_awaited* is whether a window is open for people, which the bot's move closes.
    """
    allowance = agreed(terms)
    pause = max(float(terms.get("bot_pause", 1)), WINDOW if is_awaited else 0)
    return pause if allowance is None else min(pause, allowance.turn * LONGEST_SHARE)


def plan_delay_of(terms: Mapping[str, Any], chance: float) -> timedelta:
    """Return how long a plan waits by the *terms* of a first event. *chance* is from 0 to 1, and all that decides.

    >>> plan_delay_of({}, 0.0), plan_delay_of({"clock": {"turn": 40, "bank": 0}}, 1.0)
    (datetime.timedelta(seconds=5), datetime.timedelta(seconds=10))
    """
    allowance = agreed(terms)
    longest = LONGEST_DELAY if allowance is None else min(LONGEST_DELAY, allowance.turn * LONGEST_SHARE)
    return timedelta(seconds=longest * (1 + 11 * chance) / 12)


def auto_accepts(terms: Mapping[str, Any]) -> bool:
    """Return whether the *terms* of a first event let the server accept for a seat that can do nothing else (K-66)."""
    return bool(terms.get("auto_accept", False))
