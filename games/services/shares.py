"""Share links: by the code in one, anybody may look back at a private game that is over, without signing in.

A code has 192 bits. It is an HMAC of the id of the link, so players can look it up again although only its SHA-256 is
stored. A link that is made after another was taken back has another id, and so another code (ADR 20).
"""

import base64
import hashlib
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import transaction
from django.utils.crypto import salted_hmac

from base.identifiers import uuid7
from games.store import shares

HEADER: Final = "Share-Code"
"""The header in which a client sends the code."""
_CODE_BYTES: Final = 24


@dataclass(frozen=True, slots=True)
class Share:
    """A link that works."""

    code: str
    url: str
    created_at: datetime


def link_of(game: UUID) -> Share | None:
    """Return the link of *game*; None without one, or if it was made with a SECRET_KEY that is no longer known."""
    found = shares.find(game)
    if found is None:
        return None
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        code = _code(found.id, secret)
        if digest_of(code) == found.digest:
            # After `#`, so that browsers keep it out of requests, of logs and of `Referer`.
            return Share(code, f"{settings.PUBLIC_URL}/g/{game}#share={code}", found.created_at)
    return None


def make(game: UUID) -> Share:
    """Return the link of *game*, which is over. It is made if there is none."""
    with transaction.atomic():
        if link_of(game) is None:
            shares.remove(game)  # one that nobody can look up any more
            made = uuid7()
            shares.add(made, game, digest_of(_code(made, settings.SECRET_KEY)))
        link = link_of(game)
    assert link is not None  # noqa: S101  # made now, or by another request at the same time
    return link


def remove(game: UUID) -> None:
    """Take the link of *game* back. If there is none, nothing changes."""
    shares.remove(game)


def digest_of(code: str) -> bytes:
    """Return what is stored of a *code*."""
    return hashlib.sha256(code.encode()).digest()


def _code(link: UUID, secret: str | bytes) -> str:
    code = salted_hmac("games.services.shares", str(link), secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(code[:_CODE_BYTES]).decode()
