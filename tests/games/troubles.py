"""What workers suffer while much is due."""

import math
import subprocess
import time
from collections import deque
from collections.abc import Callable, Generator
from contextlib import ExitStack, suppress
from typing import Final, TypeAlias

import psycopg

from config.embedded import broker
from config.embedded.pytest_plugin import CommittedDatabase
from tests.games.children import kill, process, threads
from tests.games.messages import STALE, fill, run, server, waiting
from tests.sizes import Size

KILLS_EVERY: Final = 3.0
"""Seconds, at least."""
_STARTING: Final = 4
"""Threads of a worker that has not begun to work yet, at most."""
Strikes: TypeAlias = Generator[None, None, None]
"""Trouble that goes on a little with each step; the first is before the workers start."""


class Workers(ExitStack):
    """Workers that are killed in turns, and the broker beside them."""

    def __init__(self, database: CommittedDatabase, environment: dict[str, str], size: Size) -> None:
        super().__init__()
        self.database, self.broker, self.size = database, environment["BROKER_URL"], size
        self.longest, self.stale, self.kills = 0, 0, 0
        self._environment = environment
        self._living: deque[subprocess.Popen[bytes]] = deque()

    def start(self) -> None:
        """Start one more."""
        self._living.append(self.enter_context(process("worker", self._environment)))

    @property
    def newest_works(self) -> bool:
        """Whether the last one that was started has started all its threads."""
        return threads(self._living[-1].pid) > _STARTING

    def kill_oldest(self) -> None:
        """Kill the one that has lived for longest."""
        self.kills += 1
        kill(self._living.popleft())

    def step(self) -> None:
        """Keep how many messages waited at most, and wait a moment."""
        with suppress(psycopg.OperationalError):  # the broker is away
            self.longest = max(self.longest, waiting(self.broker))
        time.sleep(0.1)


def kills(workers: Workers) -> Strikes:
    """Kill one after the other, and start another instead; the next dies when that one is at work."""
    yield
    while True:
        workers.kill_oldest()
        workers.start()
        yield from pause(KILLS_EVERY)
        while not workers.newest_works:
            yield


def broker_gone(workers: Workers) -> Strikes:
    """Take the broker away, and bring an empty one back."""
    yield
    name = f"{workers.database.name}_broker"
    server(workers.database, f"DROP DATABASE {name} WITH (FORCE)")
    try:
        yield from pause(workers.size.seconds)
    finally:
        server(workers.database, f"CREATE DATABASE {name}")
        broker.install(workers.broker)
    yield from pause(math.inf)


def stale_messages(workers: Workers) -> Strikes:
    """Fill the broker with messages that nobody needs any more, and some that no version knows."""
    run(STALE, workers.broker)
    while True:
        workers.stale += workers.size.games
        fill(workers.broker, workers.size.games)
        yield from pause(workers.size.seconds)


def pause(seconds: float) -> Strikes:
    until = time.monotonic() + seconds
    while time.monotonic() < until:
        yield


TROUBLES: Final[dict[str, Callable[[Workers], Strikes]]] = {
    "kills": kills, "broker gone": broker_gone, "stale messages": stale_messages,
}  # fmt: skip
