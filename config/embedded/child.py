"""One process under the supervisor: a fork of it, or `python -m config.embedded.child ROLE PARENT`.

PARENT is the process id of the supervisor. The process ends itself when the supervisor is gone, for whatever reason.
"""

import gc
import logging
import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from functools import partial
from importlib import import_module
from typing import Final

import django
import structlog
from celery.beat import Service
from celery.platforms import SecurityWarning
from celery.signals import worker_shutting_down
from celery.worker import state
from django.conf import settings
from django.db import connections
from django.urls import get_resolver

from config import environment
from config.celery import app
from config.embedded.forking import call_me
from config.embedded.heartbeat import PIPE, Heartbeat
from config.embedded.supervisor import Child
from config.server import Server

_GRACE: Final = 10
"""Seconds that a process has to end after it was asked to."""
_TASK_SECONDS: Final = 1
"""Seconds that running tasks have to end."""
ANSWER_SECONDS: Final = 2
"""Seconds that open requests have to end."""
_BEAT_AGAIN_SECONDS: Final = 5
_IMPORTED_LATE: Final = (
    "celery.apps.worker", "celery.bin.worker", "celery.concurrency.thread", "celery.worker.consumer",
    "config.dispatcher", "config.protocol", "config.worker", "games.api.operation.heartbeat",
    "games.api.streams.admission", "games.loops", "games.tasks", "kombu.transport.pgmq", "base.http.body_limit",
    "base.http.last_resort",
    "psycopg_pool", "uvicorn.lifespan.off", "uvicorn.loops.asyncio", "uvicorn.protocols.http.h11_impl",
)  # fmt: skip
"""What the processes import beside the apps, and in part only when they work."""

_log = structlog.get_logger(__name__)


def preload() -> None:
    """Import what all processes use, so that those which are forked from this one share its memory."""
    for name in _IMPORTED_LATE:
        import_module(name)
    _ = get_resolver().url_patterns  # imports all views
    connections.close_all()
    gc.collect()
    gc.freeze()  # the collector would write to each object, and so copy its page


def stay_with(parent: int) -> None:
    """End this process, and all its group, soon after its parent is no longer `parent`."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE)
        os.killpg(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()


def web(
    heartbeat: Heartbeat, listening: int, *, number: int = 0, pool: int | None = None, grace: int = ANSWER_SECONDS
) -> None:
    """Serve the socket with this file descriptor, which the supervisor opened, as the web process with this *number*.

    The *heartbeat* is that of its event loop. While this process is replaced, requests wait in the queue of the socket.
    A fork has *pool* connections to each database. Open requests have *grace* seconds to end.
    """
    from games.api.counts import COUNTS  # noqa: PLC0415  # the apps must be set up

    COUNTS.use_row(number)
    if pool is not None:
        settings.DATABASE_POOL = pool
        for one in connections.all():
            one.settings_dict["OPTIONS"] |= environment.pool_of(pool, one.alias)
    Server(heartbeat, grace=grace).run(sockets=[socket.socket(fileno=listening)])


def worker(heartbeat: Heartbeat) -> None:
    """Run the clock and the tasks of games, in threads: a pool of processes can hang when one of them is killed.

    Where the supervisor names a file for its schedule, it sends the periodic tasks as well.
    """
    from games import loops  # noqa: PLC0415  # the apps must be set up

    heartbeat.keep_beating()
    loops.start(["clock"])
    if schedule := os.environ.get("BEAT_SCHEDULE"):
        threading.Thread(target=beat, args=[schedule], name="beat", daemon=True).start()
    _work("games,bots", threads=2)


def checker(heartbeat: Heartbeat) -> None:
    """Check rulesets, one after the other."""
    heartbeat.keep_beating()
    _work("checks", threads=1)


def beat(schedule: str) -> None:
    """Send the periodic tasks for ever. The file *schedule* keeps when each was last sent."""
    while True:
        try:
            Service(app, schedule_filename=schedule).start()
        except Exception:  # noqa: BLE001 - it goes on whatever happens
            _log.exception("periodic tasks are not sent; trying again")
        time.sleep(_BEAT_AGAIN_SECONDS)


def _work(queues: str, *, threads: int) -> None:
    def leave() -> None:
        until = time.monotonic() + _TASK_SECONDS
        while state.active_requests and time.monotonic() < until:
            time.sleep(0.02)
        logging.shutdown()  # it writes the counts of faults
        os._exit(0)

    def leave_soon(**_: object) -> None:
        threading.Thread(target=leave, name="leave", daemon=True).start()

    # Celery's own shutdown takes seconds: it looks for the request every two seconds, then waits for idle connections.
    # What a task leaves undone after a second is found again.
    worker_shutting_down.connect(leave_soon, weak=False)
    warnings.simplefilter("ignore", SecurityWarning)  # as root it trusts what it reads: JSON from our own broker
    quiet = ["--without-gossip", "--without-mingle", "--without-heartbeat", "--loglevel", "WARNING"]
    how = ["--pool", "threads", "--concurrency", str(threads), "--queues", queues]
    app.worker_main(["--quiet", "worker", *how, *quiet])


ROLES: Final[Mapping[str, Callable[[Heartbeat], None]]] = {
    "web": lambda heartbeat: web(heartbeat, int(os.environ["WEB_SOCKET"])),
    "worker": worker,
    "checker": checker,
}


def live(name: str, parent: int, act: Callable[[Heartbeat], object], heartbeat: Heartbeat) -> None:
    """Do what a process of this *name* does, until its *parent* is gone."""
    call_me(name)
    stay_with(parent)
    act(heartbeat)


def supervised(
    name: str, role: str, act: Callable[[Heartbeat], object], *, sockets: tuple[int, ...] = (), **variables: str
) -> Child:
    """Return a process of this *name* for the supervisor, which this process is.

    It is forked and calls *act*. Where that is impossible, it is a program with the *role* and these *variables*.
    """
    command = [sys.executable, "-m", "config.embedded.child", role, str(os.getpid())]
    return Child(
        name, command, os.environ | variables, sockets, partial(live, name, os.getpid(), act), has_heartbeat=True
    )


def main() -> None:
    """Run the role that the command line names."""
    role, parent = sys.argv[1:]
    django.setup()
    pipe = os.environ.get(PIPE)
    live(role, int(parent), ROLES[role], Heartbeat(int(pipe) if pipe else None))


if __name__ == "__main__":
    main()
