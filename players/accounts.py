"""Accounts: guests, accounts with a username and a password, and their profiles."""

from collections.abc import Mapping
from typing import Any, Final

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, transaction

from players.models import Player

_SEEN_BY_OTHERS: Final = frozenset({"name"})


class UsernameTaken(Exception):
    """Another account has this username."""


class HasCredentials(Exception):
    """The account already has a username and a password."""


class WeakPassword(Exception):
    """The password is too easy to guess. `reasons` are sentences that say why."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def make_guest(profile: Mapping[str, Any]) -> Player:
    """Return a new account without credentials. `profile` has fields of the player, all optional."""
    player = Player(**profile)
    player.set_unusable_password()
    player.save(force_insert=True)
    return player


def register(username: str, password: str, profile: Mapping[str, Any]) -> Player:
    """Return a new account with a username, in its stored spelling, and a password.

    Raises:
        WeakPassword: the password is too easy to guess. This is checked first.
        UsernameTaken: another account has the username.
    """
    player = Player(**profile)
    _give_credentials(player, username, password)
    return player


def add_credentials(player_id: Any, username: str, password: str, email: str = "") -> Player:
    """Turn a guest into a full account with the same id, and return it.

    Raises:
        HasCredentials: the player is not a guest.
        UsernameTaken, WeakPassword: as for `register`.
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
    """Store the changes to a player and return the player. The caller must have locked the row."""
    if any(getattr(player, field) != changes[field] for field in _SEEN_BY_OTHERS & changes.keys()):
        player.revision += 1
    for field, value in changes.items():
        setattr(player, field, value)
    player.save(update_fields=[*changes, "revision"])
    return player


def sign_in(username: str, password: str) -> Player | None:
    """Return the player with this username and password, or None.

    An unknown username takes as long as a wrong password, so the time does not show which accounts exist.
    """
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
        # A savepoint: a caller's transaction can go on after the error.
        with transaction.atomic():
            player.save()
    except IntegrityError as error:
        raise UsernameTaken from error
