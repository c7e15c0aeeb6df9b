"""Apps that players register."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Any, Final
from uuid import UUID

from django.conf import settings

from players.models import App, Player
from players.tokens import app_secret, server_keys

MOST_APPS: Final = 10
"""The largest number of apps that one player may register."""


class TooManyApps(Exception):
    """The player has the largest number of apps."""


class GuestHasNoApps(Exception):
    """Only players with a username can register apps."""


def register_app(owner_id: UUID, name: str, redirect_uris: Sequence[str], *, is_public: bool) -> App:
    """Return a new app. `secret_of` makes its secret, if it is not public.

    Raises GuestHasNoApps or TooManyApps.
    """
    # The lock on the player makes two requests at once count one after the other.
    owner = Player.objects.select_for_update().get(id=owner_id)
    if owner.is_guest:
        raise GuestHasNoApps
    if owner.apps.count() >= MOST_APPS:
        raise TooManyApps
    app = App(owner=owner, name=name, redirect_uris=[*redirect_uris])
    if not is_public:
        app.secret_digest = digest_of(app_secret(app.id, settings.SECRET_KEY))
    app.save(force_insert=True)
    return app


def change_app(app: App, changes: Mapping[str, Any]) -> App:
    """Store the changes to an app. The caller must have locked the row."""
    for field, value in changes.items():
        setattr(app, field, value)
    app.save(update_fields=[*changes])
    return app


def secret_of(app: App) -> str | None:
    """Return the secret of an app; None for a public one, or if the key that made it is gone."""
    secrets = (app_secret(app.id, key) for key in server_keys())
    return next((one for one in secrets if app.secret_digest and digest_of(one) == bytes(app.secret_digest)), None)


def digest_of(secret: str) -> bytes:
    """Return the SHA-256 under which a secret or a code is stored."""
    return hashlib.sha256(secret.encode()).digest()
