"""Counts answers by the class of their status, for the metrics."""

from base.http.asgi import Application, Message, Receive, Scope, Send
from games.api.counts import COUNTS, STATUSES


class AnswerCount:
    """An ASGI application that counts the answers of *application*, but not those to the paths in *uncounted*.

    It counts in the event loop, which is the only one that writes to the counts of a process.
    """

    def __init__(self, application: Application, uncounted: frozenset[str]) -> None:
        self._application = application
        self._uncounted = uncounted

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request."""
        if scope["type"] != "http" or scope["path"] in self._uncounted:
            await self._application(scope, receive, send)
            return

        async def counted(message: Message) -> None:
            if message["type"] == "http.response.start":
                COUNTS.add("answers", STATUSES[message["status"] // 100 - 1])
            await send(message)

        await self._application(scope, receive, counted)
