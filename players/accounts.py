"""Accounts: a guest at once, credentials when wanted, a profile that its player changes."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.models import Player

_SEEN_BY_OTHERS: Final = frozenset({"name"})


class UsernameTaken(Exception):
    """Another account signs in under this name."""


class HasCredentials(Exception):
    """The account is no guest any more."""


class WeakPassword(Exception):
    """The password is too easy to guess; `reasons` say why, for people."""

    def __init__(self, reasons: list[str]) -> None:
        """Keep the reasons."""
        super().__init__(*reasons)
        self.reasons = reasons


def make_guest(profile: Mapping[str, Any]) -> Player:
    """Return a new account without credentials; `profile` gives fields of the player, all optional."""
    player = Player(**profile)
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


def register(username: str, password: str, profile: Mapping[str, Any]) -> Player:
    """Return a new account that signs in with a normal username and a password.

    Raises:
        UsernameTaken: another account has the name.
        WeakPassword: the password is refused.
    """
    player = Player(**profile)
    _give_credentials(player, username, password)
    return player


def add_credentials(player_id: Any, username: str, password: str, email: str) -> Player:
    """Return the guest as a full account under the same id.

    Raises:
        HasCredentials: the player is no guest.
        UsernameTaken, WeakPassword: as `register`.
    """
    with transaction.atomic():
        player = Player.objects.select_for_update().get(id=player_id)
        if not player.is_guest:
            raise HasCredentials
        player.email = email
        player.revision += 1
        _give_credentials(player, username, password)
    return player


def change_profile(player: Player, changes: Mapping[str, Any]) -> Player:
    """Store the changes to a player whose row the caller has locked; return the player."""
    if any(getattr(player, field) != changes[field] for field in _SEEN_BY_OTHERS & changes.keys()):
        player.revision += 1
    for field, value in changes.items():
        setattr(player, field, value)
    player.save(update_fields=[*changes, "revision"])
    return player


def sign_in(username: str, password: str) -> Player | None:
    """Return who signs in with these, or None; as slow for an unknown name as for a wrong password."""
    found = authenticate(username=username, password=password)
    return found if isinstance(found, Player) else None


def _give_credentials(player: Player, username: str, password: str) -> None:
    player.username = username
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise WeakPassword(error.messages) from error
    player.set_password(password)
    try:
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise UsernameTaken from error
