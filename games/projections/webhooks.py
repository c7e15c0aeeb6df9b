"""The follower that finds what webhooks must be called for. It keeps no read model, so it is never rebuilt."""

from collections.abc import Sequence
from typing import ClassVar
from uuid import UUID

from games.log.codec.names import KINDS
from games.log.follow import PublicEvent
from games.projections.base import Projection
from games.store.webhooks import NewDelivery, add_deliveries, listeners
from games.webhooks.payloads import GameNews, id_of, payloads_of, to_text


class Webhooks(Projection):
    """Adds deliveries for the webhooks of all who have a seat in a game that has new events.

    What is due is read from the game's row, not from the events: nobody needs to hear of a turn that is over. The ids
    of deliveries follow from the game, so events that are read twice add nothing.
    """

    name: ClassVar = "webhooks"
    tables: ClassVar = ()
    types: ClassVar = frozenset(KINDS) - {"rated"}

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:  # noqa: ARG002
        """Add the deliveries."""
        latest = {event.stream: event for event in events}
        started = {event.stream: event.version for event in events if event.type == "game-started"}
        ended = {event.stream: (event.version, event.data) for event in events if event.type == "game-ended"}
        # Nobody has a seat at a table that is closed because it is empty.
        closed = {event.stream: event.version for event in events if event.type == "table-closed"}
        new: list[NewDelivery] = []
        for one in listeners(shard, [UUID(stream) for stream in latest]):
            stream = str(one.game)
            news = GameNews(
                game=one.game, seat=one.seat, at=latest[stream].at, version=one.version, turn=one.turn,
                on_turn=one.on_turn, deadline=one.deadline, started=started.get(stream), ended=ended.get(stream),
                expired=closed.get(stream),
            )  # fmt: skip
            new += [
                NewDelivery(id_of(payload, one.webhook), one.webhook, payload.type, to_text(payload))
                for payload in payloads_of(news)
                if payload.type in one.events
            ]
        add_deliveries(new)
