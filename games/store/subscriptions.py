"""Subscriptions of players: rows with the hash of a secret code."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.db import transaction

from games.db import fetch, rows
from games.notices.kinds import SubscriptionKind

MOST: Final = 10
"""Subscriptions that one player may have."""

_ADD: Final = "INSERT INTO subscription (id, player, kind, name, digest) VALUES (%s, %s, %s, %s, %s)"
_FIND: Final = """
    SELECT s.id, s.player, s.kind, s.created_at, p.locale, p.time_zone
    FROM subscription AS s JOIN player AS p ON p.id = s.player AND p.is_active WHERE s.digest = %s
"""
_USE: Final = """
    UPDATE subscription SET used_at = clock_timestamp()
    WHERE id = %s AND (used_at IS NULL OR used_at < clock_timestamp() - interval '1 hour')
"""


class TooManySubscriptions(Exception):
    """The player has as many subscriptions as a player may have."""


@dataclass(frozen=True, slots=True)
class Subscription:
    """A subscription that is read now, and its reader."""

    id: UUID
    player: UUID
    kind: str
    created_at: datetime
    locale: str
    time_zone: str


def add(made: UUID, player: UUID, *, kind: SubscriptionKind, name: str, digest: bytes) -> None:
    """Add a subscription of *player* with the id *made*. Raises TooManySubscriptions."""
    with transaction.atomic():
        # The lock on the player makes two requests at once count one after the other.
        rows("SELECT FROM player WHERE id = %s FOR UPDATE", [player])
        ((count,),) = rows("SELECT count(*) FROM subscription WHERE player = %s", [player])
        if count >= MOST:
            raise TooManySubscriptions
        rows(_ADD, [made, player, kind, name, digest])


def rotate(subscription: UUID, digest_of: Callable[[int], bytes]) -> None:
    """Give a subscription its next address: *digest_of* returns the digest after so many rotations."""
    with transaction.atomic():
        for (rotations,) in rows("SELECT rotations + 1 FROM subscription WHERE id = %s FOR UPDATE", [subscription]):
            rows(
                "UPDATE subscription SET rotations = %s, digest = %s WHERE id = %s",
                [rotations, digest_of(rotations), subscription],
            )


def remove(subscription: UUID) -> None:
    """Delete a subscription. Its address leads nowhere from now on."""
    rows("DELETE FROM subscription WHERE id = %s", [subscription])


def find(digest: bytes) -> Subscription | None:
    """Return the subscription whose code has this *digest*; None if there is none, or its player is switched off."""
    return next(iter(fetch(Subscription, _FIND, [digest])), None)


def use(subscription: UUID) -> None:
    """Note that a subscription is read now, at most once in an hour."""
    rows(_USE, [subscription])
