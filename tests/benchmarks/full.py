"""Measurements with much data: pages of long lists, and moves behind a long log."""

import sys
import time
from collections.abc import Callable, Iterable
from typing import Final, TypeAlias

from games.rules.variants import KEYS
from tests.benchmarks import clients, environments, requests
from tests.benchmarks.duel import Duel
from tests.benchmarks.filling import SEASON
from tests.benchmarks.service import Player, Service

Pages: TypeAlias = Callable[[float], float]

_ITEMS: Final = 5
"""Items on a page. A list of ten has two pages."""


def histories(service: Service, counts: Iterable[int], readers: int) -> list[Pages]:
    """Fill a history with each of *counts*; return what measures the pages a second that so many *readers* get."""
    players = {Player(service.url).id: count for count in counts}
    for player, count in players.items():
        _fill(service, "history", player, count)
    return [_paging(service, f"/players/{player}/games?", readers) for player in players]


def boards(service: Service, counts: Iterable[int], readers: int) -> list[Pages]:
    """Fill a leaderboard with each of *counts*; return what measures the pages a second that so many *readers* get."""
    variants = dict(zip(KEYS, counts, strict=False))
    for variant, count in variants.items():
        _fill(service, "board", variant, count)
    return [_paging(service, f"/leaderboards/{variant}?season={SEASON}&", readers) for variant in variants]


def lengthen(service: Service, games: int, version: int) -> list[Duel]:
    """Return so many duels that have been played on to *version*."""
    played = requests.duels(service.url, games, endless=True)
    for duel in played:
        _fill(service, "moves", duel.game, version)
        duel.fetch()
    return played


def lengthen_log(service: Service, count: int) -> None:
    """Play a game to its end, and fill the log with *count* events of its copies."""
    (duel,) = requests.duels(service.url, 1)
    while not duel.is_over:
        duel.step()
    _fill(service, "log", duel.game, count)


def _paging(service: Service, path: str, readers: int) -> Pages:
    """Return a function that measures pages a second. After the last page a reader begins again."""

    def reader(player: Player) -> clients.Act:
        cursor = ""

        def act() -> float:
            nonlocal cursor
            begun = time.perf_counter()
            answer = player.get(f"{path}limit={_ITEMS}{cursor}")
            spent = time.perf_counter() - begun
            next_cursor = answer.body["next_cursor"]
            cursor = f"&cursor={next_cursor}" if next_cursor else ""
            return spent

        return act

    acts = [reader(Player(service.url)) for _ in range(readers)]
    return lambda seconds: clients.rate(acts, seconds)


def _fill(service: Service, what: str, whose: str, count: int) -> None:
    program = [sys.executable, "-m", "tests.benchmarks.filling", what, whose, str(count)]
    environments.run(program, environments.ROOT, service.environment)
