"""The heartbeat of a process: a byte a second in a pipe to the supervisor, which restarts a process that has none."""

import asyncio
import os
import socket
import threading
import time
from contextlib import suppress
from typing import Final

import uvicorn

PIPE: Final = "HEARTBEAT_PIPE"
"""The variable with the file descriptor, for a process that is not forked."""
_EVERY: Final = 1.0
"""Seconds."""


class Heartbeat:
    """Writes to the pipe. Without a pipe it does nothing."""

    def __init__(self, pipe: int | None) -> None:
        self._pipe = pipe

    def beat(self) -> None:
        """Show that this process runs. A supervisor that does not read is no trouble."""
        if self._pipe is not None:
            with suppress(OSError):
                os.write(self._pipe, b".")

    def keep_beating(self) -> None:
        """Beat from a thread of its own: as long as threads of this process run."""

        def run() -> None:
            while True:
                self.beat()
                time.sleep(_EVERY)

        threading.Thread(target=run, name="heartbeat", daemon=True).start()


class BeatingServer(uvicorn.Server):
    """A web server that beats as long as its event loop turns, also while it ends."""

    def __init__(self, config: uvicorn.Config, heartbeat: Heartbeat) -> None:
        super().__init__(config)
        self._heartbeat = heartbeat

    async def _serve(self, sockets: list[socket.socket] | None = None) -> None:
        async def keep_beating() -> None:
            while True:
                self._heartbeat.beat()
                await asyncio.sleep(_EVERY)

        beating = asyncio.create_task(keep_beating())
        try:
            await super()._serve(sockets)
        finally:
            beating.cancel()
