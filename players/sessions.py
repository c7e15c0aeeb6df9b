"""Sessions. A sign-in begins one, refresh tokens continue it, and its player or a stolen token ends it.

By hand: SimpleJWT refuses a client that repeats a refresh because the answer was lost. Here such a client gets the same
new token again for a minute.
"""

import secrets
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from typing import Final
from uuid import UUID

from django.conf import settings
from django.db import connection, transaction
from django.db.models import QuerySet
from django.db.models.functions import Now

from base.clock import now as database_now
from base.sql.statements import Statement, prepared
from players.models import App, Device, Player, RefreshToken, Scope, Session
from players.tokens import Access, InvalidToken, Refresh, server_keys

MOST_SIGN_INS: Final = 50
"""Sign-ins of one account that have not ended. Apps may have as many sessions of the account beside them."""

_IDENTIFIED: Final = ("username", "name", "locale", "revision")
"""In the order of the model, which `from_db` takes for granted."""
_IDENTIFY: Final = """
    SELECT username, player.name, locale, revision FROM session JOIN player ON player.id = session.player_id
     WHERE session.id = %s AND session.player_id = %s AND session.scope = %s
       AND ended_at IS NULL AND expires_at > statement_timestamp() AND is_active
"""
_LIVE: Final = """
    SELECT session.id, player_id, session.scope FROM session JOIN player ON player.id = session.player_id
     WHERE session.id = ANY(%s) AND ended_at IS NULL AND expires_at > statement_timestamp() AND is_active
"""


class SessionEnded(Exception):
    """The session of this token has ended: by its player, by its age, or because its account is inactive."""


class RefreshReused(Exception):
    """A refresh token was used again long after it was replaced, so its session has ended."""


@dataclass(frozen=True, slots=True)
class Pair:
    """An access token, the time at which it expires, and the refresh token for the next pair."""

    access: str
    access_expires_at: datetime
    refresh: str


def begin(
    player: Player,
    *,
    name: str = "",
    seed: bytes | None = None,
    scope: Scope = Scope.PLAYER,
    app: App | None = None,
) -> tuple[Session, Pair]:
    """Open a session for a player on a device called `name`, or for an app. Return it and its first pair.

    `first_pair` makes the same pair again from the same `seed`, which is secret. Without a seed nobody can.

    If the account has more than `MOST_SIGN_INS` then, those that were unused for longest end. Nobody is refused: they
    may have lost all devices on which they could end a session.
    """
    seed = seed or secrets.token_bytes(32)
    now = database_now()
    session = Session(player=player, app=app, scope=scope, name=name, created_at=now, used_at=now)
    session.expires_at = now + settings.REFRESH_LIFETIME
    refresh = Refresh.first(session.id, seed, settings.SECRET_KEY)
    session.family = refresh.family_digest
    with transaction.atomic():
        session.save(force_insert=True)
        RefreshToken.objects.create(digest=refresh.digest, session=session, issued_at=now)
        alike = live(player).exclude(scope=Scope.BOT).filter(app__isnull=app is None)
        if beyond := [*alike.order_by("-used_at", "-id").values_list("id", flat=True)[MOST_SIGN_INS:]]:
            end(Session.objects.filter(id__in=beyond))
    return session, _pair(session, refresh, now)


def first_pair(session: Session, seed: bytes) -> Pair:
    """Return the pair that `begin` returned for this seed. Raises InvalidToken if it was another seed."""
    for key in server_keys():
        refresh = Refresh.first(session.id, seed, key)
        if session.family is not None and refresh.family_digest == bytes(session.family):
            return _pair(session, refresh, session.created_at)
    raise InvalidToken


def begin_bot(player: Player, name: str) -> Session:
    """Open a session of scope `bot`. It lasts for 400 days unless somebody ends it. `bot_token` makes its token."""
    now = database_now()
    expires_at = now + settings.BOT_TOKEN_LIFETIME
    return Session.objects.create(
        player=player, name=name, scope=Scope.BOT, created_at=now, used_at=now, expires_at=expires_at
    )


def bot_token(session: Session) -> str:
    """Return the token of a bot's session, the same every time."""
    return Access(session.player_id, session.id, session.scope, session.created_at, session.expires_at).sign()


def identification(claims: Access) -> Statement:
    """Return the statement with which `identify` finds the session of a token."""
    return _IDENTIFY, [claims.session, claims.player, claims.scope]


def identify(access: str) -> Session:
    """Return the live session of an access token, with its player. It takes one query.

    The player has only the fields that every request needs. Each other field would take one more query, so fetch the
    player again for those.

    Raises:
        InvalidToken: the service has not issued the token.
        ExpiredToken: the token is too old. A refresh helps.
        SessionEnded: the session has ended. Only a new sign-in helps.
    """
    claims = Access.read(access)
    found = prepared(*identification(claims))
    if not found:
        raise SessionEnded
    (row,) = found
    session = Session.from_db(None, ["id", "player_id", "scope"], [claims.session, claims.player, claims.scope])
    session.player = Player.from_db(None, ["id", *_IDENTIFIED], [claims.player, *row])
    return session


def live_sessions(tokens: Iterable[Access]) -> set[UUID]:
    """Return the ids of those sessions of these access tokens that have not ended. It takes one query for all."""
    named = {token.session: (token.player, token.scope) for token in tokens}
    with connection.cursor() as cursor:
        cursor.execute(_LIVE, [[*named]])
        return {session for session, *whose in cursor.fetchall() if named[session] == tuple(whose)}


def refresh(text: str, app: App | None = None) -> tuple[Session, Pair]:
    """Return the session of a refresh token and the pair that follows it.

    For a minute after the first use of the token, it is the same pair again.

    Raises:
        InvalidToken: the service has not issued the token, or not to this app, or to an app if `app` is None.
        SessionEnded: its session has ended.
        RefreshReused: the token was used more than a minute ago. This ends its session.
    """
    token = Refresh.parse(text)
    with transaction.atomic():
        # The session is locked before the token is read, so two refreshes with one token come one after the other.
        found = _live().select_related("player").select_for_update(of=("self",))
        session = found.filter(family=token.family_digest, app=app).first()
        if session is None:
            is_ours = Session.objects.filter(family=token.family_digest, app=app).exists()
            raise SessionEnded if is_ours else InvalidToken
        now, grace = database_now(), settings.REFRESH_GRACE
        stored = RefreshToken.objects.filter(digest=token.digest, session=session).first()
        if stored is None and not session.refresh_tokens.exists():  # `trust_next_tokens` has forgotten them
            stored = RefreshToken.objects.create(digest=token.digest, session=session, issued_at=now)
        if stored and stored.replaced_at is None:
            successor = token.successor(settings.SECRET_KEY)
            session.refresh_tokens.filter(replaced_at__lt=now - grace).delete()
            RefreshToken.objects.create(digest=successor.digest, session=session, issued_at=now)
            stored.replaced_at = now
            stored.save(update_fields=["replaced_at"])
            session.used_at, session.expires_at = now, now + settings.REFRESH_LIFETIME
            session.save(update_fields=["used_at", "expires_at"])
            return session, _pair(session, successor, now)
        if stored and stored.replaced_at and now - stored.replaced_at <= grace:
            # The same successor again. If the server's key has changed meanwhile, an older key has made it.
            for successor in map(token.successor, server_keys()):
                if RefreshToken.objects.filter(digest=successor.digest, session_id=session.id).exists():
                    return session, _pair(session, successor, stored.replaced_at)
            raise InvalidToken
        # The token was replaced long ago, and its row may be gone. Somebody may have stolen it, so the session ends.
        end(Session.objects.filter(id=session.id))
    # Raised after the commit: inside the block it would undo the end of the session.
    raise RefreshReused


def trust_next_tokens() -> int:
    """Let each live session go on with the next token of its family that comes. Return their number.

    For a database that was restored: it does not know the tokens that clients got after its backup. They would look
    like stolen ones, and guests could never sign in again. A second client with another token still ends the session.
    """
    found = _live().filter(family__isnull=False)
    RefreshToken.objects.filter(session__in=found).delete()
    return found.count()


def live(player: Player) -> QuerySet[Session]:
    """Return the sessions of a player that have not ended."""
    return _live().filter(player=player)


def end(sessions: QuerySet[Session]) -> int:
    """End those of `sessions` that have not ended, and return their number. Their access tokens fail from now on.

    Their devices are forgotten.
    """
    with transaction.atomic():
        ended = sessions.filter(ended_at=None)
        Device.objects.filter(session__in=ended).delete()
        return ended.update(ended_at=Now())


def _live() -> QuerySet[Session]:
    return Session.objects.filter(ended_at=None, expires_at__gt=Now(), player__is_active=True)


def _pair(session: Session, refresh: Refresh, now: datetime) -> Pair:
    expires_at = (now + settings.ACCESS_LIFETIME).replace(microsecond=0)
    access = Access(session.player_id, session.id, session.scope, now, expires_at).sign()
    return Pair(access, expires_at, str(refresh))
