"""Deletes rows that are no longer needed. Once an hour or once a day is enough; more often does no harm."""

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from django.db.models import Q
from django.db.models.functions import Now

from base.http import idempotency
from players.models import AuthorizationCode, KnownAddress, MailCode, RateBucket, RequestKey, Session

ENDED_SESSION_KEPT: Final = timedelta(days=30)
CODE_KEPT: Final = timedelta(days=1)
"""After it expired, so that a code that is used again still ends its session."""
ADDRESS_KNOWN: Final = timedelta(days=90)


def delete_expired() -> Mapping[str, int]:
    """Delete old keys, full buckets, and old sessions and addresses. Return the number of rows of each kind.

    A session that has ended is kept for 30 days, so that its tokens get the answer that it has ended. Without the row
    the answer would be that the service has not issued them.
    """
    keys = Q(actor=idempotency.NOBODY, created_at__lte=Now() - idempotency.ANONYMOUS_LIFETIME)
    keys |= Q(created_at__lte=Now() - idempotency.LIFETIME)
    over = Q(ended_at__lte=Now() - ENDED_SESSION_KEPT) | Q(expires_at__lte=Now() - ENDED_SESSION_KEPT)
    old = {
        "request_keys": RequestKey.objects.filter(keys),
        "rate_buckets": RateBucket.objects.filter(full_at__lte=Now()),
        "sessions": Session.objects.filter(over),
        "authorization_codes": AuthorizationCode.objects.filter(expires_at__lte=Now() - CODE_KEPT),
        "mail_codes": MailCode.objects.filter(expires_at__lte=Now()),
        "known_addresses": KnownAddress.objects.filter(seen_at__lte=Now() - ADDRESS_KNOWN),
    }
    # `delete` also counts the rows that it deletes in other tables, such as the tokens of a session.
    return {name: rows.delete()[1].get(f"players.{rows.model.__name__}", 0) for name, rows in old.items()}
