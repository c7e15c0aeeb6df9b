"""The last resort: an ASGI application that answers with a problem what nothing inside it has answered."""

import structlog

from base.http.asgi import Application, Message, Receive, Scope, Send, refuse
from base.http.exception_handler import problem_of
from base.http.problems import Internal

_log = structlog.get_logger(__name__)


class LastResort:
    """Answers what *application* raises, so that no client gets the bare 500 of a web server.

    Django does the same for its views and middleware. This is for what happens before and around them.
    """

    def __init__(self, application: Application) -> None:
        self._application = application

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Serve a request. Raises what the application raises only after an answer has begun."""
        begun = False

        async def noted(message: Message) -> None:
            nonlocal begun
            begun = True
            await send(message)

        try:
            await self._application(scope, receive, noted)
        except Exception as error:
            if begun or scope["type"] != "http":
                raise
            problem = problem_of(error)
            if problem is None:
                _log.exception("a request failed around its view", path=scope["path"])
                problem = Internal()
            await refuse(lambda: problem, scope, send)
