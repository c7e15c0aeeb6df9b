"""The stream of a game: its feed, as the pages of `/events` show it to the same viewer."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import ExitStack, suppress
from dataclasses import dataclass, replace
from typing import Final
from uuid import UUID

import structlog
from django.db import Error
from django.http import Http404, HttpRequest

from games.api.header import View, views_of
from games.api.listener import listener
from games.api.streams import sse
from games.api.streams.batches import Batches
from games.api.streams.open_streams import OpenStream, OpenStreams
from games.api.tables.feed import feed
from games.log.archive import ArchiveUnavailable
from games.log.read import read
from games.log.stored_event import StoredEvent
from games.rules.game import Status
from players.tokens import Access

_EVENTS: Final = 50
"""Events that are read at once for a stream."""
_READS: Final = 20
"""Games whose events are read in one batch."""
_ASKED: Final = 1_000
"""Questions in a batch. Those about the same game and version are one read."""
_PATIENCE: Final = (0.5, 1.0, 2.0, 4.0)
"""Seconds between the reads of a stream while the database does not answer."""

_log = structlog.get_logger(__name__)


@dataclass(frozen=True, slots=True)
class Question:
    """What a stream of *player* wants to know: the events of *game* after a version."""

    game: UUID
    after: int
    player: UUID


@dataclass(frozen=True, slots=True)
class Page:
    """Events of a stream, ready to send."""

    text: bytes
    version: int
    """The version of the last one."""
    is_whole: bool
    """Whether there are no more for now."""
    is_over: bool
    """Whether there will never be more."""


class Later(Exception):
    """There was no time for this question in its batch."""


def read_pages(questions: Sequence[Question]) -> list[Page | Exception]:
    """Return the next events for each question: Http404 for a game that the player may not see, or Later.

    There is one query for all games, and one for each game and version that has new events.
    """
    views = views_of({(question.game, question.player) for question in questions})
    events: dict[tuple[UUID, int], list[StoredEvent]] = {}
    pages: dict[tuple[UUID, int, int | None], Page | Exception] = {}
    answers: list[Page | Exception] = []
    for question in questions:
        view = views.get((question.game, question.player))
        if view is None:
            answers.append(Http404())
            continue
        key = (question.game, question.after, view.viewer)
        if key not in pages:
            pages[key] = _page(question, view, events)
        answers.append(pages[key])
    return answers


def _page(question: Question, view: View, read_already: dict[tuple[UUID, int], list[StoredEvent]]) -> Page | Exception:
    key = (question.game, question.after)
    # In events after that version another player may have the seat of the viewer.
    new = min(_EVENTS, view.version - question.after)
    if new > 0 and key not in read_already:
        if len(read_already) >= _READS:
            return Later()
        try:
            read_already[key] = read(question.game, after=question.after, limit=new)
        except ArchiveUnavailable as fault:  # the other streams of the batch go on
            return fault
    over = view.status == Status.OVER
    try:
        seen = feed(read_already.get(key, []), view.viewer, over=over)
    except Exception as fault:  # noqa: BLE001 - the other streams of the batch go on
        _log.exception("the events of a game cannot be read", game=str(question.game))
        return fault
    last = seen[-1].version if seen else question.after
    text = b"".join(sse.numbered(event.version, event) for event in seen)
    return Page(text, last, is_whole=last >= view.version, is_over=over)


class GameStreams:
    """The streams of games in one event loop."""

    def __init__(self, streams: OpenStreams) -> None:
        """Count them among *streams*."""
        self._streams = streams
        self._pages = Batches(read_pages, streams.lane, _ASKED)

    async def open(
        self, request: HttpRequest, access: Access, game: UUID, after: int, *, lasts: bool
    ) -> AsyncGenerator[bytes]:
        """Yield the events of *game* after a version, and go on with those that happen, to the end of the game.

        The first part comes when it is certain that there is a stream. Where it does not last, it ends when there is
        nothing new. Raises Http404, SignedOut, Throttled and StreamsFull before the first part.
        """
        with ExitStack() as block:
            stream = block.enter_context(self._streams.opened("game", access))
            await self._streams.sign_in(request, stream)
            watch = block.enter_context(listener().watch(game, after, stream.woken)) if lasts else None
            page = await self._read(game, after, access)
            yield sse.beginning() + page.text
            while stream.reason is None:
                if watch:
                    watch.after = page.version
                if page.is_whole and page.is_over:
                    stream.finish("game_over")
                elif page.is_whole and not lasts:
                    stream.finish("shutdown")
                elif page.is_whole and not await stream.wait():
                    yield sse.HEARTBEAT
                elif stream.reason is None:
                    page = await self._next(stream, game, page)
                    if page.text:
                        yield page.text
            yield sse.end(stream.reason)

    async def _next(self, stream: OpenStream, game: UUID, page: Page) -> Page:
        """Return the page after *page*. Where there is none for this viewer, the stream ends."""
        for pause in (*_PATIENCE, None):
            try:
                return await self._read(game, page.version, stream.access)
            except Http404:
                stream.finish("gone")
                break
            except (Error, TimeoutError):
                if pause is None:
                    stream.finish("busy")
                else:
                    await asyncio.sleep(pause)
        return replace(page, text=b"")

    async def _read(self, game: UUID, after: int, access: Access) -> Page:
        while True:
            with suppress(Later):
                return await self._pages.ask(Question(game, after, access.player))
