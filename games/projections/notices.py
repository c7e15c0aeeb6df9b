"""The follower that plans what players are told, and makes plans due. It keeps no read model to rebuild."""

from collections.abc import Iterator, Sequence
from typing import ClassVar, Final
from uuid import UUID

from games.log.codec.names import KINDS
from games.log.follow import PublicEvent
from games.notices.kinds import NoticeKind
from games.notices.planning import Planned, notices_of
from games.projections.base import Projection
from games.store import notices, plans
from games.store.notices import Sitter

_ENDS: Final = {"game-ended": NoticeKind.GAME_OVER, "table-closed": NoticeKind.TABLE_EXPIRED}
"""What those who have a seat hear of the end. Nobody has a seat at a table that is closed because it is empty."""
_VOTES: Final = ("vote-cast", "proposal-settled")


class Notices(Projection):
    """Plans notices for all who have a seat in a game that has new events, and cancels what is over.

    Turns and deadlines are read from the game's row, not from the events: nobody needs to hear of a turn that is over.
    There is one notice for each player, kind and turn, so events that are read twice add nothing.

    A plan whose turn has come is made due in the same transaction: its player is not told that it is their turn.
    """

    name: ClassVar = "notices"
    tables: ClassVar = ()
    types: ClassVar = frozenset(KINDS) - {"rated"}

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:  # noqa: ARG002
        """Plan the notices."""
        games = {UUID(event.stream) for event in events}
        late = {(UUID(one.stream), one.data["seat"]) for one in events if one.type == "time-ran-out"}
        notices.cancel(shard, games, late)
        if voted := {UUID(one.stream) for one in events if one.type in _VOTES}:
            notices.answer(shard, voted)
        plans.arm(shard, games)
        planned = [one for turn in notices.turns(shard, games) for one in notices_of(turn)]
        sitters = notices.sitters(shard, games)
        planned += [*_ended(events, sitters), *_joined(events, sitters)]
        notices.plan(planned)


def _ended(events: Sequence[PublicEvent], sitters: Sequence[Sitter]) -> Iterator[Planned]:
    over = {UUID(event.stream): _ENDS[event.type] for event in events if event.type in _ENDS}
    for one in sitters:
        if kind := over.get(one.game):
            yield Planned(player=one.player, kind=kind, game=one.game, seat=one.seat)


def _joined(events: Sequence[PublicEvent], sitters: Sequence[Sitter]) -> Iterator[Planned]:
    """Yield what players hear of those who sit down after them."""
    joined = {
        (UUID(event.stream), event.data["seat"]): (event.version, event.data["player"])
        for event in events
        if event.type == "seat-taken"
    }
    for (game, seat), (version, player) in joined.items():
        for one in sitters:
            sat_down, _ = joined.get((game, one.seat), (0, ""))
            if player and one.game == game and sat_down < version:
                yield Planned(player=one.player, kind=NoticeKind.SEAT_TAKEN, game=game, seat=seat, about=UUID(player))
