"""The web server of a process: uvicorn's, but it takes a few connections at once."""

import logging
import socket
from typing import Final

import uvicorn

from config import traces
from config.embedded.heartbeat import BeatingServer, Heartbeat

BACKLOG: Final = 2_048
"""Connections that may wait in the queue of a socket."""
_AT_ONCE: Final = 8


class Server(BeatingServer):
    """Takes up to eight connections, then looks at those that it has.

    asyncio takes as many as may wait, before it looks at any of them. If it runs out of file descriptors, it goes on to
    try, logs each of the 2,048 errors, and does it all again after a second.
    """

    def __init__(self, heartbeat: Heartbeat, *, grace: int) -> None:
        """Give open requests *grace* seconds to end."""
        served = uvicorn.Config(
            traces.served("config.asgi:application"), http="config.protocol:Protocol", lifespan="off",
            access_log=False, log_config=None, timeout_graceful_shutdown=grace, workers=1, backlog=_AT_ONCE,
            proxy_headers=False,  # uvicorn would believe X-Forwarded-For from 127.0.0.1; TRUSTED_PROXIES alone decides
        )  # fmt: skip
        super().__init__(served, heartbeat)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        """Serve the *sockets*. As many connections as before may wait in their queues."""
        await super().startup(sockets)
        for one in sockets or ():
            one.listen(BACKLOG)

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """End, with a last line for the faults that were counted: the signal that ended this process ends it again."""
        await super().shutdown(sockets)
        logging.shutdown()
