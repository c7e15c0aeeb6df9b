"""One run of the chaos: games are played while all is killed, stopped and cut off, and each answer is checked."""

import io
import json
import subprocess
import sys
import threading
import time
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import AbstractContextManager, ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from itertools import pairwise
from random import Random
from typing import Final, Self, TypeAlias

import psycopg
from django.db import connection
from psycopg.conninfo import conninfo_to_dict
from rich.console import Console
from rich.table import Table

from games.client.http import accepted
from games.db import rows
from tests.benchmarks.ledger import Ledger
from tests.benchmarks.service import Player, Service
from tests.games.chaos import findings, history
from tests.games.chaos.clients import Party, parties_of
from tests.games.chaos.history import Call, Log, Logged, News
from tests.games.chaos.processes import BACKEND, POSTGRES, Processes, Wired
from tests.games.children import ROOT, await_that
from tests.games.webhooks.receiver import Receiver, receiving
from tests.sizes import Size

SEED: Final = 12
PATIENCE: Final = 180.0
"""Seconds in which everything is long over, also on a machine that does other things."""
Connect: TypeAlias = Callable[[Service], AbstractContextManager[None]]
"""Lets Django's connection use the database of a service for the time of a block."""
_STOPS: Final = 0.3
"""How often a process is stopped, and not killed."""
_SUPERVISORS: Final = 50
"""In a long run, so many kills and stops come before the supervisor is killed. The service needs seconds to start."""
_LONG: Final = 100
"""Kills from which a run is a long one."""
_CLAIMS: Final = 1.0
"""Seconds between two checks of the claims."""
_CHECK: Final = 4.0
"""Seconds between two checks of the history in a run that ends at its first fault."""
_AGAIN: Final = 4.0
"""Seconds before a webhook is sent again, at least."""
_PASSWORD: Final = "correct horse battery staple"  # noqa: S105
_NOTICED: Final = ("game-over", "seat-taken")
_CALLED: Final = {"game.started": "game-started", "game.over": "game-over"}
DONE: Final = """
    SELECT 'events', count(*) FROM event UNION ALL
    SELECT 'moves of players', count(*) FROM move_key WHERE actor NOT LIKE 'bot:%' AND actor <> 'clock' UNION ALL
    SELECT 'moves of bots', count(*) FROM move_key WHERE actor LIKE 'bot:%' UNION ALL
    SELECT 'moves of experts', count(*) FROM move_key AS m JOIN seat AS s
        ON (s.shard, s.game) = (m.shard, m.game) AND m.actor = 'bot:' || s.seat AND s.bot = 'expert' UNION ALL
    SELECT 'moves of plans', count(*) FROM move_key WHERE key LIKE 'plan %' UNION ALL
    SELECT 'times that ran out', count(*) FROM event WHERE type = 'time-ran-out' UNION ALL
    SELECT 'proposals', count(*) FROM event WHERE type = 'proposal-made' UNION ALL
    SELECT 'of these, accepted', count(*) FROM event
        WHERE type = 'proposal-settled' AND public ->> 'outcome' = 'accepted' UNION ALL
    SELECT 'pauses', count(*) FROM event WHERE type = 'clock-paused' UNION ALL
    SELECT 'claims of the win or of a bot', count(*) FROM event WHERE command LIKE '% claim%' UNION ALL
    SELECT 'notices', count(*) FROM notice UNION ALL
    SELECT 'games ' || status, count(*) FROM game GROUP BY status
"""


@contextmanager
def connected(service: Service) -> Iterator[None]:
    """Let Django's connection use the database of *service*."""
    there = conninfo_to_dict(service.database)
    names = {"NAME": "dbname", "USER": "user", "HOST": "host", "PORT": "port", "PASSWORD": "password"}
    kept = dict(connection.settings_dict)
    connection.close()
    connection.settings_dict.update({name: there.get(key, "") for name, key in names.items()})
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict.update(kept)


class Found(Exception):
    """A run that ends at its first fault has found one."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Trial:
    """What a run does."""

    parties: int
    """Pairs of players."""
    tables: int
    """Games that each pair plays at once."""
    workers: int
    """Workers beside that of the service."""
    kills: int
    """Processes that are killed or stopped."""
    kill_every: float
    """Seconds between two of these, in the mean."""
    mutant: str = ""
    """The fault that is planted. The run ends when it is found."""
    patience: float = PATIENCE
    """Seconds in which all is well again at the end."""

    @classmethod
    def of(cls, size: Size) -> Self:
        """Return the run of this size."""
        return cls(
            parties=size.parties, tables=size.tables, workers=size.workers, kills=size.kills,
            kill_every=size.kill_every,
        )  # fmt: skip


@dataclass(slots=True)
class Outcome:
    """What a run has shown."""

    ledger: Ledger = field(default_factory=Ledger)
    calls: list[Call] = field(default_factory=list)
    kills: Counter[str] = field(default_factory=Counter)
    stops: Counter[str] = field(default_factory=Counter)
    done: Mapping[str, int] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    lasted: float = 0.0
    """Seconds in which processes were killed."""
    took: float = 0.0
    """Seconds until its end, or until the first fault was found."""

    def count(self, word: str) -> int:
        """Return how many faults speak of this."""
        return sum(word in one.partition(":")[0] for one in self.faults)


def run(trial: Trial, connect: Connect) -> Outcome:
    """Let players play on a service of its own while its processes are killed and stopped. Return what came of it."""
    outcome, random, begun = Outcome(), Random(SEED), time.monotonic()
    try:
        with Wired(trial.mutant) as service, receiving() as receiver, ExitStack() as clients:
            players = [Player(service.url) for _ in range(2 * trial.parties)]
            for player in players:
                clients.callback(player.http.close)
                _register(player, receiver)
            parties = parties_of(players, outcome.ledger, random, calls=outcome.calls)
            _Chaos(trial, connect, outcome, random, begun, service, receiver, players, parties).unleash()
    except (AssertionError, Found) as error:
        outcome.faults.append(str(error))
    return outcome


def _register(player: Player, receiver: Receiver) -> None:
    """Make an account of a guest, with a webhook: guests have none."""
    player.post("/me/credentials", {"username": f"player-{player.id[-12:]}", "password": _PASSWORD})
    player.post("/webhooks", {"url": f"{receiver.url}/{player.id}", "events": [*_CALLED]})


@dataclass(slots=True)
class _Chaos:
    trial: Trial
    connect: Connect
    outcome: Outcome
    random: Random
    begun: float
    service: Wired
    receiver: Receiver
    players: Sequence[Player]
    parties: Sequence[Party]
    _next_claims: float = 0.0
    _next_check: float = 0.0

    def unleash(self) -> None:
        """Kill and stop processes, and check everything. Raises AssertionError if something hangs, and Found."""
        trial, outcome, stopped = self.trial, self.outcome, threading.Event()
        with (
            Processes(self.service, self.random, trial.workers) as processes,
            ThreadPoolExecutor(trial.parties) as pool,
        ):
            outcome.kills, outcome.stops = processes.kills, processes.stops
            playing = [pool.submit(party.play, trial.tables, stopped) for party in self.parties]
            begun = time.monotonic()
            try:
                while processes.kills.total() + processes.stops.total() < trial.kills:
                    self._pause(self.random.uniform(0.5, 1.5) * trial.kill_every, playing, processes)
                    self._strike(processes)
                outcome.lasted = time.monotonic() - begun
                processes.wake(everybody=True)
                with self.connect(self.service):
                    findings.await_that_each_game_goes_on(trial.patience)
                    if not trial.mutant:
                        await_that(lambda: len(outcome.ledger.accepted) > trial.kills and _is_mixed(), PATIENCE, 0.5)
            finally:
                outcome.took = time.monotonic() - self.begun
                processes.wake(everybody=True)
                stopped.set()
            for one in playing:
                one.result(PATIENCE)
            self._check_all()

    def _strike(self, processes: Processes) -> None:
        before = processes.kills.total() + processes.stops.total()
        if self.trial.kills >= _LONG and before % _SUPERVISORS == _SUPERVISORS - 1:
            processes.wake(everybody=True)
            processes.kill_supervisor()
            return
        name, pid = processes.choose()
        if self.random.random() < _STOPS:
            processes.stop(name, pid)
            return
        if name in (POSTGRES, BACKEND):
            # What was only just acknowledged is what a server loses that does not wait for its disk.
            moves, until = len(self.outcome.ledger.accepted_at), time.monotonic() + 1
            while len(self.outcome.ledger.accepted_at) == moves and time.monotonic() < until:
                time.sleep(0.001)
        processes.kill(name, pid)

    def _pause(self, seconds: float, playing: Sequence[Future[None]], processes: Processes) -> None:
        """Wait until the next kill is due, and check meanwhile. Raises what has ended a player, and Found."""
        until = time.monotonic() + seconds
        while (left := until - time.monotonic()) > 0:
            for one in playing:
                if one.done():
                    one.result()
            processes.wake()
            with suppress(psycopg.OperationalError):
                self._check_now()
            time.sleep(min(left, 0.1))

    def _check_now(self) -> None:
        """Check the claims, and in a run that ends at its first fault at everything that is known by now."""
        now = time.monotonic()
        if now < self._next_claims:
            return
        self._next_claims = now + _CLAIMS
        with psycopg.connect(self.service.database, connect_timeout=5, autocommit=True) as database:
            held = [f"held for too long: {row}" for row in database.execute(findings.HELD).fetchall()]
            self.outcome.faults += held
            if not self.trial.mutant:
                return
            if now >= self._next_check:
                calls = [*self.outcome.calls]  # before the log: it holds what they were answered
                found = history.faults(calls, _log(database), _outages(database))
                held += [*self.outcome.ledger.faults, *found, *self._repeated()]
                outlived = findings.WRONG[findings.OUTLIVED]
                held += [f"{findings.OUTLIVED}: {row}" for row in database.execute(outlived.encode()).fetchall()]
                self._next_check = time.monotonic() + _CHECK
            if held:
                raise Found(held[0])

    def _check_all(self) -> None:
        outcome, patience = self.outcome, self.trial.patience
        with self.connect(self.service):
            ends = findings.ends()  # others play on, so the followers never have nothing to read
            await_that(lambda: findings.have_read(ends), patience)
            outcome.done = dict(rows(DONE))
        with psycopg.connect(self.service.database, autocommit=True) as database:
            log = _log(database)
            outcome.faults += history.faults(outcome.calls, log, _outages(database))
        outcome.faults += self._undelivered(log)
        verified = subprocess.run(
            [sys.executable, "manage.py", "verify"],
            cwd=ROOT, env=self.service.environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
        if verified.returncode:
            outcome.faults.append(f"verify: {verified.stdout}{verified.stderr}")
        with self.connect(self.service):
            outcome.faults += [*outcome.ledger.faults, *outcome.ledger.audit(), *findings.wrong()]
        outcome.took = time.monotonic() - self.begun

    def _undelivered(self, log: Log) -> list[str]:
        """Return which notices and webhooks have not come, or came twice, after waiting for them."""
        expected = [*history.news(log)]
        told = {one for one in expected if one.kind in _NOTICED}
        called = {one for one in expected if one.kind in _CALLED.values()}
        until = time.monotonic() + self.trial.patience
        while True:
            came, arrived = Counter(self._notices()), Counter(self._webhooks())
            faults = [
                *history.misdelivered("a notice", told, came), *history.misdelivered("a webhook", called, arrived)
            ]  # fmt: skip
            if not faults or time.monotonic() > until:
                return [*faults, *self._repeated()]
            time.sleep(1)

    def _notices(self) -> Iterator[News]:
        """Yield what is in the inboxes of all players."""
        for player in self.players:
            for kind in _NOTICED:
                cursor = ""
                while cursor is not None:
                    path = f"/me/notices?kind={kind}&limit=100" + (f"&cursor={cursor}" if cursor else "")
                    page = accepted(player.http.send("GET", path, None, player.headers)).body
                    for one in page["items"]:
                        yield News(player.id, kind, one["game"], one["seat"] if kind == "seat-taken" else None)
                    cursor = page["next_cursor"]

    def _webhooks(self) -> Iterator[News]:
        """Yield what the receiver got, each delivery once however often it was sent."""
        ids = {one.headers["webhook-id"]: one for one in [*self.receiver.received]}
        for one in ids.values():
            payload = json.loads(one.body)
            yield News(one.path.rpartition("/")[2], _CALLED[payload["type"]], payload["data"]["game"])

    def _repeated(self) -> Iterator[str]:
        """Yield deliveries that were sent again although nothing had failed, before any lease could end."""
        times = defaultdict(list)
        for one in [*self.receiver.received]:
            times[one.headers["webhook-id"]].append(one.at)
        for name, at in times.items():
            if any(after - before < _AGAIN for before, after in pairwise(at)):
                yield f"a webhook is doubled: {name} came after {[round(one - at[0], 2) for one in at]} s"


def _log(database: "psycopg.Connection[tuple[object, ...]]") -> dict[str, list[Logged]]:
    """Return the log by games."""
    log: dict[str, list[Logged]] = defaultdict(list)
    names = ("version", "turn", "type", "actor", "key", "at", "seat", "player", "bot")
    for game, *values in database.execute(findings.LOG.encode()):
        log[str(game)].append(Logged(**dict(zip(names, values, strict=True))))  # type: ignore[arg-type]
    return log


def _outages(database: "psycopg.Connection[tuple[object, ...]]") -> list[tuple[float, float]]:
    """Return when each outage began and ended."""
    return [(float(began), float(ended)) for began, ended in database.execute(findings.OUTAGES).fetchall()]  # type: ignore[arg-type]


def _is_mixed() -> bool:
    """Whether what the clients do at random has happened, each at least once."""
    done = dict(rows(DONE))
    return all(
        done[what] for what in ("times that ran out", "proposals", "pauses", "moves of plans", "moves of experts")
    )


def table(outcome: Outcome) -> str:
    """Return the table of a run."""
    ledger, calls = outcome.ledger, outcome.calls
    title = f"Chaos: {outcome.kills.total()} kills and {outcome.stops.total()} stops in {outcome.lasted:.0f} s"
    made = Table("what", "how many", title=title)
    for what, counted in (("killed", outcome.kills), ("stopped", outcome.stops)):
        for name, number in sorted(counted.items()):
            made.add_row(f"{what}: {name}", f"{number:,}")
        made.add_section()
    for name, number in outcome.done.items():
        made.add_row(name, f"{number:,}")
    made.add_section()
    for name, number in (
        ("answers that the log explains", len(calls)),
        ("of these, tables", sum(not call.what for call in calls)),
        ("of these, without a change", sum(call.status == 304 for call in calls)),
        ("plans that were read again", sum(call.what == "plan" for call in calls)),
        ("moves refused because another turn was due", ledger.codes["turn_moved_on"]),
        ("moves refused because the time was up", ledger.codes["time_is_up"]),
        ("requests without an answer", ledger.statuses[0]),
        ("answers 429 and 503", ledger.statuses[429] + ledger.statuses[503]),
    ):
        made.add_row(name, f"{number:,}")
    made.add_section()
    for name, number in (
        ("acknowledged moves", len(ledger.accepted)),
        ("of these, answered again from the receipt", ledger.replays),
        ("lost", outcome.count("lost")),
        ("doubled", outcome.count("doubled")),
        ("hung", outcome.count("hang")),
        ("faults of all kinds", len(outcome.faults)),
    ):
        made.add_row(name, f"{number:,}")
    written = io.StringIO()
    Console(file=written, width=100).print(made)
    return written.getvalue()
