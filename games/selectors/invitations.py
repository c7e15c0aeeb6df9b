"""Invitations: those to a game, and those that a player can accept."""

from typing import Final
from uuid import UUID

from django.db.models import QuerySet
from django.db.models.expressions import RawSQL

from games.models import Invitation
from games.store.invitations import LIVE
from players.blocks import is_blocked

_WAITING: Final = f"""
    WITH i AS MATERIALIZED (SELECT id, game FROM invitation WHERE player = %s AND {LIVE})
    SELECT i.id FROM i JOIN game AS g ON (g.shard, g.id) = (mod(get_byte(uuid_send(i.game), 15), 16)::smallint, i.game)
    WHERE g.status = 'waiting'
"""  # noqa: S608 - constants


def invitations_to(game: UUID) -> QuerySet[Invitation]:
    """Return all invitations to *game* that are kept."""
    return Invitation.objects.filter(game=game)


def open_invitations(player: UUID) -> QuerySet[Invitation]:
    """Return the invitations that name *player*, and that they can accept. None is from somebody who is blocked."""
    waiting = RawSQL(_WAITING, [player])  # noqa: S611  # a constant of ours
    return Invitation.objects.filter(~is_blocked(player, "maker"), id__in=waiting)
