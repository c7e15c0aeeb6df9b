"""Problems with invitations."""

from http import HTTPStatus
from typing import Annotated

from msgspec import Meta

from base.http.problems import Problem, ProblemDocument
from games.api.tables.problems import Conflict
from games.services.invitations import InvitationState


class InvitationGoneDocument(ProblemDocument, frozen=True, kw_only=True):
    """The problem `invitation_gone`: why the invitation cannot be accepted any more."""

    state: Annotated[InvitationState, Meta(description="Why, in the words of `state` of an invitation.")]


class InvitationGone(Problem):
    """The invitation has expired, was revoked, declined or used up, or its game has started. `state` says which."""

    document = InvitationGoneDocument
    status_code = HTTPStatus.GONE
    code = "invitation_gone"
    title = "Invitation gone"
    default_detail = "This invitation cannot be accepted any more."
    remedy = "Say so to the player. Whoever sent the invitation can make another one while the game waits for players."


class AlreadyInvited(Conflict):
    """This player has an invitation to the game that is open, or that they have declined."""

    code = "already_invited"
    title = "Already invited"
    default_detail = "This player has been invited to the game already."
    remedy = "Wait for the answer, or invite somebody else."


class NotInvitable(Conflict):
    """This player has chosen who may invite them by name, and you are not among those."""

    code = "not_invitable"
    title = "Not invitable"
    default_detail = "This player does not want to be invited by you."
    remedy = "Invite somebody else, or make a link (`{}` as the body) and send it to the player yourself."


class TooManyInvitations(Conflict):
    """Too many invitations are open: to this game, of yours, or to the same player: of yours, or of strangers."""

    code = "too_many_invitations"
    title = "Too many invitations"
    default_detail = "Too many invitations are open: to this game, of yours, or to this player."
    remedy = "Revoke an invitation (`DELETE /invitations/{id}`), or wait until some are accepted or expire."
