"""What one caller can cost others: `python -m tests.benchmarks.price`.

It serves a stack of its own, and prints how long an expert lets a guest wait, alone and beside a guest from another
address who has many tables of experts; and how long pages take, alone and beside anonymous connections that ask for
pictures which nobody has drawn yet.
"""

import argparse
import statistics
import sys
import threading
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from http.client import HTTPConnection, HTTPException
from itertools import chain, cycle
from random import Random
from typing import Final
from urllib.parse import urlsplit

import psycopg

from games.client.http import Json
from tests.benchmarks.duel import Duel
from tests.benchmarks.service import Player, Service

_PAGES: Final = ("/", "/oauth/authorize", "/api/v1/variants", "/api/v1/meta")
_THOUGHT: Final = 0.1
_FORGET: Final = "DELETE FROM picture"
_HAS_PICTURES: Final = "SELECT to_regclass('picture') IS NOT NULL"


def main() -> None:
    """Measure, and print what was found."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--tables", type=int, default=30, help="tables of the guest who plays with many experts")
    parser.add_argument("--experts", type=int, default=7, help="experts at each of these tables")
    parser.add_argument("--turns", type=int, default=10, help="turns of the other guest in each part")
    parser.add_argument("--connections", type=int, default=20, help="connections that ask for pictures")
    parser.add_argument("--seconds", type=float, default=20, help="seconds for each part with pages")
    parser.add_argument("--games", type=int, default=20, help="games whose pictures are asked for")
    asked = parser.parse_args()
    with Service(TRUSTED_PROXIES="1") as service:
        for line in chain(
            pictures(service, asked.games, asked.connections, asked.seconds),
            experts(service, asked.tables, asked.experts, asked.turns),
        ):
            sys.stdout.write(f"{line}\n")
            sys.stdout.flush()


def experts(service: Service, tables: int, seats: int, turns: int) -> Iterator[str]:
    """Yield how long an expert lets guests wait, alone and beside so many *tables* with so many experts each.

    One of them comes from the address of the guest who has these tables.
    """
    bert, carl, anna = guest(service, "192.0.2.2"), guest(service, "192.0.2.1"), guest(service, "192.0.2.1")
    yield f"an expert alone: {shown(waits(bert, turns))}"
    for other in [table(anna, seats) for _ in range(tables)]:
        act(anna, other)
    many = f"beside {tables} tables of {seats} experts"
    yield f"{many}: {shown(waits(bert, turns))}"
    yield f"{many}, at the same address: {shown(waits(carl, turns))}"
    for one in (anna, bert, carl):
        one.http.close()


def guest(service: Service, address: str) -> Player:
    """Return a guest who comes from an *address*, as a proxy reports it."""
    player = Player(service.url)
    player.headers["X-Forwarded-For"] = address
    return player


def table(player: Player, experts: int) -> str:
    """Let a *player* open a table with so many experts. Return its id."""
    wish = {"variant": "mau_mau", "seats": experts + 1, "bots": ["expert"] * experts, "bot_pause": 0}
    return str(player.post("/games", {**wish, "options": {"deck": 36}}).body["id"])


def act(player: Player, game: str) -> Json | None:
    """Move for a *player* as long as it is their turn. Return the table; None if the game is over."""
    while True:
        seen: Json = player.get(f"/games/{game}").body
        if seen["status"] == "over":
            return None
        moves = seen["you"]["moves"]
        if not moves or seen["on_turn"] != seen["you"]["seat"]:
            return seen
        move = "draw" if "draw" in moves else moves[-1]
        player.post(f"/games/{game}/moves", {"turn": seen["turn"], "move": move})


def waits(player: Player, turns: int) -> list[float]:
    """Return the seconds that a *player* waits for an expert in so many turns, in as many games as that takes.

    An expert with one legal move does not think, so what took less than a tenth of a second does not count.
    """
    found, game = list[float](), table(player, 1)
    while len(found) < turns:
        if act(player, game) is None:
            game = table(player, 1)
            continue
        begun = time.perf_counter()
        while True:
            seen = player.get(f"/games/{game}").body
            if seen["status"] == "over" or seen["on_turn"] == seen["you"]["seat"]:
                break
            time.sleep(0.02)
        spent = time.perf_counter() - begun
        found += [spent] if spent > _THOUGHT else []
    return found


def pictures(service: Service, games: int, connections: int, seconds: float) -> Iterator[str]:
    """Yield how long pages take, alone and beside so many *connections* that ask for pictures of *games*."""
    over, players = list[str](), (Player(service.url), Player(service.url))
    for number in range(games):
        duel = Duel(players, Random(number))
        duel.open()
        while not duel.is_over:
            duel.step()
        over.append(f"/g/{duel.game}/end.gif")
    yield from (f"{path} alone: {shown(spent)}" for path, spent in pages(service, seconds / 4))
    with flood(service, over, connections) as answers, forgetting(service):
        found = pages(service, seconds)
    yield from (f"{path} beside {connections} connections: {shown(spent)}" for path, spent in found)
    yield f"answers to these: {dict(answers)}"


def pages(service: Service, seconds: float) -> list[tuple[str, list[float]]]:
    """Return how long each page took, one after the other for so many *seconds*."""
    found: dict[str, list[float]] = {path: [] for path in _PAGES}
    until = time.monotonic() + seconds
    fetch = fetcher(service, "192.0.2.2")
    for path in cycle(_PAGES):
        if time.monotonic() > until and all(found.values()):
            return [*found.items()]
        begun = time.perf_counter()
        fetch(path)
        found[path].append(time.perf_counter() - begun)
    raise AssertionError("there is always another page")


def fetcher(service: Service, address: str) -> Callable[[str], int]:
    """Return what gets a path on a kept connection from an *address*, and returns the status."""
    where = urlsplit(service.url).netloc
    connection = HTTPConnection(where, timeout=60)

    def fetch(path: str) -> int:
        connection.request("GET", path, headers={"X-Forwarded-For": address})
        answer = connection.getresponse()
        answer.read()
        return answer.status

    return fetch


@contextmanager
def flood(service: Service, paths: Sequence[str], connections: int) -> Iterator[Counter[int]]:
    """Let so many *connections* ask for *paths*, one after the other, in the block. Yield the number of each status."""
    end, answers, lock = threading.Event(), Counter[int](), threading.Lock()

    def ask(first: int) -> None:
        fetch = fetcher(service, "192.0.2.1")
        for path in cycle([*paths[first % len(paths) :], *paths[: first % len(paths)]]):
            if end.is_set():
                return
            try:
                status = fetch(path)
            except (OSError, HTTPException):
                status = 0
            with lock:
                answers[status] += 1
            if status != 200:
                end.wait(0.2)

    threads = [threading.Thread(target=ask, args=(number,), daemon=True) for number in range(connections)]
    for thread in threads:
        thread.start()
    try:
        yield answers
    finally:
        end.set()
        for thread in threads:
            thread.join(60)


@contextmanager
def forgetting(service: Service) -> Iterator[None]:
    """Delete the pictures that are kept, again and again in the block: so each is drawn."""
    end = threading.Event()

    def forget() -> None:
        with psycopg.connect(service.database, autocommit=True) as database:
            has_any = database.execute(_HAS_PICTURES).fetchone() == (True,)
            while has_any and not end.wait(0.2):
                database.execute(_FORGET)

    thread = threading.Thread(target=forget, daemon=True)
    thread.start()
    try:
        yield
    finally:
        end.set()
        thread.join(10)


def shown(seconds: Sequence[float]) -> str:
    """Return the median and the longest of some times, and how many there are."""
    return f"{statistics.median(seconds):.3f} s, at most {max(seconds):.3f} s ({len(seconds)})"


if __name__ == "__main__":
    main()
