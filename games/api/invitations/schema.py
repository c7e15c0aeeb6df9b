"""The answers about invitations."""

from typing import Annotated
from uuid import UUID

from msgspec import Meta

from base.http.answers import Answer, NextCursor, Timestamp
from games.api.lobby.schema import Sitter
from games.api.profiles import Person
from games.api.tables.schema import Terms, UnratedWhy
from games.api.variants.schema import Pinned
from games.services.invitations import InvitationState

_STATE = (
    "`open` if it can be accepted. Otherwise why not: somebody has `accepted` it, its link is `used_up`, the player "
    "has `declined`, it was `revoked`, the game has `started`, the table is `closed`, or it has "
    "`expired`."
)


class Invitation(Answer, frozen=True):
    """An invitation, and the table to which it invites."""

    id: Annotated[UUID, Meta(description="The id of the invitation.")]
    game: Annotated[UUID, Meta(description="The id of the game.")]
    inviter: Annotated[Person, Meta(description="The player who invites.")]
    variant: Annotated[str, Meta(description="The key of the variant.")]
    variant_name: Annotated[str, Meta(description="What the variant is called.")]
    ruleset: Annotated[Pinned, Meta(description="The rules of the game.")]
    terms: Annotated[Terms, Meta(description="The terms of the game apart from its rules, with its clock.")]
    unrated: UnratedWhy
    seats: Annotated[list[Sitter], Meta(description="All seats, in the order of their numbers.")]
    free: Annotated[int, Meta(description="How many seats are free.")]
    created_at: Annotated[Timestamp, Meta(description="When the invitation was made.")]
    expires_at: Annotated[Timestamp, Meta(description="When the invitation expires.")]


class InvitationPage(Answer, frozen=True):
    """A page of the invitations that you can accept."""

    items: Annotated[list[Invitation], Meta(description="The invitations of this page.")]
    next_cursor: NextCursor


class SentInvitation(Answer, frozen=True):
    """An invitation, as those at the table see it."""

    id: Annotated[UUID, Meta(description="The id of the invitation. `DELETE /invitations/{invitation}` revokes it.")]
    game: Annotated[UUID, Meta(description="The id of the game.")]
    inviter: Annotated[Person, Meta(description="The player who invites.")]
    player: Annotated[Person | None, Meta(description="The player who is invited. Null for a link.")]
    uses: Annotated[int, Meta(description="How many players can accept it.")]
    used: Annotated[int, Meta(description="How many players have accepted it.")]
    state: Annotated[InvitationState, Meta(description=_STATE)]
    created_at: Annotated[Timestamp, Meta(description="When the invitation was made.")]
    expires_at: Annotated[Timestamp, Meta(description="When the invitation expires.")]


class SentInvitationPage(Answer, frozen=True):
    """A page of the invitations to a game."""

    items: Annotated[list[SentInvitation], Meta(description="The invitations of this page.")]
    next_cursor: NextCursor


class NewInvitation(SentInvitation, frozen=True):
    """A new invitation. Its code is shown only here."""

    code: Annotated[
        str | None,
        Meta(description="The code of the link, with 192 random bits. Null if the invitation names a player."),
    ]
    url: Annotated[
        str | None,
        Meta(description="The link, which opens a page or an app. Null if the invitation names a player."),
    ]
