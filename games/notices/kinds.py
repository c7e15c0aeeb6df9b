"""The kinds of notices, the channels by which they leave the service, and the kinds of subscriptions."""

from collections.abc import Mapping
from enum import StrEnum
from typing import Final


class NoticeKind(StrEnum):
    """What a notice tells."""

    YOUR_TURN = "your-turn"
    """You are on turn. It comes once for each turn, however many decisions the turn has, and again after a pause."""
    DEADLINE_NEAR = "deadline-near"
    """Four fifths of the time for your turn are over."""
    LAST_HOUR = "last-hour"
    """Your time is up in an hour. It comes only for turns that last longer than five hours."""
    GAME_OVER = "game-over"
    """A game in which you have a seat is over."""
    TABLE_EXPIRED = "table-expired"
    """A table at which you have a seat has waited too long for players, and is closed."""
    INVITATION = "invitation"
    """Another player invites you to a table."""
    REMATCH = "rematch"
    """Another player of a game that is over wants to play again, and your seat is kept."""
    SEAT_TAKEN = "seat-taken"
    """Another player sits down at your table."""
    PROPOSAL = "proposal"
    """Another player proposes something on which you have a vote."""


class NoticeChannel(StrEnum):
    """A way out of the service. The inbox and the stream of the account always have every notice."""

    PUSH = "push"
    """To each of your devices."""
    MAIL = "mail"
    """To your confirmed e-mail address."""


class SubscriptionKind(StrEnum):
    """What a program reads at a secret address of a player."""

    CALENDAR = "calendar"
    """The deadlines of the turns that wait for the player, as iCalendar (RFC 5545)."""
    NEWS = "news"
    """The newest notices of the player, as Atom (RFC 4287)."""


class Transport(StrEnum):
    """How a delivery is sent: by mail, or by the push service of one device."""

    MAIL = "mail"
    WEB_PUSH = "web_push"
    FCM = "fcm"
    APNS = "apns"


OF_TURN: Final = (NoticeKind.YOUR_TURN, NoticeKind.DEADLINE_NEAR, NoticeKind.LAST_HOUR)
"""The kinds that speak of a turn, and are moot when it is over."""
DEFAULTS: Final[Mapping[NoticeChannel, bool]] = {NoticeChannel.PUSH: True, NoticeChannel.MAIL: False}
"""Whether a channel is on until the player says otherwise."""
NEWS: Final = frozenset(NoticeKind) - {NoticeKind.DEADLINE_NEAR, NoticeKind.LAST_HOUR}
"""The kinds that are news. Programs that ask once in an hour learn too late that a deadline is near."""
