"""The start of the service: lock, socket, PostgreSQL, tables, processes."""

import fcntl
import io
import os
import re
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Final

import psycopg
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connections

from config import environment
from config.embedded import broker, child, state, supervisor, web
from config.embedded.account import Refused
from config.embedded.forking import CAN_FORK, Forked
from config.embedded.keeper import Keeper
from config.embedded.supervisor import Child, say
from config.settings import embedded

_POOL: Final = 8
"""Database connections of a web process."""
_OTHER_CONNECTIONS: Final = 60
"""Connections that worker and checker, listeners, brokers, commands and PostgreSQL itself need."""
_FAILED: Final = 3
"""The exit status of a process that says why the service cannot start."""
_ORPHANS_SECONDS: Final = 15
"""How long the processes of a killed supervisor may hold its port."""
_CONNECT_SECONDS: Final = 5
_PROGRESS_SECONDS: Final = 5
_STARTING: Final = re.compile(r"the database system is|not yet accepting|in recovery", re.IGNORECASE)
"""What PostgreSQL answers while it starts or recovers."""


def start(
    resources: ExitStack, host: str, port: int, stop: threading.Event
) -> tuple[str, Keeper | None, list[supervisor.Child]]:
    """Start everything that the processes need. Return the address, the keeper of PostgreSQL, and the processes.

    The supervisor starts the processes. *resources* stops everything in the opposite order. Raises Refused if the
    service cannot start.
    """
    # The address file is left only by a supervisor that was killed. Its processes end soon, and release the port then.
    was_killed = (embedded.STATE / "address").exists()
    opened = web.listen(host, port, settings.WEB_CONCURRENCY, stop, patience=_ORPHANS_SECONDS if was_killed else 0)
    sockets = [resources.enter_context(one) for one in opened]
    keeper = None
    if embedded.OWN_DATABASE or embedded.OWN_BROKER:
        cluster = embedded.CLUSTER
        cluster.most_connections = max(100, len(sockets) * _pool() + _OTHER_CONNECTIONS)
        keeper = Keeper(cluster, partial(say, "postgres"))
        resources.callback(cluster.stop)
        say(
            "postgres",
            "starts" if cluster.is_made() else f"makes its data in {cluster.data} (only this once), then starts",
        )
        while not keeper.tend():  # however long it recovers
            stop.wait(0.03)
        if embedded.OWN_DATABASE:
            cluster.ensure_database(state.DATABASE)
        if embedded.OWN_BROKER:
            cluster.ensure_database(state.BROKER_DATABASE)
            broker.install(embedded.BROKER_URL)
    if not embedded.OWN_DATABASE:
        _wait_for_database(embedded.DATABASE_URL, stop)
    url = f"http://{environment.own_name(host)}:{sockets[0].getsockname()[1]}"
    _adopt(host, url)
    say("up", "prepares the tables and the variants")
    _prepare()
    child.preload()
    (embedded.STATE / "address").write_text(url)
    children = [*web.processes(sockets, pool=_pool()), *_others()]
    resources.callback(supervisor.end, children)
    say("up", f"starts {', '.join(one.name for one in children if one.is_kept)}")
    return url, keeper, children


def _adopt(host: str, url: str) -> None:
    """Let this process, and those that it starts, know the address of the service."""
    os.environ |= {
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
        "DATA": str(embedded.STATE),
        "HOST_ADDRESS": host,
        "PUBLIC_URL": os.environ.get("PUBLIC_URL") or url,
        "PYTHONUNBUFFERED": "1",
        "C_FORCE_ROOT": "1",
        "PYTHONWARNINGS": os.environ.get("PYTHONWARNINGS") or "ignore",  # warnings of libraries are not for users
        "BEAT_SCHEDULE": str(embedded.STATE / "beat"),
    }
    settings.PUBLIC_URL = os.environ["PUBLIC_URL"].rstrip("/")
    settings.ALLOWED_HOSTS = [*settings.ALLOWED_HOSTS, environment.own_name(host)]


def _prepare() -> None:
    """Make the tables, variants and the first game, in a process of its own where this one forks later.

    It needs connections and a thread, which a fork must not inherit. Raises Refused if the database cannot be used.
    """
    if not CAN_FORK:
        _run_steps()
        return
    reads, writes = os.pipe()
    process = Forked(_run_steps, output=writes)
    os.close(writes)
    try:
        with open(reads, encoding="utf-8", errors="replace") as lines:  # noqa: PTH123 - it has no path
            said = lines.read().strip()
        process.wait()
    finally:
        process.kill()
    if process.returncode == _FAILED:
        raise Refused(said)
    for line in said.splitlines():
        say("up", line)
    if process.returncode:
        raise Refused("The tables cannot be prepared.")


def _run_steps() -> None:
    """Print what a person should read, or why it fails; then raise SystemExit with `_FAILED`."""
    for step in ("migrate", "createcachetable", "load_variants", "first_game"):
        output = io.StringIO()
        try:
            call_command(step, verbosity=0, stdout=output)
        except DatabaseError as error:
            sys.stdout.write(f"The database cannot be used ({step}): {_first_line(error)}\n")
            raise SystemExit(_FAILED) from error
        if step == "first_game" and (line := output.getvalue().strip()):
            sys.stdout.write(f"{line}\n")
    connections.close_all()


@contextmanager
def only_instance(place: Path) -> Iterator[None]:
    """Hold the lock of the state directory. Raises Refused if another process holds it.

    The kernel releases the lock however this process ends.
    """
    address = place / "address"
    with (place / "up.lock").open("a+") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError as error:
            lock.seek(0)
            where = f" at {address.read_text()}" if address.exists() else ""
            raise Refused(f"The service already runs{where} (process {lock.read()}, data in {place}).") from error
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield
        address.unlink(missing_ok=True)


def _wait_for_database(url: str, stop: threading.Event) -> None:
    """Wait while the database of DATABASE_URL starts. Raises Refused if it refuses the connection."""
    begun = reported = time.monotonic()
    while True:
        try:
            psycopg.connect(url, connect_timeout=_CONNECT_SECONDS).close()
        except psycopg.OperationalError as error:
            why = _first_line(error)
            if not _STARTING.search(why):
                raise Refused(f"The service cannot connect to the database of DATABASE_URL: {why}") from error
            if time.monotonic() - reported > _PROGRESS_SECONDS:
                reported = time.monotonic()
                say("up", f"the database does not answer yet, after {reported - begun:.0f} s: {why}")
            stop.wait(0.5)
        else:
            return


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _others() -> list[Child]:
    """Return worker and checker, and the build of the page, for which the API does not wait."""
    page = ["nice", sys.executable, "-m", "games.web.build", str(settings.WEB_ROOT)]
    return [
        child.supervised("worker", "worker", child.worker),
        child.supervised("checker", "checker", child.checker),
        Child("page", page, dict(os.environ), is_kept=False),
    ]


def _pool() -> int:
    return settings.DATABASE_POOL or _POOL
