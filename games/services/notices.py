"""Notices: what players are told, in their inbox, on their streams, and outside of the service.

The follower of the log plans notices (`games.projections.notices`), and `issue` tells those that are due. A messenger
calls `claim` for the deliveries of its transports, as `games.store.notice_deliveries` says.
"""

from collections.abc import Collection, Iterable
from datetime import datetime, timedelta
from uuid import UUID

from games import wakeups
from games.clocks import voters
from games.notices.kinds import NoticeKind
from games.notices.planning import Planned
from games.rules.game import Game
from games.services.due import credits_now
from games.store import GameRow, notice_deliveries, notices, now
from games.store.invitations import Invitation
from games.store.notice_deliveries import Parcel
from games.store.notices import prefer, read

__all__ = ["Parcel", "claim", "issue", "plan_invitation", "plan_proposal", "plan_rematch", "prefer", "read"]


def plan_invitation(invitation: Invitation) -> None:
    """Tell the invited player soon, in the transaction of the caller."""
    if invitation.player is not None:
        notices.plan(
            [
                Planned(
                    player=invitation.player, kind=NoticeKind.INVITATION, game=invitation.game, about=invitation.id,
                    until=invitation.expires_at,
                )
            ]
        )  # fmt: skip


def plan_rematch(game: UUID, *, maker: UUID, others: Iterable[UUID], lasts: timedelta) -> None:
    """Tell the *others* soon that *maker* has opened *game* to play again, in the transaction of the caller."""
    until = now() + lasts
    notices.plan([Planned(player=one, kind=NoticeKind.REMATCH, game=game, about=maker, until=until) for one in others])


def plan_proposal(game: Game, row: GameRow) -> None:
    """Tell all who have a vote on the open proposal of *game* soon, in the transaction that made it at *row*'s time.

    Whoever made it has voted already. If it needed no other vote, it is not open any more, and nobody is told.
    """
    proposal = game.proposal
    if proposal is None:
        return
    made_by = game.sitters[proposal.seat]
    notices.plan(
        [
            Planned(
                player=UUID(sitter.player), kind=NoticeKind.PROPOSAL, game=row.id, seat=seat, began=row.now,
                about=UUID(made_by.player) if made_by else None, until=datetime.fromisoformat(proposal.expires),
            )
            for seat in voters(game)
            if seat not in proposal.agreed and (sitter := game.sitters[seat])
        ]
    )  # fmt: skip


def issue(transports: Collection[str]) -> int:
    """Tell everything that is due, and wake the streams of its players. Return how many notices were told.

    Devices get deliveries by these *transports* only.
    """
    credits_, count = credits_now(), 0
    while True:
        looked_at, issued = notices.issue(credits_, transports)
        count += len(issued)
        for player in {player for player, _ in issued}:
            wakeups.noticed(player)
        if looked_at < notices.MOST:
            return count


def claim(transports: Collection[str], most: int) -> list[Parcel]:
    """Claim at most so many due deliveries of these *transports*, the oldest first, without those that are moot."""
    return notice_deliveries.claim(transports, most, credits_now())
