"""The start of the service: lock, socket, PostgreSQL, tables, processes."""

import fcntl
import io
import os
import re
import socket
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
from config.embedded import broker, state, supervisor
from config.embedded.account import Refused
from config.embedded.keeper import Keeper
from config.embedded.supervisor import Child, say
from config.settings import embedded

_POOL: Final = "8"
"""Database connections of the web process."""
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
    listening = resources.enter_context(_listen(host, port, stop))
    keeper = None
    if embedded.OWN_DATABASE or embedded.OWN_BROKER:
        cluster = embedded.CLUSTER
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
    say("up", "prepares the tables and the variants")
    for step in ("migrate", "createcachetable", "load_variants", "first_game"):
        output = io.StringIO()
        try:
            call_command(step, verbosity=0, stdout=output)
        except DatabaseError as error:
            raise Refused(f"The database cannot be used ({step}): {_first_line(error)}") from error
        if step == "first_game" and (line := output.getvalue().strip()):
            say("up", line)
    connections.close_all()
    url = f"http://{environment.own_name(host)}:{listening.getsockname()[1]}"
    (embedded.STATE / "address").write_text(url)
    children = _children(host, url, listening.fileno())
    resources.callback(supervisor.end, children)
    # The API does not wait for the page. A build that is not needed ends at once.
    page = Child("page", ["nice", sys.executable, "-m", "games.web.build", str(settings.WEB_ROOT)], os.environ)
    resources.callback(supervisor.end, [page])
    page.start()
    say("up", f"starts {', '.join(child.name for child in children)}")
    return url, keeper, children


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


@contextmanager
def _listen(host: str, port: int, stop: threading.Event) -> Iterator[socket.socket]:
    """Open the socket of the web process."""
    # The address file is left only by a supervisor that was killed. Its processes end soon, and release the port then.
    was_killed = (embedded.STATE / "address").exists()
    until = time.monotonic() + (_ORPHANS_SECONDS if was_killed else 0)
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    is_dual = host == "::" and socket.has_dualstack_ipv6()
    while True:
        try:
            listening = socket.create_server((host, port), family=family, backlog=2048, dualstack_ipv6=is_dual)
        except OSError as error:
            if time.monotonic() < until and not stop.wait(0.2):
                continue
            why = (error.strerror or str(error)).partition(" (while")[0]
            raise Refused(f"Cannot listen on {host}:{port} ({why}). Set PORT to use another port.") from error
        with listening:
            yield listening
        return


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


def _children(host: str, url: str, listening: int) -> list[Child]:
    """Return the processes web, worker, checker and beat, in the order in which they start and stop."""
    shared = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
        "DATA": str(embedded.STATE),
        "HOST_ADDRESS": host,
        "PUBLIC_URL": os.environ.get("PUBLIC_URL") or url,
        "PYTHONUNBUFFERED": "1",
        "C_FORCE_ROOT": "1",
        "PYTHONWARNINGS": os.environ.get("PYTHONWARNINGS") or "ignore",  # warnings of libraries are not for users
        "BEAT_SCHEDULE": str(embedded.STATE / "beat"),
    }
    web = {**shared, "DATABASE_POOL": os.environ.get("DATABASE_POOL") or _POOL, "WEB_SOCKET": str(listening)}

    def child(role: str, environment: dict[str, str], *sockets: int) -> Child:
        command = [sys.executable, "-m", "config.embedded.child", role, str(os.getpid())]
        return Child(role, command, environment, sockets)

    return [child("web", web, listening), child("worker", shared), child("checker", shared), child("beat", shared)]
