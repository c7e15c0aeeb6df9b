"""The tables of accounts, of sessions, and of requests that the API must remember."""

from collections.abc import Iterable
from typing import Any, ClassVar, Final

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.postgres.fields import ArrayField
from django.core.exceptions import ValidationError
from django.db import models
from django.db.models.functions import Collate, Now

from base.identifiers import uuid7
from players.lookalikes import skeleton, skeletons
from players.names import NAME_LENGTH, USERNAME_LENGTH, BadName, guest_name, normal_username


def validate_username(text: str) -> None:
    """Raise ValidationError if no account can have this username."""
    try:
        normal_username(text)
    except BadName as error:
        raise ValidationError(str(error)) from error


class Accounts(BaseUserManager["Player"]):
    """The manager that Django's own commands use."""

    def get_by_natural_key(self, username: str | None) -> "Player":
        """Return the player with this username, in any spelling. Raises DoesNotExist."""
        try:
            return self.get(username=normal_username(username or ""))
        except ValueError as error:
            raise self.model.DoesNotExist from error

    def create_superuser(self, username: str, password: str, **fields: Any) -> "Player":
        """Return a new account that may enter the admin; for `manage.py createsuperuser`."""
        player = self.model(username=normal_username(username), is_staff=True, is_superuser=True, **fields)
        player.set_password(password)
        player.save(using=self._db)
        return player


_NAMES: Final = frozenset({"name", "username"})
SKELETONS: Final = frozenset({"name_skeletons", "username_skeleton"})
"""The fields that say what the names of a player look like."""
NOT_COMPARED: Final = models.Q(name_skeletons=None) | models.Q(username__isnull=False, username_skeleton=None)
"""Whether it is not stored yet what the names of a player look like."""


IS_GUEST: Final = models.Q(username__isnull=True, erased_at__isnull=True)
"""Whether a player is a guest."""


class Inviters(models.TextChoices):
    """Who may invite a player by name."""

    EVERYBODY = "everybody"
    ACCOUNTS = "accounts"
    """Those who have a username."""
    KNOWN = "known"
    """Those with whom they have played a game to its end."""
    NOBODY = "nobody"


class Player(AbstractBaseUser, PermissionsMixin):
    """A person with an account. A guest has no username and no password; a guest who gets them keeps the id.

    `revision` counts the changes that others can see. It is part of the ETag of every table where the player sits.
    What `name` and `username` look like (`players.lookalikes`) is stored with them.

    An erased player keeps only `id` and `revision`, and gets a new name and `erased_at` (`players.erasure`).
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    username = models.CharField(
        max_length=USERNAME_LENGTH.stop - 1, unique=True, null=True, blank=True, validators=[validate_username]
    )
    email = models.EmailField(blank=True, default="")
    email_verified = models.BooleanField(default=False, db_default=False)
    name = models.CharField(max_length=NAME_LENGTH.stop - 1, default=guest_name)
    name_skeletons = ArrayField(models.TextField(), null=True, editable=False)
    username_skeleton = models.TextField(null=True, editable=False)  # noqa: DJ001 - as there may be no username
    locale = models.CharField(max_length=35, default="en")
    time_zone = models.CharField(max_length=64, default="UTC")
    quiet_from = models.TimeField(null=True, blank=True)
    quiet_until = models.TimeField(null=True, blank=True)
    preferences = models.JSONField(default=dict, blank=True)
    searchable = models.BooleanField(default=True, db_default=True)
    invitations_from = models.CharField(
        max_length=16, choices=Inviters.choices, default=Inviters.EVERYBODY, db_default=Inviters.EVERYBODY
    )
    revision = models.PositiveBigIntegerField(default=1, editable=False)
    is_active = models.BooleanField(default=True)
    is_staff = models.BooleanField(default=False)
    created_at = models.DateTimeField(db_default=Now(), editable=False)
    erased_at = models.DateTimeField(null=True, editable=False)

    objects: ClassVar[Accounts] = Accounts()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS: ClassVar[list[str]] = []

    class Meta:
        db_table = "player"
        constraints: ClassVar = [
            models.CheckConstraint(
                condition=models.Q(quiet_from__isnull=True, quiet_until__isnull=True)
                | models.Q(quiet_from__isnull=False, quiet_until__isnull=False),
                name="player_quiet_hours_whole",
            )
        ]
        indexes: ClassVar = [
            # In the order of code points, so that usernames with the same beginning lie together.
            models.Index(
                Collate("username", "C"),
                condition=models.Q(searchable=True, is_active=True, username__isnull=False),
                name="player_search",
            ),
            models.Index(fields=["id"], condition=IS_GUEST, name="player_guests"),
            models.Index(
                fields=["username_skeleton"],
                condition=models.Q(username_skeleton__isnull=False),
                name="player_username_skeleton",
            ),
            models.Index(fields=["id"], condition=NOT_COMPARED, name="player_not_compared"),
        ]

    def __str__(self) -> str:
        return self.name

    def save(self, *args: Any, update_fields: Iterable[str] | None = None, **options: Any) -> None:
        """Store the player, and what their names look like."""
        if update_fields is None:
            self.set_skeletons()
        elif not _NAMES.isdisjoint(update_fields := {*update_fields}):
            self.set_skeletons()
            update_fields |= SKELETONS
        super().save(*args, update_fields=update_fields, **options)

    def set_skeletons(self) -> None:
        """Set the fields that say what the names look like."""
        self.name_skeletons = skeletons(self.name)
        self.username_skeleton = None if self.username is None else skeleton(self.username)

    @property
    def is_guest(self) -> bool:
        """Whether the account has no credentials yet."""
        return self.username is None


class Scope(models.TextChoices):
    """What a session may do (`players.rights.RIGHTS`). Apps get `bot`, `play` or `read`."""

    PLAYER = "player"
    BOT = "bot"
    PLAY = "play"
    READ = "read"


class App(models.Model):
    """A program of its owner that other players can let use their accounts, by OAuth 2. Its id is the `client_id`.

    A public app, such as one on a phone, has no secret. A confidential one has it as a SHA-256.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    owner = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="apps")
    name = models.CharField(max_length=NAME_LENGTH.stop - 1)
    redirect_uris = models.JSONField()
    secret_digest = models.BinaryField(max_length=32, null=True)
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        db_table = "app"

    def __str__(self) -> str:
        return self.name


class Session(models.Model):
    """A sign-in on one device with all its refresh tokens, called a family, or the token of one bot.

    `family` is the SHA-256 of a secret in every refresh token of the family. By it the service recognizes a token that
    was used long ago, although the token's own row is gone. A bot's token is never refreshed, so it has no family.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="sessions")
    scope = models.CharField(max_length=8, choices=Scope.choices, default=Scope.PLAYER)
    app = models.ForeignKey(App, on_delete=models.CASCADE, null=True, related_name="sessions")
    name = models.CharField(max_length=80, blank=True, default="")
    family = models.BinaryField(max_length=32, unique=True, null=True)
    created_at = models.DateTimeField()
    used_at = models.DateTimeField()
    expires_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "session"

    def __str__(self) -> str:
        return self.name or str(self.id)


class RefreshToken(models.Model):
    """A refresh token of a session, by its SHA-256. `replaced_at` is when it was used."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="refresh_tokens")
    issued_at = models.DateTimeField()
    replaced_at = models.DateTimeField(null=True)

    class Meta:
        db_table = "refresh_token"

    def __str__(self) -> str:
        return f"refresh token of session {self.session_id}"


class Block(models.Model):
    """A player whom another player has blocked."""

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocks", db_index=False)
    blocked = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(db_default=Now(), editable=False)

    class Meta:
        db_table = "block"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "blocked"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.player_id} blocks {self.blocked_id}"


class AuthorizationCode(models.Model):
    """The code by which an app gets its tokens (RFC 6749, section 4.1), by its SHA-256.

    `challenge` is the S256 challenge of PKCE (RFC 7636). `session` is set when the code is used. If it is used again,
    somebody may have stolen it, so that session ends.
    """

    digest = models.BinaryField(max_length=32, primary_key=True)
    app = models.ForeignKey(App, on_delete=models.CASCADE, related_name="+")
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="+")
    scope = models.CharField(max_length=8, choices=Scope.choices)
    redirect_uri = models.CharField(max_length=500)
    challenge = models.CharField(max_length=43)
    expires_at = models.DateTimeField(db_index=True)
    session = models.ForeignKey(Session, on_delete=models.CASCADE, null=True, related_name="+")

    class Meta:
        db_table = "authorization_code"

    def __str__(self) -> str:
        return f"code of {self.app_id}"


class Device(models.Model):
    """Where to send notices to an app or a browser. It lasts as long as the session that has registered it.

    `installation` is an id that the app chooses when it is installed. The address of `web_push` is `endpoint` with its
    two keys, that of the others is `token`. `digest` is the SHA-256 of kind and address: an address belongs to one
    account, the last one that has registered it.
    """

    class Kind(models.TextChoices):
        """The services that deliver notices."""

        WEB_PUSH = "web_push"
        FCM = "fcm"
        APNS = "apns"

    id = models.BigAutoField(primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="devices")
    session = models.ForeignKey(Session, on_delete=models.CASCADE, related_name="devices")
    installation = models.UUIDField()
    kind = models.CharField(max_length=8, choices=Kind.choices)
    token = models.CharField(max_length=4096, blank=True, default="")
    endpoint = models.CharField(max_length=2048, blank=True, default="")
    p256dh = models.CharField(max_length=87, blank=True, default="")
    auth = models.CharField(max_length=22, blank=True, default="")
    digest = models.BinaryField(max_length=32, unique=True)
    created_at = models.DateTimeField()
    updated_at = models.DateTimeField()

    class Meta:
        db_table = "device"
        constraints: ClassVar = [models.UniqueConstraint(fields=["player", "installation"], name="device_once")]

    def __str__(self) -> str:
        return f"{self.kind} {self.installation}"


class Erasure(models.Model):
    """An account that was erased, and whose games are still to be left. A worker takes it when it is due."""

    player = models.OneToOneField(Player, on_delete=models.CASCADE, primary_key=True)
    name = models.CharField(max_length=NAME_LENGTH.stop - 1)
    """The new name of the player."""
    asked_at = models.DateTimeField()
    due_at = models.DateTimeField(db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)
    """Tries since it last got on."""

    class Meta:
        db_table = "erasure"

    def __str__(self) -> str:
        return f"{self.player_id}"


class RequestKey(models.Model):
    """The result of a POST that made something, so that a repetition gets the same answer.

    `key` is the SHA-256 of the client's Idempotency-Key. If the caller is not signed in, `actor` is zero and `path` is
    empty (`base.http.idempotency`).
    """

    id = models.BigAutoField(primary_key=True)
    actor = models.UUIDField()
    path = models.CharField(max_length=200)
    key = models.BinaryField(max_length=32)
    request_hash = models.BinaryField(max_length=32)
    status = models.PositiveSmallIntegerField(default=0)
    made = models.CharField(max_length=64, default="")
    created_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "request_key"
        constraints: ClassVar = [models.UniqueConstraint(fields=["actor", "path", "key"], name="request_key_once")]

    def __str__(self) -> str:
        return f"{self.path} made {self.made}"


class KnownAddress(models.Model):
    """An address from which a username has signed in. Only a keyed hash of both is stored."""

    digest = models.BinaryField(max_length=16, primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True)  # null from a web server of 0.2.0
    seen_at = models.DateTimeField()

    class Meta:
        db_table = "known_address"
        indexes: ClassVar = [models.Index(fields=["seen_at"], name="known_address_seen")]

    def __str__(self) -> str:
        return f"seen {self.seen_at:%Y-%m-%d}"


class MailKind(models.TextChoices):
    """What a mail is for. `reset-request` is no mail yet: a worker looks for the accounts to which it may be sent."""

    CONFIRM = "confirm"
    EMAIL_CHANGE = "email-change"
    RESET_REQUEST = "reset-request"
    RESET = "reset"
    PASSWORD_CHANGED = "password-changed"  # noqa: S105


class OutgoingMail(models.Model):
    """A mail that is due. Its row is deleted when it is sent, or given up after half a day.

    `recipient` is its address; for a request of a reset, the username or the address that somebody typed.
    """

    id = models.UUIDField(primary_key=True, default=uuid7, editable=False)
    kind = models.CharField(max_length=16, choices=MailKind.choices)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, null=True, related_name="+")
    recipient = models.CharField(max_length=254)
    due_at = models.DateTimeField(db_default=Now(), db_index=True)
    tries = models.PositiveSmallIntegerField(default=0)

    class Meta:
        db_table = "outgoing_mail"

    def __str__(self) -> str:
        return f"{self.kind} due at {self.due_at:%H:%M:%S}"


class MailCode(models.Model):
    """A code in the link of a mail, by its SHA-256. It proves that the player reads the mails to `email`."""

    digest = models.BinaryField(max_length=32, primary_key=True)
    player = models.ForeignKey(Player, on_delete=models.CASCADE, related_name="mail_codes")
    kind = models.CharField(max_length=16, choices=MailKind.choices)
    email = models.EmailField()
    expires_at = models.DateTimeField(db_index=True)

    class Meta:
        db_table = "mail_code"

    def __str__(self) -> str:
        return f"{self.kind} until {self.expires_at:%H:%M:%S}"


class RateBucket(models.Model):
    """How much of a rate limit is used up, stored as the time at which all of it is free again (GCRA)."""

    key = models.UUIDField(primary_key=True)
    full_at = models.DateTimeField()

    class Meta:
        db_table = "rate_bucket"

    def __str__(self) -> str:
        return f"full at {self.full_at:%H:%M:%S}"
