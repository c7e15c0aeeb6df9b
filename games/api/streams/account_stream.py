"""The stream of an account: which of its games wait for the player, start and end. It never has cards."""

import asyncio
from collections.abc import AsyncGenerator, Collection, Sequence
from contextlib import suppress
from contextvars import Context
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from typing import Final
from uuid import UUID

from django.db import Error
from django.http import HttpRequest

from base.http.lanes import in_lane
from games import selectors, services
from games.api.listener import listener
from games.api.streams import sse
from games.api.streams.batches import Batches
from games.api.streams.open_streams import OpenStream, OpenStreams
from games.api.streams.schema import (
    AccountSnapshot,
    GameNotice,
    StreamInvitation,
    StreamNotice,
    StreamRematch,
    WaitingCount,
    WaitingGame,
)
from games.clocks import credited_deadline
from games.notices.kinds import NoticeKind
from games.rules.fairness import NonceAsk
from games.rules.game import Status
from games.selectors import NoticeRow, TakenSeat
from games.store import now
from players.tokens import Access

_ACCOUNTS: Final = 200
"""Accounts whose games are read at once."""
_LISTED: Final = 100
"""Games in a snapshot."""
_UNSENT: Final = 200
"""Events that wait for a client who reads slowly. One more ends the stream."""
_GATHER_SECONDS: Final = 0.05
"""How long games that go on are gathered before they are read together."""
_LOOK_SECONDS: Final = 60.0
"""How often all games of all accounts are read, because a notification may be lost."""
_AGAIN_SECONDS: Final = 1.0
_FRESH: Final = timedelta(seconds=2 * _LOOK_SECONDS)
"""How old a notice may be that is sent late."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A seat, and when the time of its player is up."""

    seat: TakenSeat
    deadline: datetime | None

    @property
    def waiting(self) -> WaitingGame:
        """Return the event that says that the game waits."""
        seat = self.seat
        nonce = None if seat.nonce_due is None else NonceAsk(seat.nonce_due)
        return WaitingGame(seat.game, seat.turn, seat.version, self.deadline, nonce)


@dataclass(frozen=True, slots=True)
class Games:
    """The games of an account that are not over."""

    seats: Sequence[Seen]
    read_at: datetime


def read_accounts(players: Sequence[UUID]) -> list[Games]:
    """Return the games of each player. It takes the same few queries for all."""
    at, found = now(), _with_deadlines(selectors.seats_of(set(players)))
    own: dict[UUID, list[Seen]] = {player: [] for player in players}
    for seen in found:
        own[seen.seat.player].append(seen)
    return [Games(own[player], at) for player in players]


def _with_deadlines(seats: Sequence[TakenSeat]) -> list[Seen]:
    # Outages count only from the beginning of a turn, so one query for the earliest serves all.
    timed = [seat for seat in seats if seat.is_awaited and seat.due and seat.turn_began]
    began = [seat.turn_began for seat in timed if seat.turn_began]
    at = max((seat.read_at for seat in seats), default=None)
    outages = services.outages_since(min(began), at) if began and at else []
    return [
        Seen(
            seat,
            credited_deadline(seat.due, seat.turn_began, outages, seat.read_at)
            if seat.due and seat.turn_began
            else seat.due,
        )
        for seat in seats
    ]


@dataclass(eq=False, slots=True)
class AccountStream:
    """A stream of one account, and what its client knows."""

    stream: OpenStream
    began: datetime | None = None
    """When the snapshot was read; None until then."""
    known: dict[UUID, TakenSeat] = field(default_factory=dict)
    early: list[Seen] = field(default_factory=list)
    """What happened before the snapshot was there."""
    unsent: list[bytes] = field(default_factory=list)
    badge: int = 0
    notices: set[UUID] = field(default_factory=set)
    """Those that were sent."""

    def begin(self, games: Games) -> bytes:
        """Return the snapshot."""
        self.began = games.read_at
        self.known = {seen.seat.game: seen.seat for seen in games.seats}
        waiting = sorted(
            (seen for seen in games.seats if seen.seat.is_awaited),
            key=lambda seen: (seen.deadline is None, seen.deadline or games.read_at, seen.seat.game),
        )
        self.badge = len(waiting)
        snapshot = AccountSnapshot(self.badge, [seen.waiting for seen in waiting[:_LISTED]], games.read_at)
        for seen in self.early:
            self.see(seen)
        self.early.clear()
        return sse.message("snapshot", snapshot)

    def see(self, seen: Seen) -> None:
        """Note how a game of the account is now, and what its client must hear of that."""
        if self.began is None:
            self.early.append(seen)
            return
        seat, before = seen.seat, self.known.get(seen.seat.game)
        if before and before.version >= seat.version:
            return
        notice = GameNotice(seat.game, seat.version)
        if seat.status == Status.OVER:
            self.known.pop(seat.game, None)
            if before or (seat.ended_at and seat.ended_at > self.began):
                self.unsent.append(sse.message("game-over", notice))
        else:
            self.known[seat.game] = seat
            if seat.status == Status.PLAYING and (before is None or before.status == Status.WAITING):
                self.unsent.append(sse.message("game-started", notice))
            asked = before and before.is_awaited and (before.turn, before.nonce_due) == (seat.turn, seat.nonce_due)
            if seat.is_awaited and not asked:
                self.unsent.append(sse.message("your-turn", seen.waiting))
        self.count()

    def notify(self, notice: NoticeRow) -> None:
        """Note a notice that was issued after the snapshot, once."""
        at = notice.issued_at
        if self.began is None or at is None or at <= self.began or notice.id in self.notices:
            return
        self.notices.add(notice.id)
        shown = StreamNotice(notice.id, notice.kind, notice.game, notice.seat, notice.turn, notice.deadline, at)
        self.unsent.append(sse.message("notice", shown))
        if notice.about and notice.kind == NoticeKind.INVITATION:
            self.unsent.append(sse.message("invitation", StreamInvitation(notice.about, notice.game)))
        elif notice.about and notice.kind == NoticeKind.REMATCH:
            self.unsent.append(sse.message("rematch", StreamRematch(notice.game, notice.about)))
        self.count()

    def keep(self, games: Collection[UUID]) -> None:
        """Forget all but these *games*: the player has left the others."""
        if self.began is not None:
            self.known = {game: seat for game, seat in self.known.items() if game in games}
            self.count()

    def count(self) -> None:
        """Send the badge if it has changed, and wake the stream if there is something to send."""
        badge = sum(seat.is_awaited for seat in self.known.values())
        if badge != self.badge:
            self.badge = badge
            self.unsent.append(sse.message("badge", WaitingCount(badge)))
        if len(self.unsent) > _UNSENT:
            self.stream.finish("busy")
        elif self.unsent:
            self.stream.woken.set()

    def take(self) -> bytes:
        """Return what is to be sent now."""
        text = b"".join(self.unsent)
        self.unsent.clear()
        return text


class AccountStreams:
    """The streams of accounts in one event loop. They hear of every game of the service that goes on."""

    def __init__(self, streams: OpenStreams) -> None:
        """Count them among *streams*."""
        self._streams = streams
        self._by_player: dict[UUID, set[AccountStream]] = {}
        self._snapshots = Batches(read_accounts, streams.lane, _ACCOUNTS)
        self._changed: set[UUID] = set()
        self._noticed: set[UUID] = set()
        self._has_missed = False
        self._heard_something = asyncio.Event()
        self._follower: asyncio.Task[None] | None = None

    async def open(self, request: HttpRequest, access: Access, *, lasts: bool) -> AsyncGenerator[bytes]:
        """Yield a snapshot of what waits for the player, and then what changes.

        The first part comes when it is certain that there is a stream. Where it does not last, it ends then. Raises
        SignedOut, Throttled and StreamsFull before the first part.
        """
        with self._streams.opened("account", access) as stream:
            await self._streams.sign_in(request, stream)
            own = AccountStream(stream)
            streams = self._by_player.setdefault(access.player, set())
            streams.add(own)
            try:
                if lasts and (self._follower is None or self._follower.done()):
                    self._follower = asyncio.create_task(self._follow(), context=Context())
                yield sse.beginning() + own.begin(await self._snapshots.ask(access.player))
                while stream.reason is None:
                    if not lasts:
                        stream.finish("shutdown")
                    elif own.unsent:
                        yield own.take()
                    elif not await stream.wait():
                        yield sse.HEARTBEAT
                yield own.take() + sse.end(stream.reason)
            finally:
                streams.discard(own)
                if not streams and self._by_player.get(access.player) is streams:
                    del self._by_player[access.player]

    def _heard(self, game: UUID | None) -> None:
        if game is None:
            self._has_missed = True
        else:
            self._changed.add(game)
        self._heard_something.set()

    def _heard_notice(self, player: UUID | None) -> None:
        if player in self._by_player:
            self._noticed.add(player)
            self._heard_something.set()

    async def _follow(self) -> None:
        """Read the games that go on, as long as there are streams, and now and then all games of all accounts."""
        loop = asyncio.get_running_loop()
        look_at = loop.time() + _LOOK_SECONDS
        with listener().hear(self._heard), listener().hear_notices(self._heard_notice):
            while self._by_player:
                with suppress(TimeoutError):
                    async with asyncio.timeout_at(look_at):
                        await self._heard_something.wait()
                await asyncio.sleep(_GATHER_SECONDS)
                self._heard_something.clear()
                changed, self._changed = self._changed, set()
                noticed, self._noticed = self._noticed, set()
                has_missed, self._has_missed = self._has_missed or loop.time() >= look_at, False
                try:
                    await self._show(changed)
                    await self._notify([*self._by_player] if has_missed else [*noticed])
                    if has_missed:
                        await self._read_all()
                        look_at = loop.time() + _LOOK_SECONDS
                except (Error, TimeoutError):
                    await asyncio.sleep(_AGAIN_SECONDS)
                    self._heard(None)

    async def _show(self, games: Collection[UUID]) -> None:
        """Read *games*, and show them to the streams of those who sit there."""
        if games and self._by_player:
            for seen in await in_lane(self._streams.lane, lambda: _with_deadlines(selectors.seats_at(games))):
                for own in self._by_player.get(seen.seat.player, ()):
                    own.see(seen)

    async def _notify(self, players: Sequence[UUID]) -> None:
        """Read what was issued to *players* lately, and send what their streams have not sent."""
        for first in range(0, len(players), _ACCOUNTS):
            some = players[first : first + _ACCOUNTS]
            for notice in await in_lane(self._streams.lane, lambda some=some: selectors.fresh_notices(some, _FRESH)):  # type: ignore[misc]
                for own in self._by_player.get(notice.player_id, ()):
                    own.notify(notice)

    async def _read_all(self) -> None:
        """Read all games of all accounts, because notifications may have been lost."""
        players = [*self._by_player]
        for first in range(0, len(players), _ACCOUNTS):
            some = players[first : first + _ACCOUNTS]
            found = await in_lane(self._streams.lane, lambda some=some: read_accounts(some))  # type: ignore[misc]
            games = dict(zip(some, found, strict=True))
            streams = [
                (own, games[player])
                for player in some
                for own in self._by_player.get(player, ())
                if own.began is None or own.began <= games[player].read_at
            ]
            for own, own_games in streams:
                for seen in own_games.seats:
                    own.see(seen)
            kept = [(own, {seen.seat.game for seen in own_games.seats}) for own, own_games in streams]
            # Those that are missing have ended, or the player has left.
            await self._show({game for own, listed in kept for game in own.known.keys() - listed})
            for own, listed in kept:
                own.keep(listed)
