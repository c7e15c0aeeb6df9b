"""Subscriptions: secret addresses at which programs of players, such as calendars, read without signing in.

An address has a code of 192 bits. It is an HMAC of the id of the subscription and of the number of its rotations, so
the player can repeat the request and gets the same address, although only the SHA-256 of the code is stored (ADR 20).
"""

import base64
import hashlib
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from base.identifiers import uuid7
from games.notices.kinds import SubscriptionKind
from games.store import subscriptions
from games.store.subscriptions import MOST, Subscription, TooManySubscriptions, remove

__all__ = ["MOST", "Subscription", "TooManySubscriptions", "address_of", "make", "read", "remove", "rotate"]

PATH: Final = "/subscriptions/"
"""The path below which subscriptions are read. It is stored in programs of players, so it never changes."""
ENDINGS: Final = {SubscriptionKind.CALENDAR: ".ics", SubscriptionKind.NEWS: ".atom"}
"""How addresses end. Some calendars take no address without `.ics`."""
_CODE_BYTES: Final = 24


def make(player: UUID, *, kind: SubscriptionKind, name: str) -> UUID:
    """Make a subscription, and return its id. Raises TooManySubscriptions."""
    made = uuid7()
    subscriptions.add(made, player, kind=kind, name=name, digest=_digest(_code(made, 0, settings.SECRET_KEY)))
    return made


def rotate(subscription: UUID) -> UUID:
    """Give a subscription a new address, and return its id. The old address leads nowhere from now on."""
    subscriptions.rotate(subscription, lambda rotations: _digest(_code(subscription, rotations, settings.SECRET_KEY)))
    return subscription


def address_of(subscription: UUID, kind: SubscriptionKind, rotations: int, digest: bytes) -> str | None:
    """Return the address of a subscription; None if it was made with a SECRET_KEY that is no longer known."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        code = _code(subscription, rotations, secret)
        if _digest(code) == digest:
            return f"{settings.PUBLIC_URL}{PATH}{code}{ENDINGS[kind]}"
    return None


def read(code: str, kind: SubscriptionKind) -> Subscription | None:
    """Return the subscription of this *kind* with this *code*, and note that it was read; None if there is none."""
    found = subscriptions.find(_digest(code))
    if found is None or found.kind != kind:
        return None
    subscriptions.use(found.id)
    return found


def _code(subscription: UUID, rotations: int, secret: str | bytes) -> str:
    value = f"{subscription} {rotations}"
    code = salted_hmac("games.services.subscriptions", value, secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(code[:_CODE_BYTES]).decode()


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
