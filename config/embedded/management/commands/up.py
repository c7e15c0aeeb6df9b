"""`manage.py up`: the whole service on this machine, until Ctrl-C."""

import fcntl
import io
import os
import re
import signal
import socket
import sys
import threading
import time
import urllib.error
import urllib.request
import warnings
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from functools import partial
from pathlib import Path
from typing import Any, Final

import psycopg
from django.core.management import call_command
from django.core.management.base import BaseCommand, CommandError, CommandParser
from django.db import DatabaseError, connections

from config.embedded import broker, state, supervisor
from config.embedded.account import Refused
from config.embedded.cluster import Cluster
from config.embedded.keeper import Keeper
from config.embedded.supervisor import Child, say
from config.settings import embedded

_LAST_PORT: Final = 65535
_POOL: Final = "8"
"""Database connections of the web process."""
_ORPHANS_SECONDS: Final = 15
"""How long the processes of a killed supervisor may hold its port."""
_SLOW_SECONDS: Final = 10
_CONNECT_SECONDS: Final = 5
_PROGRESS_SECONDS: Final = 5
_STARTING: Final = re.compile(r"the database system is|not yet accepting|in recovery", re.IGNORECASE)
"""How PostgreSQL refuses while it starts or recovers."""


class Command(BaseCommand):
    """Starts PostgreSQL, web, worker and beat, keeps them running, and stops them in order."""

    help = "Run the whole service on this machine: PostgreSQL, web, worker and beat."
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Take the address from the command line or the environment."""
        parser.add_argument("--host", default=os.environ.get("HOST_ADDRESS", "127.0.0.1"))
        parser.add_argument("--port", default=os.environ.get("PORT") or "8000", help="0 takes a free one")

    def handle(self, *, host: str, port: str, **_: Any) -> None:
        """Run until a signal; CommandError when it cannot start."""
        if not sys.warnoptions:
            warnings.simplefilter("ignore")
        number = _port(port)
        ending = _Ending()
        try:
            with ExitStack() as house:
                house.enter_context(_only_one(embedded.STATE))
                with ending.at_once():
                    url, keeper, children = _build(house, host, number, ending.asked)
                lost = supervisor.watch(children, ending.asked, also=_Round(url, keeper))
            if lost:
                raise CommandError(f"The service cannot start: {lost.name} ended {lost.fails} times running.")
        except Refused as refusal:
            raise CommandError(str(refusal)) from refusal
        except KeyboardInterrupt:
            pass
        say("up", "stopped")


class _Ending:
    """What a signal asks for: an end. While the service is being built it interrupts what is being done."""

    def __init__(self) -> None:
        self.asked = threading.Event()
        self._interrupts = False
        for ending in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP):
            signal.signal(ending, self._ask)

    def _ask(self, *_: object) -> None:
        is_first = not self.asked.is_set()
        self.asked.set()
        if is_first and self._interrupts:
            raise KeyboardInterrupt

    @contextmanager
    def at_once(self) -> Iterator[None]:
        """Raise KeyboardInterrupt where a signal comes meanwhile."""
        self._interrupts = True
        try:
            if self.asked.is_set():
                raise KeyboardInterrupt
            yield
        finally:
            self._interrupts = False


def _port(text: str) -> int:
    """Return the number of a port; CommandError where it is none."""
    if not (text.isascii() and text.isdigit() and len(text) < 6 and int(text) <= _LAST_PORT):
        raise CommandError(f"PORT must be a number from 0 to {_LAST_PORT}, not {text!r}.")
    return int(text)


def _build(
    house: ExitStack, host: str, port: int, stop: threading.Event
) -> tuple[str, Keeper | None, list[supervisor.Child]]:
    """Build the house from the ground up. Leaving `house` takes it down, top first."""
    listening = house.enter_context(_listen(host, port, stop))
    cluster = _own_cluster()
    keeper = _keep(house, cluster, stop) if cluster else None
    if not embedded.OWN_DATABASE:
        _await_database(embedded.DATABASE_URL, stop)
    say("up", "prepares the tables and the variants")
    for step in ("migrate", "createcachetable", "load_variants", "first_game"):
        told = io.StringIO()
        try:
            call_command(step, verbosity=0, stdout=told)
        except DatabaseError as error:
            raise Refused(f"The database cannot be used ({step}): {_first_line(error)}") from error
        if step == "first_game" and (line := told.getvalue().strip()):
            say("up", line)
    connections.close_all()
    url = f"http://{host}:{listening.getsockname()[1]}"
    (embedded.STATE / "address").write_text(url)
    children = _children(listening.fileno())
    house.callback(supervisor.end, children)
    say("up", f"starts {', '.join(child.name for child in children)}")
    return url, keeper, children


class _Round:
    """What the supervisor does at every look beside tending its children."""

    def __init__(self, url: str, keeper: Keeper | None) -> None:
        self._url = url
        self._keeper = keeper
        self._next = time.monotonic() + _SLOW_SECONDS
        self._is_ready = False

    def __call__(self) -> bool:
        """Return whether a child that fails may end the service: never once it was ready, nor without a database."""
        has_database = self._keeper is None or self._keeper.tend()
        if not self._is_ready and has_database:
            self._look()
        return not self._is_ready and has_database

    def _look(self) -> None:
        """Tell people where the service is, once it is ready; and if that takes long, what it waits for."""
        reason = _unready(f"{self._url}/api/v1/readyz")
        if not reason:
            self._is_ready = True
            _welcome(self._url)
            if self._keeper:  # the data are new: to write them takes seconds, which Ctrl-C must not take
                threading.Thread(target=self._keeper.cluster.checkpoint, name="checkpoint", daemon=True).start()
        elif time.monotonic() > self._next:
            self._next = time.monotonic() + _SLOW_SECONDS
            say("up", f"not ready yet: {reason}")


def _unready(url: str) -> str:
    """Return why the service is not ready, nothing when it is."""
    try:
        with urllib.request.urlopen(url, timeout=2):
            return ""
    except urllib.error.HTTPError as error:
        return error.read().decode(errors="replace")
    except OSError as error:
        return str(error)


def _welcome(url: str) -> None:
    port = url.rsplit(":", 1)[1]
    play = "make play" if port == "8000" else f"make play PORT={port}"
    for line in (
        f"ready at {url}/api/v1/",
        f"docs     {url}/docs/   (the API: {url}/api/v1/docs/)",
        f"play     {play}   (in another terminal)",
        "stop     Ctrl-C",
    ):
        say("up", line)


def _own_cluster() -> Cluster | None:
    return embedded.CLUSTER if embedded.OWN_DATABASE or embedded.OWN_BROKER else None


def _keep(house: ExitStack, cluster: Cluster, stop: threading.Event) -> Keeper:
    """Start PostgreSQL, wait until it answers, however long it recovers, and make the databases."""
    keeper = Keeper(cluster, partial(say, "postgres"))
    house.callback(cluster.stop)
    say("postgres", "starts" if cluster.is_made() else f"makes its data in {cluster.data}, once, and starts")
    while not keeper.tend():
        stop.wait(0.03)
    if embedded.OWN_DATABASE:
        cluster.ensure_database(state.DATABASE)
    if embedded.OWN_BROKER:
        cluster.ensure_database(state.BROKER_DATABASE)
        broker.install(embedded.BROKER_URL)
    return keeper


def _await_database(url: str, stop: threading.Event) -> None:
    """Wait for the database that DATABASE_URL names while it starts. Refused where it does not let the service in."""
    begun = told = time.monotonic()
    while True:
        try:
            psycopg.connect(url, connect_timeout=_CONNECT_SECONDS).close()
        except psycopg.OperationalError as error:
            why = _first_line(error)
            if not _STARTING.search(why):
                raise Refused(f"The database of DATABASE_URL does not let the service in: {why}") from error
            if time.monotonic() - told > _PROGRESS_SECONDS:
                told = time.monotonic()
                say("up", f"the database does not answer yet, after {told - begun:.0f} s: {why}")
            stop.wait(0.5)
        else:
            return


def _first_line(error: Exception) -> str:
    return str(error).strip().partition("\n")[0]


def _children(listening: int) -> list[Child]:
    """Return web, worker, examiner and beat, in the order in which they start and stop."""
    shared = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": os.environ["DJANGO_SETTINGS_MODULE"],
        "DATA": str(embedded.STATE),
        "PYTHONUNBUFFERED": "1",
        "C_FORCE_ROOT": "1",
        "PYTHONWARNINGS": os.environ.get("PYTHONWARNINGS") or "ignore",  # libraries tell their users what will change
        "BEAT_SCHEDULE": str(embedded.STATE / "beat"),
    }
    web = {**shared, "DATABASE_POOL": os.environ.get("DATABASE_POOL") or _POOL, "WEB_SOCKET": str(listening)}

    def child(role: str, environment: dict[str, str], *sockets: int) -> Child:
        command = [sys.executable, "-m", "config.embedded.child", role, str(os.getpid())]
        return Child(role, command, environment, sockets)

    return [child("web", web, listening), child("worker", shared), child("examiner", shared), child("beat", shared)]


@contextmanager
def _only_one(place: Path) -> Iterator[None]:
    """Hold the state directory; the kernel lets go of it however this process ends. Refused when another holds it."""
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
    """Open the web's socket. After a supervisor that was killed, wait until its processes have let go of the port."""
    was_killed = (embedded.STATE / "address").exists()
    until = time.monotonic() + (_ORPHANS_SECONDS if was_killed else 0)
    while True:
        try:
            listening = socket.create_server((host, port), backlog=2048)
        except OSError as error:
            if time.monotonic() < until and not stop.wait(0.2):
                continue
            why = (error.strerror or str(error)).partition(" (while")[0]
            raise Refused(f"Cannot listen on {host}:{port} ({why}). Name another by PORT=…") from error
        with listening:
            yield listening
        return
