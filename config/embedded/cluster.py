"""A PostgreSQL server of this service, on a socket only: it is made, started or adopted, watched and stopped.

By hand: the code that comes with the programs kills a server that takes more than two seconds to stop, and fails on a
server that is still recovering.
"""

import fcntl
import os
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from hashlib import sha256
from pathlib import Path
from typing import Final

import psycopg
from psycopg import sql

from config.embedded import binaries
from config.embedded.account import Refused, servant
from games.management.advice import THROWAWAY

_SOCKETS: Final = Path("/tmp")  # noqa: S108  # a socket's path is short, and its own folder is private
_START_SECONDS: Final = 30
_STOP_SECONDS: Final = 20
_THROWAWAY: Final = (
    "fsync=off", "synchronous_commit=off", "full_page_writes=off", "autovacuum=off", f"cluster_name={THROWAWAY}",
)  # fmt: skip
_DURABLE: Final = ("fsync=on", "synchronous_commit=on")


class Cluster:
    """A server with its data in `home`/postgres. `throwaway` gives up durability for speed.

    If the account of the server cannot enter root's `home`, the data are in a folder of `/var/lib/maumau`.
    POSTGRES_FOLDER replaces this folder, and `/tmp` for the socket.
    """

    def __init__(self, home: Path, *, throwaway: bool = False) -> None:
        self.account = servant()
        home = home.resolve()
        if not self.account.may_enter(home):
            home = binaries.public_place(home)
        self.data = home / "postgres"
        self.log = home / "postgres.log"
        self.throwaway = throwaway
        self.most_connections = 100
        name = sha256(f"{os.geteuid()}:{self.data}".encode()).hexdigest()[:12]
        self.socket = binaries.outside(_SOCKETS) / f"maumau-{name}"
        self._process: subprocess.Popen[bytes] | None = None

    def url(self, database: str) -> str:
        """Return the address of a database of this server."""
        return f"postgresql://postgres@/{database}?host={self.socket}"

    def start(self, *, patience: float = _START_SECONDS) -> bool:
        """Start the server and wait until it answers. Return whether a running one is adopted instead.

        `patience` is in seconds. Several processes may call this at once. Raises Refused if the server cannot start.
        """
        until = time.monotonic() + patience
        with self._guard():
            # Processes of a killed server hold its memory for a moment, so a start may fail and be tried again.
            while not self._launch():
                while self.has_process():
                    if self.answers():
                        return False
                    if time.monotonic() > until:
                        raise Refused(f"PostgreSQL does not answer. See {self.log}")
                    time.sleep(0.03)
                if time.monotonic() > until:
                    raise Refused(f"PostgreSQL does not start. See {self.log}")
                time.sleep(0.3)
        return True

    def is_made(self) -> bool:
        """Return whether the data exist."""
        return (self.data / "PG_VERSION").exists()

    def launch(self) -> bool:
        """Start the server without waiting for it; make the data first if needed.

        Return whether a running one is adopted instead. Raises Refused if no server can be started here.
        """
        with self._guard():
            return self._launch()

    def _launch(self) -> bool:
        self.account.own_directory(self.socket)
        if self.is_made():
            self.account.own_directory(self.data)
            if self.answers():
                return True
        programs = binaries.find(self.account)
        self._make(programs)
        settings = [
            "listen_addresses=",
            "unix_socket_permissions=0700",
            f"max_connections={self.most_connections}",
            *(_THROWAWAY if self.throwaway else _DURABLE),
        ]
        flags = [flag for setting in settings for flag in ("-c", setting)]
        with self.log.open("ab") as log:
            self._process = subprocess.Popen(
                [programs / "postgres", "-D", self.data, "-k", self.socket, *flags],
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=log,
                **self.account.process,
            )
        return False

    def has_process(self) -> bool:
        """Return whether the server runs as a child of this process."""
        return self._process is not None and self._process.poll() is None

    def take_end(self) -> int | None:
        """Return the exit status of the child, once. None if no child has ended."""
        ended = self._process.poll() if self._process else None
        if ended is not None:
            self._process = None
        return ended

    def answers(self) -> bool:
        """Return whether a connection can be made."""
        with suppress(psycopg.OperationalError), psycopg.connect(self.url("postgres"), connect_timeout=5):
            return True
        return False

    def is_alive(self) -> bool:
        """Return whether the server runs. This is cheap for a child; for an adopted server it takes a connection."""
        if self._process:
            return self._process.poll() is None
        return self._pid() is not None and self.answers()

    def disown(self) -> None:
        """Let the server outlive this process. The next one that starts it adopts it."""
        if self._process:
            self._process.returncode = 0  # otherwise Popen warns that nobody waits for it
            self._process = None

    def stop(self) -> None:
        """Stop the server without waiting for its clients. Kill it after 20 seconds."""
        pid = self._process.pid if self._process else self._pid()
        # The process id of a dead server may belong to another process by now, so an adopted server must answer first.
        if pid is None or not (self._process or self.answers()):
            return
        _send(pid, signal.SIGINT)
        if not _within(_STOP_SECONDS, self._is_gone):
            _send(pid, signal.SIGKILL)
            _within(_STOP_SECONDS, self._is_gone)
        self._process = None
        with suppress(OSError):
            self.socket.rmdir()

    def checkpoint(self) -> None:
        """Have memory written to disk, so that a later stop is fast. Does not wait for it."""
        with suppress(psycopg.Error), psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.pgconn.send_query(b"CHECKPOINT")
            connection.pgconn.flush()

    def ensure_database(self, name: str) -> None:
        """Create a database, unless it exists."""
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            if not connection.execute("SELECT 1 FROM pg_database WHERE datname = %s", [name]).fetchone():
                connection.execute(sql.SQL("CREATE DATABASE {}").format(sql.Identifier(name)))

    def remove(self) -> None:
        """Stop the server and delete all its data."""
        self.stop()
        for directory in (self.data, self.socket):
            shutil.rmtree(directory, ignore_errors=True)
        for file in (self.log, self._lock):
            file.unlink(missing_ok=True)

    @property
    def _lock(self) -> Path:
        return self.data.with_name("postgres.lock")

    @contextmanager
    def _guard(self) -> Iterator[None]:
        self.data.parent.mkdir(mode=0o755, parents=True, exist_ok=True)
        with self._lock.open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            yield

    def _make(self, programs: Path) -> None:
        """Make the data, unless they exist. Raises Refused if they are of another version."""
        version = binaries.major_version(programs)
        if self.is_made():
            if (made := int((self.data / "PG_VERSION").read_text())) != version:
                raise Refused(
                    f"The data in {self.data} are of PostgreSQL {made}, but the programs are of version {version}."
                )
            return
        # initdb works beside the final place: if it is killed, half-made data are not taken for a database.
        unfinished = self.data.with_name("postgres.unfinished")
        shutil.rmtree(unfinished, ignore_errors=True)
        self.account.own_directory(unfinished)
        builtin = ["--locale-provider=builtin", "--builtin-locale=C.UTF-8"] if version >= 17 else []
        how = ["-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync", *builtin]
        command: list[str | Path] = [programs / "initdb", "-D", unfinished, *how]
        done = subprocess.run(command, capture_output=True, text=True, check=False, **self.account.process)
        if done.returncode:
            shutil.rmtree(unfinished, ignore_errors=True)
            raise Refused(f"initdb failed: {' '.join(done.stderr.split())}")
        try:
            unfinished.rename(self.data)  # over an empty directory, if there is one
        except OSError as error:
            raise Refused(f"{self.data} holds something else than a database of this service.") from error

    def _pid(self) -> int | None:
        try:
            return int((self.data / "postmaster.pid").read_text().split("\n", 1)[0])
        except (OSError, ValueError):
            return None

    def _is_gone(self) -> bool:
        if self._process:
            return self._process.poll() is not None
        pid = self._pid()
        if pid is None:
            return True
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return True
        return False


def _send(pid: int, number: signal.Signals) -> None:
    with suppress(ProcessLookupError):
        os.kill(pid, number)


def _within(seconds: float, condition: Callable[[], bool]) -> bool:
    until = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > until:
            return False
        time.sleep(0.02)
    return True
