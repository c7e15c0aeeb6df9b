"""Accounts: guests, accounts with a username and a password, and their profiles."""

from collections.abc import Collection, Mapping
from typing import Any, Final

from django.contrib.auth import authenticate
from django.contrib.auth.password_validation import validate_password
from django.core.exceptions import ValidationError
from django.db import IntegrityError, connection, transaction
from django.db.models.functions import Now

from players import mail, namesakes, sessions
from players.models import MailCode, MailKind, Player, Session

LONGEST_PASSWORD: Final = 256
_SHARED: Final = r"""
    SELECT array_agg(id ORDER BY id) FROM player WHERE email_verified
    GROUP BY regexp_replace(lower(email), '\+[^@]*@', '@') HAVING count(*) > 1 ORDER BY count(*) DESC, min(id::text)
    LIMIT %s
"""
_SEEN_BY_OTHERS: Final = frozenset({"name"})


class UsernameTaken(Exception):
    """Another account has this username, or one that looks like it."""


class HasCredentials(Exception):
    """The account already has a username and a password."""


class NoCredentials(Exception):
    """The account is a guest: it has no password."""


class WrongPassword(Exception):
    """This is not the password of the account."""


class CodeInvalid(Exception):
    """The code of a mail was used before, is too old, or was replaced by a newer one; or no mail had it."""


class WeakPassword(Exception):
    """The password is too easy to guess. `reasons` are sentences that say why."""

    def __init__(self, reasons: list[str]) -> None:
        super().__init__(*reasons)
        self.reasons = reasons


def confirmed(players: Collection[str]) -> set[str]:
    """Return those of these ids of players whose account has a confirmed address."""
    found = Player.objects.filter(id__in=players, email_verified=True).values_list("id", flat=True)
    return {str(one) for one in found}


def shared_addresses(*, limit: int) -> list[list[str]]:
    """Return the ids of players whose confirmed addresses are the same but for case and what follows a ``+``."""
    with connection.cursor() as cursor:
        cursor.execute(_SHARED, [limit])
        return [[str(one) for one in players] for (players,) in cursor.fetchall()]


def make_guest(profile: Mapping[str, Any]) -> Player:
    """Return a new account without credentials. `profile` has fields of the player, all optional.

    Raises BadName: the name looks like another one, as `namesakes.refuse` says.
    """
    player = Player(**profile)
    player.set_unusable_password()
    with transaction.atomic():
        if "name" in profile:
            namesakes.lock(player.name)
            namesakes.refuse(player.name, player)
        player.save(force_insert=True)
    return player


def register(username: str, password: str, profile: Mapping[str, Any]) -> Player:
    """Return a new account with a username, in its stored spelling, and a password.

    Raises:
        WeakPassword: the password is too easy to guess. This is checked first.
        UsernameTaken: another account has the username, or one that looks like it.
        BadName: the name looks like another one, as `namesakes.refuse` says.
    """
    player = Player(**profile, username=username)
    with transaction.atomic():
        namesakes.lock(player.name, username)
        namesakes.refuse(player.name, player)
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
        namesakes.lock(username)
        player.email = email
        player.revision += 1
        _give_credentials(player, username, password)
    return player


def change_profile(player: Player, changes: Mapping[str, Any]) -> Player:
    """Store the changes to a player and return the player. The caller must have locked the row.

    Raises BadName: another name than before looks like one of somebody else, as `namesakes.refuse` says.
    """
    if changes.get("name", player.name) != player.name:
        namesakes.lock(changes["name"])
        namesakes.refuse(changes["name"], player)
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


def change_password(current: Session, old: str, new: str) -> None:
    """Give the player of a session another password. All other sessions end, also those of bots and apps.

    Raises:
        NoCredentials, WrongPassword, WeakPassword: in this order.
    """
    with transaction.atomic():
        player = _with_password(current.player_id, old)
        _set_password(player, new)
        sessions.end(sessions.live(player).exclude(id=current.id))


def request_email_change(player_id: Any, password: str, email: str) -> None:
    """Send a link to the new address of a player, and a notice to the old one, which counts until the link is used.

    Raises:
        NoCredentials, WrongPassword: in this order.
    """
    with transaction.atomic():
        player = _with_password(player_id, password)
        if player.email_verified and player.email != email:
            mail.send(MailKind.EMAIL_CHANGE, player)
        mail.send(MailKind.CONFIRM, player, email)


def confirm_email(code: str) -> None:
    """Make the address to which a code was sent the verified address of its player. Raises CodeInvalid."""
    with transaction.atomic():
        found = _take_code(MailKind.CONFIRM, code)
        found.player.email, found.player.email_verified = found.email, True
        found.player.save(update_fields=["email", "email_verified"])


def reset_password(code: str, new: str) -> None:
    """Give the player to whom a code was sent another password. All sessions end.

    Raises:
        CodeInvalid: the code does not work.
        WeakPassword: the password is too easy to guess. The code still works.
    """
    with transaction.atomic():
        found = _take_code(MailKind.RESET, code)
        if not found.player.email_verified or found.player.email != found.email:
            raise CodeInvalid  # the address has changed since the mail
        _set_password(found.player, new)
        sessions.end(sessions.live(found.player))


def _take_code(kind: MailKind, code: str) -> MailCode:
    """Use up a code, and return its row with its player, who is locked."""
    digest = mail.digest_of(code)
    row = MailCode.objects.filter(digest=digest, kind=kind).values("player_id").first()
    if row is None:
        raise CodeInvalid
    player = Player.objects.select_for_update().filter(id=row["player_id"], is_active=True).first()
    # Read again: two requests with one code come one after the other, and the second one finds no row.
    found = MailCode.objects.filter(digest=digest, expires_at__gt=Now()).first()
    if player is None or found is None:
        raise CodeInvalid
    found.player = player
    MailCode.objects.filter(digest=digest).delete()
    return found


def _with_password(player_id: Any, password: str) -> Player:
    player = Player.objects.select_for_update().get(id=player_id)
    if player.is_guest:
        raise NoCredentials
    if not player.check_password(password):
        raise WrongPassword
    return player


def _set_password(player: Player, new: str) -> None:
    try:
        validate_password(new, player)
    except ValidationError as error:
        raise WeakPassword(error.messages) from error
    player.set_password(new)
    player.save(update_fields=["password"])
    player.mail_codes.all().delete()
    if player.email_verified:
        mail.send(MailKind.PASSWORD_CHANGED, player)


def _give_credentials(player: Player, username: str, password: str) -> None:
    player.username = username
    try:
        validate_password(password, player)
    except ValidationError as error:
        raise WeakPassword(error.messages) from error
    if namesakes.is_taken(username, player):
        raise UsernameTaken
    player.set_password(password)
    try:
        # A savepoint: a caller's transaction can go on after the error.
        with transaction.atomic():
            player.save()
            if player.email:
                mail.send(MailKind.CONFIRM, player)
    except IntegrityError as error:
        raise UsernameTaken from error
