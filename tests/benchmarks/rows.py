"""The rows of the table: what is measured, the peer to compare it with, and the ratio to reach."""

import shutil
import statistics
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, nullcontext
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any, Final, Self

from config.embedded.memory import usages
from games.rules.variants import KEYS
from tests.benchmarks import (
    backlogs,
    boardgame_io,
    cpu,
    engines,
    environments,
    full,
    pgbench,
    playouts,
    rebuilds,
    requests,
    streams,
    wakeups,
)
from tests.benchmarks.abuse import HARMLESS, REQUESTS, Attack
from tests.benchmarks.boardgame_io import BoardgameIo
from tests.benchmarks.honest import NAME as HONEST
from tests.benchmarks.honest import HonestServer, honest_server
from tests.benchmarks.measuring import Measure, Row, Series, in_turns
from tests.benchmarks.service import Player, Service

_BARE: Final = "a bare view"
_MOVE_GOALS: Final = {_BARE: 0.85, HONEST: 0.7, pgbench.NAME: 0.6}
_MEGABYTE: Final = 1024 * 1024
_BUILDING: Final = frozenset({"python", "nice"})
"""Processes that build the page."""
_SHORT: Final = 10
"""Items of a short list."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How long, how often and with how many clients to measure."""

    rounds: int = 5
    seconds: float = 2.0
    clients: int = 8
    durable_clients: Sequence[int] = (1, 8, 32)
    """Clients of each row of durable moves."""
    late: int = 5_000
    """The version at which moves are compared with early ones."""
    long_games: int = 1
    attackers: int = 12
    """More than the web process serves at once."""
    attack: Sequence[tuple[str, dict[str, Any]]] = REQUESTS
    """The requests that they send."""
    stored: int = 120
    """Games in the log that rebuilds read."""
    listed: int = 300_000
    """Items of the long list, whose pages are compared with those of a short one."""
    bots: int = 12
    """Tables of four bots, whose answers are timed while nothing else happens."""
    experts: int = 20
    """Tables of four bots that think, beside which they are timed again."""
    due: int = 500
    """Clocks that are due at once. After an outage there may be 100,000."""
    ahead: int = 1_000_000
    """Deadlines that are ahead while 100 are due."""
    tables: int = 40
    """Tables of bots, and as many of clocks, whose lateness is measured."""
    streams: int = 5_000
    """Streams that are open at once."""
    watchers: int = 100
    """Of these, those that watch the same game."""
    build: float = 90.0
    """Seconds for which memory is not looked at while the page is still built."""
    load: float = 20.0
    """Seconds of load between two looks at the memory of processes."""
    behind: int = 500_000
    """Events in the long log, in which moves are compared with those in an empty one."""
    is_apart: bool = True
    """Whether the service with the long log is another one."""
    compiles: bool = True
    """Whether rules are also measured compiled, which takes a minute."""


QUICK: Final = Effort(
    rounds=1, seconds=0.2, clients=2, durable_clients=(2,), late=20, long_games=1, attackers=1, attack=HARMLESS,
    stored=1, listed=100, build=0.0, load=0.5, behind=1_000, bots=1, experts=1, due=20, ahead=1_000, tables=2,
    streams=40, watchers=10, is_apart=False, compiles=False,
)  # fmt: skip


@dataclass(slots=True)
class Bench:
    """Measures rows. What they need is made for the first row that uses it, and removed at the end of the block."""

    effort: Effort
    step: Callable[[str], None]
    """Called with the name of each step; with an empty text when a measure is done."""
    _resources: ExitStack = field(default_factory=ExitStack)
    _place: Path | None = None
    _service: Service | None = None
    _bare: "requests.Bare | None" = None
    _server: HonestServer | None = None
    _peer: BoardgameIo | None = None
    _missing_peer: str = ""

    def __enter__(self) -> Self:
        self._resources.__enter__()
        return self

    def __exit__(self, *error: object) -> None:
        self._resources.close()

    def playouts(self) -> Iterator[Row]:
        """Random playouts on our engine, pure and compiled, and on others."""
        effort, in_turns = self.effort, partial(self._in_turns, "playouts")
        return engines.measure(self.place, effort.seconds, self.step, in_turns, compiles=effort.compiles)

    def variants(self) -> Iterator[Row]:
        """Random playouts of each variant against those of Crazy Eights; none may be three times as slow."""
        seconds = self.effort.seconds / 4
        keys = ("crazy_eights", *(key for key in KEYS if key != "crazy_eights"))
        base, *others = self._in_turns(
            "variants", [(key, partial(playouts.variant_rate, key, seconds)) for key in keys]
        )
        for series in others:
            yield Row(f"random playouts of {series.name}", "moves/s", series, base, 1 / 3)

    def move(self) -> Iterator[Row]:
        """POST a move, all in, beside two bare views and PostgreSQL alone."""
        count, missing = self.effort.clients, list[str]()
        peers = [_bare(self.bare.moves)]
        if honest := self._honest(missing):
            peers.append((HONEST, requests.Bare(honest.url, count, self.bare.token).moves))
        try:
            peers.append((pgbench.NAME, pgbench.PgBench(self.service, count).rate))
        except environments.NoPeer as error:
            missing.append(f"{pgbench.NAME} is missing: {error}")
        ours = _ours(requests.moves(requests.duels(self.service.url, count, endless=True)))
        series, *others = self._timed("move", ours, *peers)
        for peer in others:
            yield Row("a move, all in", "requests/s", series, peer, _MOVE_GOALS[peer.name], "; ".join(missing))
            missing.clear()

    def cpu(self) -> Iterator[Row]:
        """The processor time of a move: of the web processes and of PostgreSQL."""
        count, missing = self.effort.clients, list[str]()
        peers = [_bare(partial(cpu.rate, self.service, self.bare.acts()))]
        if honest := self._honest(missing):
            acts = requests.Bare(honest.url, count, self.bare.token).acts()
            peers.append((HONEST, partial(cpu.rate, self.service, acts, others=honest.processes())))
        acts = [duel.step for duel in requests.duels(self.service.url, count, endless=True)]
        series, *others = self._timed("cpu", _ours(partial(cpu.rate, self.service, acts)), *peers)
        for peer in others:
            spent = (
                f"{1_000 / series.median:.1f} ms a move, {1_000 / peer.median:.1f} ms {peer.name}, PostgreSQL included"
            )
            yield Row("moves for a second of processor time", "moves/s", series, peer, note=spent)

    def length(self) -> Iterator[Row]:
        """Make the same move late and early in a game."""
        count, late = self.effort.long_games, self.effort.late
        self.step(f"playing {count} games up to version {late}")
        old = full.lengthen(self.service, count, late)
        ours = ("", requests.draws(lambda: requests.around(old)))
        young = ("versions 10 to 50", requests.draws(lambda: requests.beginnings(self.service.url)))
        series, peer = self._timed("length", ours, young)
        yield Row(f"a move from version {late:,} on", "draws/s", series, peer, 1 / 1.1)

    def wakeups(self) -> Iterator[Row]:
        """How soon an opponent hears of a move, and how soon a bot answers, while nothing else happens."""
        peer, missing = self._boardgame_io()
        in_turns = partial(self._in_turns, "wakeups")
        yield from wakeups.heard(self.service, self.effort.seconds, in_turns, peer, missing)
        self.step("bots")
        effort = self.effort
        yield from wakeups.bots(self.service, effort.bots, effort.experts, effort.seconds * effort.rounds)

    def unchanged(self) -> Iterator[Row]:
        """The processor time of a table with If-None-Match, nothing new."""
        acts = requests.unchanged(requests.duels(self.service.url, self.effort.clients))
        ours = _ours(partial(cpu.rate, self.service, acts))
        bare = ("a bare 304", partial(cpu.rate, self.service, self.bare.unchanged()))
        series, peer = self._timed("unchanged", ours, bare)
        spent = f"{1_000 / series.median:.2f} ms each, {1_000 / peer.median:.2f} ms a bare one, web and PostgreSQL"
        yield Row("a table, nothing new (304), for a second of CPU", "answers/s", series, peer, 0.95, spent)

    def memory(self) -> Iterator[Row]:
        """The memory of the processes of `make up`, besides PostgreSQL: idle, and before and after load."""
        self.step("memory")
        service, effort = self.service, self.effort
        until = time.monotonic() + effort.build
        while {one.name for one in usages(service.process_id)} & _BUILDING and time.monotonic() < until:
            time.sleep(1)  # the page is built
        idle = _memory(service)
        yield Row("memory besides PostgreSQL, idle", "MB", Series("", (sum(idle.values()),)), most=300,
                  note=", ".join(f"{name} {size:.0f} MB" for name, size in idle.items()))  # fmt: skip
        requests.load(service.url, effort.clients, effort.load / 10)
        warm = _memory(service)
        requests.load(service.url, effort.clients, effort.load)
        peer = f"after {effort.load / 10:g} s of it"
        for name, size in _memory(service).items():
            before = Series(peer, (warm[name],)) if name in warm else None
            yield Row(f"memory of {name} after {effort.load:g} s more of load", "MB", Series("", (size,)), before)

    def durable(self) -> Iterator[Row]:
        """Durable moves a second, beside boardgame.io's on the same PostgreSQL."""
        peer, missing = self._boardgame_io()
        for count in self.effort.durable_clients:
            measures = [_ours(requests.moves(requests.duels(self.service.url, count)))]
            if peer:
                measures.append((boardgame_io.NAME, partial(peer.rate, count)))
            ours, *others = self._timed("durable", *measures)
            other = others[0] if others else None
            yield Row(f"durable moves, pairs of players: {count}", "moves/s", ours, other, 2.0, missing)

    def abuse(self) -> Iterator[Row]:
        """POST a move while abusive rulesets are checked, and while none are."""
        played = requests.duels(self.service.url, self.effort.clients)
        attack = Attack([Player(self.service.url) for _ in range(self.effort.attackers)], self.effort.attack)
        attacked: list[float] = []
        calm: list[float] = []
        measure = requests.moves(played, attacked)

        def under_attack(seconds: float) -> float:
            with attack:
                return measure(seconds)

        undisturbed = ("the same, undisturbed", requests.moves(played, calm))
        series, peer = self._timed("abuse", ("under attack", under_attack), undisturbed)
        note = f"a move took {_p95(attacked)}, undisturbed {_p95(calm)}; {attack}"
        yield Row("a move while abusive rulesets are checked", "requests/s", series, peer, 0.8, note)

    def rebuild(self) -> Iterator[Row]:
        """Rebuild a read model that uses few events, and one that uses nearly all, in one process."""
        seconds = self.effort.seconds
        self.step(f"storing {self.effort.stored} games")
        rebuilds.fill(self.service.environment, self.effort.stored)
        measures, missing = [*rebuilds.measures(self.service.environment, seconds)], ""
        try:
            measures.append(rebuilds.library(self.service.environment, self.place / "library", seconds))
        except environments.NoPeer as error:
            missing = f"{rebuilds.LIBRARY} is missing: {error}"
        found = {series.name: series for series in self._in_turns("rebuild", measures)}
        for name in rebuilds.MODELS:
            work = f"rebuild of {name}, one process"
            yield Row(work, "events/s", found[name], found[rebuilds.PAGES], 0.5, missing)
            if library := found.get(rebuilds.LIBRARY):
                yield Row(work, "events/s", found[name], library, 1.0)

    def pages(self) -> Iterator[Row]:
        """Read pages of a long history and a long leaderboard, and of short ones."""
        counts, readers = (self.effort.listed, _SHORT), self.effort.clients
        for name, fill in (("a history", full.histories), ("a leaderboard", full.boards)):
            self.step(f"filling {name}")
            long, short = fill(self.service, counts, readers)
            series, peer = self._timed("pages", _ours(long), (f"of {_SHORT}", short))
            yield Row(f"a page of {name} of {self.effort.listed:,}", "requests/s", series, peer, 0.9)

    def stored(self) -> Iterator[Row]:
        """POST a move while the log holds many events, and while it holds hardly any."""
        self.step(f"storing {self.effort.behind:,} events")
        with Service() if self.effort.is_apart else nullcontext(self.service) as filled:
            full.lengthen_log(filled, self.effort.behind)
            services = (filled, self.service)
            behind, few = (requests.moves(requests.duels(one.url, self.effort.clients)) for one in services)
            series, peer = self._timed("stored", _ours(behind), ("with hardly any", few))
        yield Row(f"a move with {self.effort.behind:,} events stored", "requests/s", series, peer, 1 / 1.2)

    def due(self) -> Iterator[Row]:
        """Resolve clocks that are due at once."""
        return backlogs.due(self.service, self.effort.due, partial(self._in_turns, "due"))

    def sweep(self) -> Iterator[Row]:
        """Claim clocks that are due among many that are not."""
        return backlogs.sweep(self.service, self.effort.ahead, self.effort.seconds, partial(self._in_turns, "sweep"))

    def streams(self) -> Iterator[Row]:
        """Keep many streams open, make moves beside them, and let all come back at once."""
        effort = self.effort
        yield from streams.measure(self.service, effort.streams, effort.watchers, effort.seconds * 4, self.step)

    def lateness(self) -> Iterator[Row]:
        """Measure how late bots and clocks are while clients play."""
        load = requests.moves(requests.duels(self.service.url, self.effort.clients))
        return backlogs.lateness(self.service, self.effort.tables, load, partial(self._timed, "lateness"))

    def _honest(self, missing: list[str]) -> HonestServer | None:
        """Return the fastest bare view, which is started when a row first needs it; None if *missing* says why."""
        if self._server is None:
            self.step("starting a bare view")
            try:
                self._server = self._resources.enter_context(honest_server(self.service, self.place))
            except environments.NoPeer as error:
                missing.append(f"{HONEST} is missing: {error}")
        return self._server

    def _boardgame_io(self) -> tuple[BoardgameIo | None, str]:
        """Return the peer, which is started when a row first needs it; or None, and why it is missing."""
        if self._peer is None and not self._missing_peer:
            self.step("installing boardgame.io")
            try:
                self._peer = self._resources.enter_context(BoardgameIo(self.service, self.place))
            except environments.NoPeer as error:
                self._missing_peer = f"{boardgame_io.NAME} is missing: {error}"
        return self._peer, self._missing_peer

    @property
    def place(self) -> Path:
        """A folder for the peers' environments."""
        if self._place is None:
            self._place = Path(tempfile.mkdtemp(prefix="maumau-peers-"))
            self._resources.callback(shutil.rmtree, self._place, ignore_errors=True)
        return self._place

    @property
    def service(self) -> Service:
        """The service. It is started when a row first needs it."""
        if self._service is None:
            self.step("starting a service")
            self._service = self._resources.enter_context(Service())
        return self._service

    @property
    def bare(self) -> requests.Bare:
        """The clients of the bare views."""
        if self._bare is None:
            self._bare = requests.Bare(self.service.url, self.effort.clients)
        return self._bare

    def _timed(self, name: str, *measures: tuple[str, Callable[[float], float]]) -> list[Series]:
        seconds = self.effort.seconds
        return self._in_turns(name, [(title, partial(measure, seconds)) for title, measure in measures])

    def _in_turns(self, name: str, measures: list[tuple[str, Measure]]) -> list[Series]:
        self.step(name)
        return list(in_turns(measures, self.effort.rounds, lambda: self.step("")))


ROWS: Final[dict[str, Callable[[Bench], Iterator[Row]]]] = {
    "playouts": Bench.playouts,
    "variants": Bench.variants,
    "memory": Bench.memory,
    "move": Bench.move,
    "cpu": Bench.cpu,
    "length": Bench.length,
    "unchanged": Bench.unchanged,
    "durable": Bench.durable,
    "abuse": Bench.abuse,
    "rebuild": Bench.rebuild,
    "pages": Bench.pages,
    "stored": Bench.stored,
    "due": Bench.due,
    "sweep": Bench.sweep,
    "streams": Bench.streams,
    "wakeups": Bench.wakeups,
    "lateness": Bench.lateness,
}


def _memory(service: Service) -> dict[str, float]:
    """Return the megabytes of each process of *service*, besides PostgreSQL and what builds the page."""
    found = usages(service.process_id)
    return {one.name: one.share / _MEGABYTE for one in found if one.name not in {"postgres", *_BUILDING}}


def _ours(measure: Callable[[float], float]) -> tuple[str, Callable[[float], float]]:
    return "our service", measure


def _bare(measure: Callable[[float], float]) -> tuple[str, Callable[[float], float]]:
    return _BARE, measure


def _p95(spent: list[float]) -> str:
    """Return the 95th percentile of seconds in words, in milliseconds."""
    return f"{statistics.quantiles(spent, n=20)[-1] * 1_000:.0f} ms at p95"
