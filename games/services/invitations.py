"""Invitations to tables that wait: by a link for everybody who has it, or for one player.

A link has a code of 192 bits. It is an HMAC of the id of the invitation, so the maker can repeat the request and gets
the same code, although only its SHA-256 is stored.
"""

import base64
import hashlib
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from typing import Final
from uuid import UUID

from django.conf import settings
from django.utils.crypto import salted_hmac

from base.identifiers import uuid7
from games.log.append import CommandContext
from games.services import notices, webhooks
from games.services.errors import (
    AlreadyInvited,
    AlreadySeated,
    GameFull,
    InvitationGone,
    NoSuchInvitation,
    NotAllowed,
    NotInvitable,
    SeatedThere,
    TooManyInvitations,
    TooManyUses,
)
from games.services.seating import Newcomer, own_seat, seat_of, sit, waiting
from games.services.writing import locked, write
from games.store import GameRow, invitations, maker_of, sits
from games.store.invitations import Invitation, InvitationState
from players.models import Inviters, Player

__all__ = [
    "LONGEST", "MOST_OF_GAME", "MOST_OF_MAKER", "MOST_OF_STRANGERS", "MOST_TO_PLAYER", "SHORTEST", "Invitation",
    "InvitationState", "accept", "code_of", "decline", "find", "invite", "revoke",
]  # fmt: skip

SHORTEST: Final = timedelta(minutes=1)
LONGEST: Final = timedelta(days=30)
MOST_OF_GAME: Final = 30
"""Open invitations to one game."""
MOST_OF_MAKER: Final = 100
"""Open invitations that one player has made."""
MOST_TO_PLAYER: Final = 5
"""Open invitations that one player has made for the same other player."""
MOST_OF_STRANGERS: Final = 5
"""Open invitations to one player from all those with whom they have never played a game to its end."""
_CODE_BYTES: Final = 24


def invite(
    game: UUID, *, maker: UUID, player: UUID | None = None, uses: int | None = None, lasts: timedelta | None = None
) -> UUID:
    """Invite *player*, or without one everybody who has a link, to a game that waits; return the invitation's id.

    *maker* must have a seat. If they and *player* are blocked, the invitation is made, but *player* never sees it, so
    the answer shows nothing of the block. A link can be used *uses* times, by default once for each free seat. The
    invitation *lasts* as long as the host has set, unless it is said.

    Raises NoSuchGame, NotSeated, InProgress, GameOver, GameFull, TooManyUses, SeatedThere, NotInvitable,
    AlreadyInvited, TooManyInvitations.
    """
    made = uuid7()
    with locked(game) as row, waiting(row) as draft:
        own_seat(draft.game, maker)
        free = draft.game.sitters.count(None)
        if not free:
            raise GameFull
        if player is None:
            if (uses or 1) > free:
                raise TooManyUses(free)
        elif seat_of(draft.game, player) is not None:
            raise SeatedThere
        elif not _may_invite(maker, player):
            raise NotInvitable
        elif any(one.state in ("open", "declined") for one in invitations.of_player(game, player)):
            raise AlreadyInvited
        invitations.lock_maker(maker)
        to_game, of_maker, between = invitations.count_open(game, maker, player)
        if to_game >= MOST_OF_GAME or of_maker >= MOST_OF_MAKER or between >= MOST_TO_PLAYER:
            raise TooManyInvitations
        if player is not None:
            _leave_room(maker, player)
        invitations.add(
            made,
            game=game,
            maker=maker,
            player=player,
            digest=None if player else _digest(_code(made, settings.SECRET_KEY)),
            uses=1 if player else uses or free,
            lasts=lasts or timedelta(days=settings.INVITATION_DAYS),
        )
        found = invitations.find(made) if player else None
        if found:
            webhooks.announce_invitation(found)
            notices.plan_invitation(found)
    return made


def find(text: str, player: UUID | None) -> Invitation:
    """Return the invitation whose id or code is *text*: by its id only for the *player* whom it invites.

    Raises NoSuchInvitation.
    """
    found = _by_id(text)
    if found is None or player is None or found.player != player or found.is_hidden:
        found = invitations.find_link(_digest(text))
    if found is None:
        raise NoSuchInvitation
    return found


def code_of(invitation: UUID) -> str | None:
    """Return the code of the link that was made with this id; None if it has none, or if SECRET_KEY is another one."""
    for secret in (settings.SECRET_KEY, *settings.SECRET_KEY_FALLBACKS):
        code = _code(invitation, secret)
        found = invitations.find_link(_digest(code))
        if found is not None:
            return code
    return None


def accept(text: str, who: Newcomer) -> UUID:
    """Seat *who* at the table to which the invitation with the id or code *text* invites them; return the game's id.

    Raises NoSuchInvitation, AlreadySeated, InvitationGone, and what ``sit`` raises.
    """
    with _locked(find(text, who.player)) as (found, row):
        if sits(found.game, who.player):
            raise AlreadySeated
        if found.state != "open":
            raise InvitationGone(found.state)
        with waiting(row) as draft:
            is_link = found.player is None
            sit(row, draft, who, has_link=is_link)
            if is_link:
                invitations.use(found.id)
            write(row, draft, CommandContext(actor=str(who.player)))
    return found.game


def decline(text: str, player: UUID) -> None:
    """Decline the invitation with the id or code *text*. A link stays open, because it is not for *player* alone.

    Raises NoSuchInvitation, and InvitationGone unless it is open or declined already.
    """
    with _locked(find(text, player)) as (found, _):
        if found.state not in ("open", "declined"):
            raise InvitationGone(found.state)
        if found.player is not None:
            invitations.decline(found.id)


def revoke(invitation: UUID, player: UUID) -> None:
    """Revoke an invitation for its maker, or for whoever opened the game. To do so again changes nothing.

    Raises NoSuchInvitation for one that *player* may not know, NotAllowed for one that others at their table have made.
    """
    found = invitations.find(invitation)
    if found is None:
        raise NoSuchInvitation
    with _locked(found):
        if player not in (found.maker, maker_of(found.game)):
            raise NotAllowed if sits(found.game, player) else NoSuchInvitation
        invitations.revoke(found.id)


def _may_invite(maker: UUID, player: UUID) -> bool:
    """Return whether *player* wants to be invited by *maker*. It does not depend on blocks."""
    wanted = Player.objects.filter(id=player).values_list("invitations_from", flat=True).first()
    match wanted:
        case Inviters.ACCOUNTS:
            return Player.objects.filter(id=maker, username__isnull=False).exists()
        case Inviters.KNOWN:
            return maker in invitations.known_among(player, [maker])
        case Inviters.NOBODY:
            return False
        case _:
            return True


def _leave_room(maker: UUID, player: UUID) -> None:
    """Raise TooManyInvitations if *maker* is a stranger to *player*, who has many invitations of strangers."""
    invitations.lock_invited(player)
    inviters = invitations.inviters_of(player, maker)
    known = invitations.known_among(player, {*inviters, maker})
    if maker not in known and sum(one not in known for one in inviters) >= MOST_OF_STRANGERS:
        raise TooManyInvitations


@contextmanager
def _locked(found: Invitation) -> Iterator[tuple[Invitation, GameRow]]:
    """Lock the game of an invitation, and yield the invitation as it is then, with the row."""
    with locked(found.game) as row:
        now = invitations.find(found.id)
        if now is None:
            raise NoSuchInvitation
        yield now, row


def _by_id(text: str) -> Invitation | None:
    try:
        return invitations.find(UUID(text))
    except ValueError:
        return None


def _code(invitation: UUID, secret: str | bytes) -> str:
    code = salted_hmac("games.services.invitations", str(invitation), secret=secret, algorithm="sha256").digest()
    return base64.urlsafe_b64encode(code[:_CODE_BYTES]).decode()


def _digest(code: str) -> bytes:
    return hashlib.sha256(code.encode()).digest()
