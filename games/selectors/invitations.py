"""Invitations: those to a game, and those that a player can accept."""

from uuid import UUID

from django.db.models import BooleanField, Exists, OuterRef, QuerySet
from django.db.models.expressions import RawSQL

from games.models import Game, Invitation
from games.models.columns import ShardOf
from games.store.invitations import LIVE
from players.blocks import is_blocked


def invitations_to(game: UUID) -> QuerySet[Invitation]:
    """Return all invitations to *game* that are kept."""
    return Invitation.objects.filter(game=game)


def open_invitations(player: UUID) -> QuerySet[Invitation]:
    """Return the invitations that name *player*, and that they can accept. None is from somebody who is blocked."""
    waiting = Game.objects.filter(id=OuterRef("game"), shard=ShardOf(OuterRef("game")), status="waiting")
    live = RawSQL(LIVE, (), output_field=BooleanField())  # noqa: S611  # a constant of ours
    return Invitation.objects.filter(live, Exists(waiting), ~is_blocked(player, "maker"), player=player)
