"""Measurements over HTTP: moves, tables, and the bare views to compare them with."""

import statistics
import time
from collections.abc import Callable, Iterator, Mapping
from random import Random
from typing import Final

from games.client.http import HttpClient, accepted
from tests.benchmarks import clients
from tests.benchmarks.bare import GAMES
from tests.benchmarks.duel import Duel
from tests.benchmarks.service import Player

_TOKEN_SECONDS: Final = 600
"""How long players can play; less than a token lives."""


def duels(url: str, count: int, *, endless: bool = False) -> list[Duel]:
    """Return *count* duels that have begun, each between two new guests."""
    made = [Duel((Player(url), Player(url)), Random(number), endless) for number in range(count)]
    for duel in made:
        duel.open()
    return made


def load(url: str, count: int, seconds: float) -> None:
    """Let so many duels be played for *seconds*. There are new ones before the tokens of their players end."""
    until = time.monotonic() + seconds
    while (left := until - time.monotonic()) > 0:
        moves(duels(url, count))(min(left, _TOKEN_SECONDS))


def moves(played: list[Duel], spent: list[float] | None = None) -> Callable[[float], float]:
    """Return a function that measures moves a second, one client a duel. *spent* receives the seconds of each move."""
    acts = [duel.step if spent is None else clients.noted(duel.step, spent) for duel in played]
    return lambda seconds: clients.rate(acts, seconds)


class Bare:
    """Clients of the bare views: a connection each, and one token for all."""

    def __init__(self, url: str, count: int, token: str = "") -> None:
        """Without a *token*, the tables and a token are made."""
        self.token = token or accepted(HttpClient(url).send("POST", "/bare/prepare", {})).body["token"]
        self._headers = {"Authorization": f"Token {self.token}"}
        self._https = [HttpClient(url) for _ in range(count)]

    def moves(self, seconds: float) -> float:
        """Return the bare moves a second."""
        return clients.rate(self.acts(), seconds)

    def acts(self) -> list[clients.Act]:
        """Return what makes a bare move for each client, which moves in a row of its own."""
        paths = [f"/bare/games/{1 + number % GAMES}/moves" for number in range(len(self._https))]
        return [
            self._act(http, "POST", path, {"turn": 1, "move": "draw"})
            for http, path in zip(self._https, paths, strict=True)
        ]

    def unchanged(self) -> list[clients.Act]:
        """Return what gets a bare 304 for each client, which asks for a game of its own."""
        paths = [f"/bare/games/{1 + number % GAMES}" for number in range(len(self._https))]
        etags = [
            accepted(http.send("GET", path, None, self._headers)).headers["etag"]
            for http, path in zip(self._https, paths, strict=True)
        ]
        return [
            self._act(http, "GET", path, None, {"If-None-Match": etag})
            for http, path, etag in zip(self._https, paths, etags, strict=True)
        ]

    def _act(
        self, http: HttpClient, method: str, path: str, body: object, more: Mapping[str, str] | None = None
    ) -> clients.Act:
        headers = {**self._headers, **(more or {})}

        def act() -> float:
            begun = time.perf_counter()
            accepted(http.send(method, path, body, headers))
            return time.perf_counter() - begun

        return act


def unchanged(played: list[Duel]) -> list[clients.Act]:
    """Return what gets a 304 for the table of each duel."""

    def act_of(duel: Duel) -> clients.Act:
        player, path = duel.players[0], f"/games/{duel.game}"
        etag = player.get(path).headers["etag"]

        def act() -> float:
            begun = time.perf_counter()
            answer = player.get(path, If_None_Match=etag)
            spent = time.perf_counter() - begun
            if answer.status != 304:
                raise AssertionError(f"304 was due, not {answer.status}")
            return spent

        return act

    return [act_of(duel) for duel in played]


def draws(played: Callable[[], Iterator[Duel]]) -> Callable[[float], float]:
    """Return a function that measures draws a second of one client, in the duels of *played* in turn."""

    def measure(seconds: float) -> float:
        spent: list[float] = []
        until = time.perf_counter() + seconds
        source = played()
        while not spent or time.perf_counter() < until:
            duel = next(source)
            move = duel.choose()
            took = duel.make(move)
            if move == "draw":
                spent.append(took)
        return 1 / statistics.median(spent)

    return measure


def around(duels: list[Duel]) -> Iterator[Duel]:
    """Yield the same duels again and again."""
    while True:
        yield from duels


def beginnings(url: str) -> Iterator[Duel]:
    """Yield duels that are near their beginning. After a few moves there is a new one."""
    while True:
        for duel in duels(url, 2, endless=True):
            while duel.table["version"] < 50:
                yield duel
