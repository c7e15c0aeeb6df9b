"""The answers about accounts, tokens and sessions."""

from typing import Annotated, Any, Literal, cast
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from players.mail import CODE_LIFETIME
from players.models import App, Player
from players.sessions import Pair

SessionScope = Literal["player", "bot", "play", "read"]
InvitationsFrom = Literal["everybody", "accounts", "known", "nobody"]
AppKind = Literal["public", "confidential"]
DeviceKind = Literal["web_push", "fcm", "apns"]
Minute = Annotated[str, Meta(description="A time of day, such as `22:30`.")]


class QuietHours(Answer, frozen=True):
    """The hours in which you want no notices, in your time zone. They last over midnight if `until` is earlier."""

    since: Minute
    until: Minute


class Profile(Answer, frozen=True):
    """Your account. Nobody else sees all of this."""

    id: Annotated[UUID, Meta(description="Your id. It never changes, even when a guest becomes a full account.")]
    name: Annotated[str, Meta(description="The name that others see.")]
    username: Annotated[str | None, Meta(description="Null for a guest.")]
    guest: Annotated[bool, Meta(description="Whether you have no username and no password yet.")]
    email: Annotated[str, Meta(description="Your address for mail. Empty if you gave none, and for bots and apps.")]
    email_verified: Annotated[
        bool, Meta(description="Whether you have opened the link that was sent to `email`. If not, you get no mail.")
    ]
    locale: Annotated[str, Meta(description="A language tag, such as `pt-BR`.")]
    time_zone: Annotated[str, Meta(description="An IANA time zone, such as `Europe/Prague`.")]
    quiet_hours: Annotated[
        QuietHours | None, Meta(description="The hours in which you want no notices. Null if you have set none.")
    ]
    searchable: Annotated[
        bool, Meta(description="Whether others find you by the beginning of your username. Guests are never found.")
    ]
    invitations_from: Annotated[
        InvitationsFrom,
        Meta(
            description="Who may invite you by name: `everybody`, players with `accounts`, `known` players, with whom "
            "you have played a game to its end, or `nobody`. Everybody can send you a link."
        ),
    ]
    preferences: Annotated[
        dict[str, Any], Meta(description="What clients store for you. The service does not read it.")
    ]
    created_at: Annotated[Timestamp, Meta(description="When the account was made.")]


class PairAnswer(Answer, frozen=True):
    """A pair of tokens, and whose they are."""

    access: Annotated[str, Meta(description="For the header `Authorization: Bearer …`.")]
    access_expires_at: Annotated[Timestamp, Meta(description="When `access` expires. Refresh it before then.")]
    refresh: Annotated[str, Meta(description="For `POST /auth/refresh`. It works once.")]
    player: Annotated[Profile, Meta(description="The account that is signed in.")]


class SignedInAnswer(PairAnswer, frozen=True):
    """A new account and its pair of tokens."""


class MailAnswer(Answer, frozen=True):
    """A mail with a link is on its way, if it may be sent."""

    valid_for: Annotated[int, Meta(description="The seconds for which the link in the mail works.")]


class SessionAnswer(Answer, frozen=True):
    """A session of one device or one bot."""

    id: Annotated[UUID, Meta(description="The id of the session. `DELETE /me/sessions/{session_id}` ends it.")]
    name: Annotated[
        str, Meta(description="The name of the bot or the app, or what the device calls itself in `User-Agent`.")
    ]
    scope: Annotated[
        SessionScope,
        Meta(description="`player` for a sign-in, `bot` for a program that plays, `play` or `read` for an app."),
    ]
    app: Annotated[UUID | None, Meta(description="The id of the app, or null for a sign-in or a token of your own.")]
    current: Annotated[bool, Meta(description="Whether this request belongs to it.")]
    created_at: Annotated[Timestamp, Meta(description="When the session began.")]
    used_at: Annotated[Timestamp, Meta(description="When its tokens were last refreshed.")]
    expires_at: Annotated[
        Timestamp, Meta(description="When the session ends by itself, unless its tokens are refreshed.")
    ]


class SessionPage(Answer, frozen=True):
    """A page of sessions."""

    items: Annotated[list[SessionAnswer], Meta(description="The sessions of this page.")]
    next_cursor: NextCursor


class FoundPlayer(Answer, frozen=True):
    """A player who was found by their username."""

    id: Annotated[UUID, Meta(description="The id of the player.")]
    name: Annotated[str, Meta(description="The name of the player, which they can change.")]
    username: Annotated[str, Meta(description="The username of the player.")]
    guest: Annotated[bool, Meta(description="Always false: guests have no username, so nobody finds them.")]


class FoundPlayers(Answer, frozen=True):
    """The players who were found."""

    items: Annotated[list[FoundPlayer], Meta(description="The first players, by username.")]
    next_cursor: Annotated[str | None, Meta(description="Always null. To find others, send more of the username.")]


class BlockedPlayer(Answer, frozen=True):
    """A player whom you have blocked."""

    id: Annotated[UUID, Meta(description="The id of the player. `DELETE /me/blocks/{player}` ends the block.")]
    name: Annotated[str, Meta(description="The name of the player, which they can change.")]
    username: Annotated[str | None, Meta(description="The username of the player. Null for a guest.")]
    guest: Annotated[bool, Meta(description="Whether the player is a guest: without a username and a password.")]
    blocked_at: Annotated[Timestamp, Meta(description="When you blocked the player.")]


class BlockPage(Answer, frozen=True):
    """A page of your block list."""

    items: Annotated[list[BlockedPlayer], Meta(description="The blocked players of this page.")]
    next_cursor: NextCursor


class BotTokenAnswer(Answer, frozen=True):
    """A bot's token. The service shows it only once."""

    id: Annotated[UUID, Meta(description="The id of its session. `DELETE /me/sessions/{id}` ends it.")]
    name: Annotated[str, Meta(description="The name that you gave the bot.")]
    scope: Annotated[SessionScope, Meta(description="Always `bot`.")]
    token: Annotated[str, Meta(description="An access token that lasts until `expires_at`.")]
    expires_at: Annotated[Timestamp, Meta(description="When the token expires.")]


class ErasedAnswer(Answer, frozen=True):
    """An account that was erased."""

    id: Annotated[UUID, Meta(description="The id of the account. Games that you played keep it.")]
    name: Annotated[str, Meta(description="The name that others see from now on, in games that you played.")]
    erased_at: Annotated[Timestamp, Meta(description="When the account was erased.")]


class DeviceAnswer(Answer, frozen=True):
    """A device to which notices can be pushed. Its address is not shown again."""

    installation_id: Annotated[UUID, Meta(description="The id that the app chose when it was installed.")]
    kind: Annotated[DeviceKind, Meta(description="The service that delivers notices to it.")]
    address_ending: Annotated[str, Meta(description="The last four characters of the token or the endpoint.")]
    session_id: Annotated[UUID, Meta(description="The session that registered it. If it ends, the device goes.")]
    current: Annotated[bool, Meta(description="Whether this request belongs to that session.")]
    created_at: Annotated[Timestamp, Meta(description="When the device was registered first.")]
    updated_at: Annotated[Timestamp, Meta(description="When its address was sent last.")]


class DevicePage(Answer, frozen=True):
    """A page of devices."""

    items: Annotated[list[DeviceAnswer], Meta(description="The devices of this page.")]
    next_cursor: NextCursor


class AppAnswer(Answer, frozen=True):
    """An app that you have registered for OAuth 2."""

    id: Annotated[UUID, Meta(description="The `client_id`.")]
    name: Annotated[str, Meta(description="The name that players see when they are asked.")]
    kind: Annotated[
        AppKind,
        Meta(description="`public` without a secret, such as on a phone, or `confidential` with one on a server."),
    ]
    redirect_uris: Annotated[list[str], Meta(description="Where the app may send the browser back.")]
    created_at: Annotated[Timestamp, Meta(description="When you registered it.")]


class RegisteredApp(AppAnswer, frozen=True):
    """A new app with its secret. The service shows the secret only once."""

    secret: Annotated[str | None, Meta(description="The `client_secret`. Null for a public app.")]


class AppPage(Answer, frozen=True):
    """A page of apps."""

    items: Annotated[list[AppAnswer], Meta(description="The apps of this page.")]
    next_cursor: NextCursor


def app_of(app: App) -> AppAnswer:
    """Return an app without its secret."""
    return AppAnswer(app.id, app.name, _kind(app), app.redirect_uris, app.created_at)


def registered_app_of(app: App, secret: str | None) -> RegisteredApp:
    """Return an app with its secret."""
    return RegisteredApp(app.id, app.name, _kind(app), app.redirect_uris, app.created_at, secret)


def _kind(app: App) -> AppKind:
    return "public" if app.secret_digest is None else "confidential"


def profile_of(player: Player, *, shows_email: bool = True) -> Profile:
    """Return the profile of a player, for apps and bots without the address for mail."""
    quiet = None
    if player.quiet_from is not None:
        quiet = QuietHours(since=f"{player.quiet_from:%H:%M}", until=f"{player.quiet_until:%H:%M}")
    return Profile(
        id=player.id,
        name=player.name,
        username=player.username,
        guest=player.is_guest,
        email=player.email if shows_email else "",
        email_verified=player.email_verified and shows_email,
        locale=player.locale,
        time_zone=player.time_zone,
        quiet_hours=quiet,
        searchable=player.searchable,
        invitations_from=cast("InvitationsFrom", player.invitations_from),
        preferences=player.preferences,
        created_at=player.created_at,
    )


def mail_answer() -> MailAnswer:
    """Return the answer to each request that sends a link."""
    return MailAnswer(valid_for=int(CODE_LIFETIME.total_seconds()))


def pair_of(pair: Pair, player: Player) -> PairAnswer:
    """Return the answer with a pair of tokens of *player*."""
    return PairAnswer(pair.access, pair.access_expires_at, pair.refresh, profile_of(player))
