"""The admission of streams, as an ASGI application around Django's."""

import asyncio
from typing import Final

from base.http.asgi import Application, Message, Receive, Scope, Send, refuse
from games.api.counts import COUNTS
from games.api.streams.open_streams import StreamsFull

AT_ONCE: Final = 16
"""Streams that begin at the same time."""
PATIENCE: Final = 10.0
"""Seconds that a stream waits until it may begin."""


class Admission:
    """Begins a few streams at a time. The others wait, and cost nothing meanwhile.

    After a restart thousands of clients come back together. In the event loop, each step of a move comes after one step
    of every stream that begins, so without this a move beside them takes as long as all of them.
    """

    def __init__(self, application: Application, *, patience: float = PATIENCE) -> None:
        """Wrap an application."""
        self._application, self._patience = application, patience
        self._room = asyncio.Semaphore(AT_ONCE)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request. A stream has its place until its answer begins."""
        path = scope.get("path", "")
        if not path.endswith("/stream"):
            await self._application(scope, receive, send)
            return
        try:
            async with asyncio.timeout(self._patience):
                await self._room.acquire()
        except TimeoutError:
            COUNTS.add("refused", "account" if path.endswith("/me/stream") else "game")
            await refuse(StreamsFull, scope, send)
            return
        begins = True

        def begun() -> None:
            nonlocal begins
            if begins:
                begins = False
                self._room.release()

        async def sent(message: Message) -> None:
            begun()
            await send(message)

        try:
            await self._application(scope, receive, sent)
        finally:
            begun()
