"""One process under the supervisor: `python -m config.embedded.child ROLE PARENT`, where PARENT is its process id.

It ends itself when the supervisor is gone, for whatever reason.
"""

import os
import signal
import socket
import sys
import threading
import time
import warnings
from collections.abc import Callable, Mapping
from typing import Final

import django
import uvicorn
from celery.platforms import SecurityWarning
from celery.signals import beat_init, worker_shutting_down
from celery.worker import state

from config.celery import app

_GRACE: Final = 10
"""Seconds that a process has to end after it was asked to."""
_TASK_SECONDS: Final = 1
"""Seconds that running tasks have to end."""


def stay_with(parent: int) -> None:
    """End this process, and all its group, soon after its parent is no longer `parent`."""

    def watch() -> None:
        while os.getppid() == parent:
            time.sleep(1)
        os.kill(os.getpid(), signal.SIGTERM)
        time.sleep(_GRACE)
        os.killpg(os.getpid(), signal.SIGKILL)

    threading.Thread(target=watch, name="lifeline", daemon=True).start()


def web() -> None:
    """Serve the socket that the supervisor opened. While this process is replaced, requests wait in its queue."""
    listening = socket.socket(fileno=int(os.environ["WEB_SOCKET"]))
    settings = uvicorn.Config(
        "config.asgi:application", http="config.protocol:Protocol", lifespan="off", access_log=False, log_config=None,
        timeout_graceful_shutdown=2,
        proxy_headers=False,  # uvicorn would believe X-Forwarded-For from 127.0.0.1; TRUSTED_PROXIES alone decides
    )  # fmt: skip
    uvicorn.Server(settings).run(sockets=[listening])


def worker() -> None:
    """Run the clock and the tasks of games, in threads: a pool of processes can hang when one of them is killed."""
    django.setup()
    from games import loops  # noqa: PLC0415  # the apps must be set up

    loops.start(["clock"])
    _work("games,bots", threads=2)


def checker() -> None:
    """Check rulesets, one after the other."""
    _work("checks", threads=1)


def _work(queues: str, *, threads: int) -> None:
    def leave() -> None:
        until = time.monotonic() + _TASK_SECONDS
        while state.active_requests and time.monotonic() < until:
            time.sleep(0.02)
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


def beat() -> None:
    """Send the periodic tasks."""
    beat_init.connect(lambda **_: signal.signal(signal.SIGTERM, lambda *_: os._exit(0)), weak=False)
    app.start(["--quiet", "beat", "--pidfile=", "--schedule", os.environ["BEAT_SCHEDULE"], "--loglevel", "WARNING"])


ROLES: Final[Mapping[str, Callable[[], None]]] = {
    "web": web,
    "worker": worker,
    "checker": checker,
    "beat": beat,
}


def main() -> None:
    """Run the role that the command line names."""
    role, parent = sys.argv[1:]
    stay_with(int(parent))
    ROLES[role]()


if __name__ == "__main__":
    main()
