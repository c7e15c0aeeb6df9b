"""The keys of the service: the one that signs, and the public halves of all before it."""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import Final

from django.db import transaction

from games.db import fetch, rows
from games.models import SigningKey
from games.models.sql import columns

LEEWAY: Final = 120
"""Seconds for which a key is still valid after its rotation: other processes may use it until they read the table."""

_ALL: Final = f"SELECT {columns(SigningKey)} FROM signing_key ORDER BY valid_from DESC, kid"  # noqa: S608 - constants
_CURRENT: Final = f"SELECT {columns(SigningKey)} FROM signing_key WHERE valid_until IS NULL"  # noqa: S608 - constants
_ADD: Final = """
    INSERT INTO signing_key (kid, public, sealed, valid_from) VALUES (%s, %s, %s, clock_timestamp())
    ON CONFLICT DO NOTHING
"""
_RETIRE: Final = """
    UPDATE signing_key SET sealed = NULL, valid_until = clock_timestamp() + %s * interval '1 s'
    WHERE kid = %s AND valid_until IS NULL
"""
_RESEAL: Final = "UPDATE signing_key SET sealed = %s WHERE kid = %s AND valid_until IS NULL"


@dataclass(frozen=True, slots=True)
class StoredKey:
    """A key as it is stored."""

    kid: str
    public: bytes
    sealed: bytes | None
    """The private half, encrypted; None once the key is retired."""
    valid_from: datetime
    valid_until: datetime | None
    """None for the key that signs."""


def stored_keys() -> list[StoredKey]:
    """Return all keys, the newest first."""
    return fetch(StoredKey, _ALL)


def current_key() -> StoredKey | None:
    """Return the key that signs; None before the first."""
    return next(iter(fetch(StoredKey, _CURRENT)), None)


def add_key(kid: str, public: bytes, sealed: bytes) -> None:
    """Make this key the one that signs, unless there is one already."""
    rows(_ADD, [kid, public, sealed])


def replace_key(old: str, make: Callable[[], tuple[str, bytes, bytes]]) -> None:
    """Retire the key *old*, and let the one that *make* makes (kid, public, sealed) sign.

    If another process replaced it first, nothing is made.
    """
    with transaction.atomic():
        # The key is read again behind the lock: another process may have replaced it in the meantime.
        rows("SELECT kid FROM signing_key WHERE kid = %s FOR UPDATE", [old])
        found = current_key()
        if found is not None and found.kid == old:
            rows(_RETIRE, [LEEWAY, old])
            add_key(*make())


def reseal_key(kid: str, sealed: bytes) -> None:
    """Keep the private half of *kid* encrypted anew."""
    rows(_RESEAL, [sealed, kid])
