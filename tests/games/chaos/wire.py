"""A network between the service and its PostgreSQL: a proxy in a process of its own.

Kill it, and all connections break. Stop it, and nothing arrives any more, but nobody is told.
"""

import asyncio
import sys
from contextlib import suppress
from pathlib import Path
from typing import Final

SOCKET: Final = ".s.PGSQL.5432"
_CHUNK: Final = 65_536


async def forward(listens: Path, server: Path) -> None:
    """Forward what comes to the socket in the folder *listens* to the one in *server*, and back, for ever."""

    async def serve(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, back = await asyncio.open_unix_connection(server / SOCKET)
            await asyncio.gather(_pump(reader, back), _pump(there, writer))
        writer.close()

    (listens / SOCKET).unlink(missing_ok=True)
    async with await asyncio.start_unix_server(serve, listens / SOCKET) as wire:
        await wire.serve_forever()


async def _pump(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while read := await reader.read(_CHUNK):
            writer.write(read)
            await writer.drain()
    writer.close()


if __name__ == "__main__":
    asyncio.run(forward(*map(Path, sys.argv[1:])))
