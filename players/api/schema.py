"""Accounts, tokens and sessions, as they are answered."""

from typing import Annotated, Any, Literal
from uuid import UUID

from msgspec import Meta

from players.http.answers import Answer, NextCursor, Timestamp
from players.models import Player
from players.sessions import Pair

SessionScope = Literal["player", "bot"]
Minute = Annotated[str, Meta(description="A time of day, such as `22:30`.")]


class QuietHours(Answer, frozen=True):
    """When nothing should disturb, in the player's time zone; over midnight when `until` is the earlier one."""

    since: Minute
    until: Minute


class Profile(Answer, frozen=True):
    """Your account, as only you see it."""

    id: UUID
    name: str
    username: Annotated[str | None, Meta(description="Null for a guest.")]
    guest: bool
    email: Annotated[str, Meta(description="Empty where you gave none.")]
    locale: Annotated[str, Meta(description="A language tag, such as `pt-BR`; empty where none is set.")]
    time_zone: Annotated[str, Meta(description="An IANA time zone, such as `Europe/Prague`.")]
    quiet_hours: QuietHours | None
    preferences: Annotated[dict[str, Any], Meta(description="What clients keep for you; the service reads none of it.")]
    created_at: Timestamp


class PairAnswer(Answer, frozen=True):
    """A pair of tokens."""

    access: Annotated[str, Meta(description="For the header `Authorization: Bearer …`.")]
    access_expires_at: Timestamp
    refresh: Annotated[str, Meta(description="For `POST /auth/refresh`; it works once.")]


class SignedInAnswer(PairAnswer, frozen=True):
    """A new account and its pair of tokens."""

    player: Profile


class SessionAnswer(Answer, frozen=True):
    """A session: one device, or one bot."""

    id: UUID
    name: str
    scope: SessionScope
    current: Annotated[bool, Meta(description="Whether this request belongs to it.")]
    created_at: Timestamp
    used_at: Annotated[Timestamp, Meta(description="Its last refresh.")]
    expires_at: Timestamp


class SessionPage(Answer, frozen=True):
    """A page of sessions."""

    items: list[SessionAnswer]
    next_cursor: NextCursor


class BotTokenAnswer(Answer, frozen=True):
    """A bot's token; this is the only time it is shown."""

    id: Annotated[UUID, Meta(description="The session; DELETE /me/sessions/{id} ends it.")]
    name: str
    scope: SessionScope
    token: Annotated[str, Meta(description="An access token that lasts until `expires_at`.")]
    expires_at: Timestamp


def profile_of(player: Player) -> Profile:
    """Return the profile of *player*."""
    quiet = None
    if player.quiet_from is not None:
        quiet = QuietHours(since=f"{player.quiet_from:%H:%M}", until=f"{player.quiet_until:%H:%M}")
    return Profile(
        id=player.id,
        name=player.name,
        username=player.username,
        guest=player.is_guest,
        email=player.email,
        locale=player.locale,
        time_zone=player.time_zone,
        quiet_hours=quiet,
        preferences=player.preferences,
        created_at=player.created_at,
    )


def pair_of(pair: Pair) -> PairAnswer:
    """Return a pair of tokens."""
    return PairAnswer(access=pair.access, access_expires_at=pair.access_expires_at, refresh=pair.refresh)
