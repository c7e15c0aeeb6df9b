"""PostgreSQL's own limit: pgbench sends the statements of a move again and again, prepared and in two round trips."""

import json
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from config.embedded import binaries, state
from config.embedded.account import servant
from config.embedded.cluster import Cluster
from games.client.api_client import new_key
from games.client.http import BASE
from tests.benchmarks import requests
from tests.benchmarks.duel import Duel
from tests.benchmarks.environments import NoPeer
from tests.benchmarks.service import Service

NAME: Final = "pgbench, the same statements"
_EARLY: Final = 40
"""The version from which on a move is recorded. So no other number of the move is a version by chance."""
_FREE: Final = 1_000_000
"""The version from which on pgbench stores events."""
_RATE: Final = re.compile(r"^tps = ([\d.]+)", re.MULTILINE)
_PLACE: Final = re.compile(r"%%|%s")


class PgBench:
    """Clients of pgbench, which make a recorded move each, in a game of its own."""

    def __init__(self, service: Service, clients: int) -> None:
        """Record a move in so many new games of *service*. Raises NoPeer if there is no pgbench."""
        self._program = binaries.find(servant()) / "pgbench"
        if not self._program.exists():
            raise NoPeer("this PostgreSQL comes without it")
        self._socket = Cluster(Path(service.environment["DATA"])).socket
        played = requests.duels(service.url, clients, endless=True)
        self._scripts = [script_of(move) for move in _sent_by(service, played)]
        self._next = _FREE

    def rate(self, seconds: float) -> float:
        """Return the transactions a second of all clients together."""
        with tempfile.TemporaryDirectory() as place:
            started = [
                self._start(Path(place) / f"{number}.sql", text, values, max(1, round(seconds)))
                for number, (text, values) in enumerate(self._scripts)
            ]
            printed = [one.communicate() for one in started]
        self._next += _FREE
        if any(one.returncode for one in started):
            raise NoPeer(f"pgbench failed: {printed[0][1].strip().splitlines()[-1:]}")
        return sum(float(_RATE.findall(output)[0]) for output, _ in printed)

    def _start(self, file: Path, script: str, values: dict[str, str], seconds: int) -> "subprocess.Popen[str]":
        file.write_text(script, encoding="utf-8")
        given = [
            part for name, value in {**values, "last": str(self._next)}.items() for part in ("-D", f"{name}={value}")
        ]
        command = [str(self._program), "-n", "-M", "prepared", "-T", str(seconds), "-f", str(file), *given]
        return subprocess.Popen(
            [*command, "-h", str(self._socket), "-U", "postgres", state.DATABASE],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip


def _sent_by(service: Service, played: Sequence[Duel]) -> list[dict[str, Any]]:
    """Return for a move in each duel what it sends to PostgreSQL, and its key. Raises NoPeer."""
    moves: list[dict[str, Any]] = []
    for duel in played:
        while duel.table["version"] < _EARLY:
            duel.step()
        headers = {**duel.players[duel.table["on_turn"]].headers, "Idempotency-Key": new_key()}
        body = {"turn": duel.table["turn"], "move": duel.choose()}
        moves.append({"path": f"{BASE}/games/{duel.game}/moves", "body": body, "headers": headers})
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks.statements"],
        env=service.environment, input="\n".join(map(json.dumps, moves)), capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        raise NoPeer(f"no move was recorded: {done.stderr.strip().splitlines()[-1:]}")
    sent = map(json.loads, done.stdout.splitlines())
    return [{**one, "key": move["headers"]["Idempotency-Key"]} for one, move in zip(sent, moves, strict=True)]


def script_of(move: dict[str, Any]) -> tuple[str, dict[str, str]]:
    """Return a script of pgbench that makes a recorded move again and again, and the values that stay the same.

    Each time the versions of its events are the next ones, and the last of them is also its key.
    """
    before, count = move["versions"][0] - 1, len(move["versions"])
    changing = {str(before): ":before", move["key"]: ":last"}
    changing |= {str(version): f":v{version - before}" for version in move["versions"]}
    changing[str(before + count)] = ":last"
    first, *others = move["trips"]
    values: dict[str, str] = {}

    def lines(trip: list[tuple[str, list[str | None]]], *, writes: bool) -> Iterator[str]:
        for sql, given in trip:
            places = iter(given)

            def name(found: re.Match[str], places: Iterator[str | None] = places) -> str:
                if found[0] == "%%":
                    return "%"
                value = next(places)
                if value is None:
                    return "NULL"
                if value in changing and (writes or value == move["key"]):
                    return changing[value]
                values[f"a{len(values)}"] = value
                return f":a{len(values) - 1}"

            yield " ".join(_PLACE.sub(name, sql).split()) + ";"

    text = [
        "\\set before :last",
        *(f"\\set v{number} :before + {number}" for number in range(1, count)),
        f"\\set last :before + {count}",
        "\\startpipeline",
        *lines(first, writes=False),
        "\\endpipeline",
        "\\startpipeline",
        *lines([statement for trip in others for statement in trip], writes=True),
        "\\endpipeline",
    ]
    return "\n".join(text) + "\n", values
