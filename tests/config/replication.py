"""A primary and a replica that streams from it, for one test."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import psutil
import psycopg

from config.embedded import binaries
from config.embedded.cluster import Cluster
from tests.config.service import ROOT, await_that


class Pair:
    """Two servers, and a migrated database on both."""

    def __init__(self, place: Path) -> None:
        self.primary, self.replica = (Cluster(place / name, throwaway=True) for name in ("primary", "replica"))

    def start(self) -> None:
        self.primary.start()
        self.primary.ensure_database("maumau")
        environment = {"DJANGO_SETTINGS_MODULE": "config.settings.test", "DATABASE_URL": self.primary.url("maumau")}
        for command in ("migrate", "load_variants"):
            subprocess.run(
                [sys.executable, "manage.py", command, "--verbosity", "0"],
                cwd=ROOT, env={**os.environ, **environment}, check=True,
            )  # fmt: skip
        account = self.replica.account
        self.replica.data.parent.mkdir(mode=0o711)
        account.own_directory(self.replica.data)
        copy = binaries.find(account) / "pg_basebackup"
        where: list[str | Path] = ["-h", self.primary.socket, "-U", "postgres", "-D", self.replica.data]
        subprocess.run([copy, *where, "--write-recovery-conf", "--checkpoint=fast"], check=True, **account.process)
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
def replicated() -> Iterator[Pair]:
    """Run a pair for the time of the block."""
    place = Path(tempfile.mkdtemp(prefix="maumau-pair-"))
    place.chmod(0o711)
    pair = Pair(place)
    try:
        pair.start()
        yield pair
    finally:
        pair.remove()
        shutil.rmtree(place, ignore_errors=True)
