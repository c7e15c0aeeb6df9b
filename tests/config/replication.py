"""A primary and a replica that streams from it, for one test."""

import shutil
import signal
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any, Final

import psutil
import psycopg
from psycopg import sql

from config.embedded import binaries
from config.embedded.cluster import Cluster
from tests.config.service import await_that

_LOCKED: Final = "SELECT relation::regclass::text FROM pg_locks WHERE mode = 'AccessExclusiveLock'"


class Pair:
    """Two servers, and a migrated database on both."""

    def __init__(self, place: Path) -> None:
        self.primary, self.replica = (Cluster(place / name, throwaway=True) for name in ("primary", "replica"))

    def start(self, copied: str) -> None:
        """Start both with a copy of the database at this address, which is faster than to migrate another one."""
        account = self.replica.account
        programs = binaries.find(account)
        self.primary.start()
        self.primary.ensure_database("maumau")
        dump = subprocess.run([programs / "pg_dump", copied], check=True, capture_output=True).stdout
        load: list[str | Path] = [programs / "psql", "--quiet", "--set=ON_ERROR_STOP=1", self.primary.url("maumau")]
        subprocess.run(load, input=dump, check=True, capture_output=True)
        self.replica.data.parent.mkdir(mode=0o711)
        account.own_directory(self.replica.data)
        where: list[str | Path] = ["-h", self.primary.socket, "-U", "postgres", "-D", self.replica.data]
        copy = [programs / "pg_basebackup", *where, "--write-recovery-conf", "--checkpoint=fast"]
        subprocess.run(copy, check=True, **account.process)
        self.replica.start()

    def remove(self) -> None:
        self.replica.remove()
        self.primary.remove()

    def ask_replica(self, question: str) -> Any:
        """Return the one value that the replica answers."""
        with psycopg.connect(self.replica.url("maumau"), autocommit=True) as connection:
            (value,) = connection.execute(question).fetchone() or (None,)
        return value

    @contextmanager
    def stands_still(self) -> Iterator[None]:
        """Let the replica receive in this block what the primary does, but not apply it."""
        self.ask_replica("SELECT pg_wal_replay_pause()::text")
        await_that(lambda: self.ask_replica("SELECT pg_get_wal_replay_pause_state()") == "paused")
        try:
            yield
        finally:
            self.ask_replica("SELECT pg_wal_replay_resume()::text")

    @contextmanager
    def locks(self, table: str) -> Iterator[None]:
        """Let the replica hold in this block the lock of a transaction that the primary has ended."""
        with ExitStack() as meanwhile:
            with psycopg.connect(self.primary.url("maumau")) as connection:
                connection.execute(sql.SQL("LOCK TABLE {}").format(sql.Identifier(table)))
                await_that(lambda: self.ask_replica(_LOCKED) == table)
                meanwhile.enter_context(self.stands_still())
            yield

    @contextmanager
    def hangs(self) -> Iterator[None]:
        """Stop all processes of the replica in this block: it accepts connections, and answers nothing."""
        postmaster = psutil.Process(int((self.replica.data / "postmaster.pid").read_text().split("\n", 1)[0]))
        stopped = [postmaster, *postmaster.children()]
        for one in stopped:
            one.send_signal(signal.SIGSTOP)
        try:
            yield
        finally:
            for one in stopped:
                one.send_signal(signal.SIGCONT)


@contextmanager
def replicated(copied: str) -> Iterator[Pair]:
    """Run a pair with a copy of the database at this address for the time of the block."""
    place = Path(tempfile.mkdtemp(prefix="maumau-pair-"))
    place.chmod(0o711)
    pair = Pair(place)
    try:
        pair.start(copied)
        yield pair
    finally:
        pair.remove()
        shutil.rmtree(place, ignore_errors=True)
