"""Deletes what is no longer needed. Run it every hour or every day; more often does no harm."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.db.models.functions import Now

from players.models import KnownAddress, RateBucket, RequestKey, Session

REQUEST_KEY_LIFETIME: Final = timedelta(days=30)
ANONYMOUS_KEY_LIFETIME: Final = timedelta(seconds=60)
ENDED_SESSION_KEPT: Final = timedelta(days=30)
ADDRESS_KNOWN: Final = timedelta(days=90)


def delete_expired() -> Mapping[str, int]:
    """Delete old keys, buckets that are full, and sessions and addresses of long ago; return how many of each.

    A session that ended is kept for a while, so that its tokens get the answer that it has ended, not that they are
    unknown.
    """
    keys = Q(actor=RequestKey.NOBODY, created_at__lte=Now() - ANONYMOUS_KEY_LIFETIME)
    keys |= Q(created_at__lte=Now() - REQUEST_KEY_LIFETIME)
    over = Q(ended_at__lte=Now() - ENDED_SESSION_KEPT) | Q(expires_at__lte=Now() - ENDED_SESSION_KEPT)
    old = {
        "request_keys": RequestKey.objects.filter(keys),
        "rate_buckets": RateBucket.objects.filter(full_at__lte=Now()),
        "sessions": Session.objects.filter(over),
        "known_addresses": KnownAddress.objects.filter(seen_at__lte=Now() - ADDRESS_KNOWN),
    }
    # Without what goes with them, such as the tokens of a session.
    return {name: rows.delete()[1].get(f"players.{rows.model.__name__}", 0) for name, rows in old.items()}
