"""The web processes: their sockets, which share an address, and what the supervisor must know of them."""

import socket
import threading
import time
from collections.abc import Sequence
from functools import partial
from typing import Final

from config.embedded import child
from config.embedded.account import Refused
from config.embedded.forking import CAN_FORK
from config.embedded.supervisor import Child
from config.server import BACKLOG

_HAS_SHARED_ADDRESSES: Final = CAN_FORK and hasattr(socket, "SO_REUSEPORT")
"""Whether the system shares connections out among the sockets of an address. Only Linux does that evenly."""


def listen(
    host: str, port: int, count: int, stop: threading.Event | None = None, *, patience: float = 0
) -> list[socket.socket]:
    """Open a socket for each of *count* processes, all with the same address.

    The system shares connections out among the sockets; where it cannot do that, all processes have the same socket.
    Waits for up to *patience* seconds while the address is in use. Raises Refused if it cannot be used.
    """
    until = time.monotonic() + patience
    while True:
        try:
            first = _open(host, port)
        except OSError as error:
            if time.monotonic() < until and not (stop or threading.Event()).wait(0.2):
                continue
            why = (error.strerror or str(error)).partition(" (while")[0]
            raise Refused(f"Cannot listen on {host}:{port} ({why}). Set PORT to use another port.") from error
        break
    if not _HAS_SHARED_ADDRESSES:
        return [first] * count
    # It has shown that nobody has the address: to a socket that shares it, another service of this user is no obstacle.
    port = first.getsockname()[1]
    first.close()
    return [_open(host, port, is_shared=True) for _ in range(count)]


def _open(host: str, port: int, *, is_shared: bool = False) -> socket.socket:
    return socket.create_server(
        (host, port),
        family=socket.AF_INET6 if ":" in host else socket.AF_INET,
        backlog=BACKLOG,
        dualstack_ipv6=host == "::" and socket.has_dualstack_ipv6(),
        reuse_port=is_shared,
    )


def processes(
    sockets: Sequence[socket.socket], *, pool: int | None = None, grace: int = child.ANSWER_SECONDS
) -> list[Child]:
    """Return a web process for each socket, each with a *pool* of so many connections, or that of the settings.

    Open requests have *grace* seconds to end.
    """
    variables = {} if pool is None else {"DATABASE_POOL": str(pool)}
    return [
        child.supervised(
            f"web {number}", "web", partial(child.web, listening=one.fileno(), number=number, pool=pool, grace=grace),
            sockets=(one.fileno(),), WEB_SOCKET=str(one.fileno()), **variables,
        )
        for number, one in enumerate(sockets, 1)
    ]  # fmt: skip
