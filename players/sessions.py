"""Sessions: begun by a sign-in, carried on by refresh tokens, ended by their player or by a stolen token.

By hand: SimpleJWT refuses a refresh that is repeated because its answer was lost; here it gets the same new token again
for a while.
"""

import secrets
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from players import defaults
from players.clock import now as database_now
from players.models import Player, RefreshToken, Scope, Session
from players.tokens import Access, InvalidToken, Refresh, server_keys

_IDENTIFIED: Final = ("username", "name", "revision")
_IDENTIFY: Final = """
    SELECT username, player.name, revision FROM session JOIN player ON player.id = session.player_id
     WHERE session.id = %s AND session.player_id = %s AND session.scope = %s
       AND ended_at IS NULL AND expires_at > statement_timestamp() AND is_active
"""


class SessionEnded(Exception):
    """The session of this token is over: by its player, by its age, or because the account is."""


class RefreshReused(Exception):
    """A refresh token that was replaced too long ago came back; its whole family has ended."""


@dataclass(frozen=True, slots=True)
class Pair:
    """What a client holds: an access token, when it ends, and the refresh token for the next pair."""

    access: str
    access_expires_at: datetime
    refresh: str


def begin(player: Player, *, name: str = "", seed: bytes | None = None) -> tuple[Session, Pair]:
    """Open a session for `player` on a device called `name`; return it and its first pair.

    `first_pair` with the same secret `seed` makes the same pair again; without a seed nobody can.
    """
    seed = seed or secrets.token_bytes(32)
    now = database_now()
    session = Session(player=player, name=name, created_at=now, used_at=now)
    session.expires_at = now + lifetime("REFRESH_LIFETIME")
    refresh = Refresh.first(session.id, seed, settings.SECRET_KEY)
    session.family = refresh.family_digest
    with transaction.atomic():
        session.save(force_insert=True)
        RefreshToken.objects.create(digest=refresh.digest, session=session, issued_at=now)
    return session, _pair(session, refresh, now)


def first_pair(session: Session, seed: bytes) -> Pair:
    """Return the pair that `begin` returned for this seed; InvalidToken if the seed was another."""
    for key in server_keys():
        refresh = Refresh.first(session.id, seed, key)
        if session.family is not None and refresh.family_digest == bytes(session.family):
            return _pair(session, refresh, session.created_at)
    raise InvalidToken


def begin_bot(player: Player, name: str) -> Session:
    """Open a session of scope `bot` that lives until it is ended or too old; `bot_token` makes its token."""
    now = database_now()
    expires_at = now + lifetime("BOT_TOKEN_LIFETIME")
    return Session.objects.create(
        player=player, name=name, scope=Scope.BOT, created_at=now, used_at=now, expires_at=expires_at
    )


def bot_token(session: Session) -> str:
    """Return the one token of a bot's session; the same every time."""
    return Access(session.player_id, session.id, session.scope, session.created_at, session.expires_at).sign()


def identify(access: str) -> Session:
    """Return the live session of an access token and with it its player, by one narrow query.

    Of the player, only what every answer needs is loaded. Any other field would cost a query: fetch the player again.

    Raises:
        InvalidToken: not a token of ours.
        ExpiredToken: its time is over; a refresh helps.
        SessionEnded: signed out meanwhile; only a new sign-in helps.
    """
    claims = Access.read(access)
    with connection.cursor() as cursor:
        cursor.execute(_IDENTIFY, [claims.session, claims.player, claims.scope])
        row = cursor.fetchone()
    if row is None:
        raise SessionEnded
    session = Session.from_db(None, ["id", "player_id", "scope"], [claims.session, claims.player, claims.scope])
    session.player = Player.from_db(None, ["id", *_IDENTIFIED], [claims.player, *row])
    return session


def refresh(text: str) -> Pair:
    """Return the pair that follows a refresh token; within a minute of the first time, the same pair again.

    Raises:
        InvalidToken: not a token of ours.
        SessionEnded: its session is over.
        RefreshReused: it was used before, more than a minute ago; its session ends with this.
    """
    token = Refresh.parse(text)
    with transaction.atomic():
        family = Session.objects.filter(family=token.family_digest)
        # The row is locked before the token is read: two refreshes with one token are decided one after the other.
        session = _live().select_for_update(of=("self",)).filter(family=token.family_digest).first()
        if session is None:
            raise SessionEnded if family.exists() else InvalidToken
        pair = _rotate(session, token, database_now())
        if pair is None:
            end(Session.objects.filter(id=session.id))
    if pair is None:  # raised after the commit, or the end of the family would be rolled back
        raise RefreshReused
    return pair


def live(player: Player) -> QuerySet[Session]:
    """Return the sessions of a player that are not over."""
    return _live().filter(player=player)


def end(sessions: QuerySet[Session]) -> int:
    """End those of `sessions` that have not ended; return how many. Their access tokens fail from now on."""
    return sessions.filter(ended_at=None).update(ended_at=Now())


def lifetime(name: str) -> timedelta:
    """Return a span of time from the settings, or our own default for it."""
    span: timedelta = getattr(settings, name, getattr(defaults, name))
    return span


def _live() -> QuerySet[Session]:
    return Session.objects.filter(ended_at=None, expires_at__gt=Now(), player__is_active=True)


def _rotate(session: Session, token: Refresh, now: datetime) -> Pair | None:
    stored = RefreshToken.objects.filter(digest=token.digest, session=session).first()
    if stored is None:
        return None
    if stored.replaced_at is None:
        return _replace(session, stored, token.successor(settings.SECRET_KEY), now)
    if now - stored.replaced_at > lifetime("REFRESH_GRACE"):
        return None
    # Within the grace the same successor again. After a change of the server's key it is the one by the old key.
    for successor in map(token.successor, server_keys()):
        if RefreshToken.objects.filter(digest=successor.digest, session_id=session.id).exists():
            return _pair(session, successor, stored.replaced_at)
    raise InvalidToken


def _replace(session: Session, stored: RefreshToken, successor: Refresh, now: datetime) -> Pair:
    session.refresh_tokens.filter(replaced_at__lt=now - lifetime("REFRESH_GRACE")).delete()
    RefreshToken.objects.create(digest=successor.digest, session=session, issued_at=now)
    stored.replaced_at = now
    stored.save(update_fields=["replaced_at"])
    session.used_at, session.expires_at = now, now + lifetime("REFRESH_LIFETIME")
    session.save(update_fields=["used_at", "expires_at"])
    return _pair(session, successor, now)


def _pair(session: Session, refresh: Refresh, now: datetime) -> Pair:
    expires_at = (now + lifetime("ACCESS_LIFETIME")).replace(microsecond=0)
    access = Access(session.player_id, session.id, session.scope, now, expires_at).sign()
    return Pair(access, expires_at, str(refresh))
