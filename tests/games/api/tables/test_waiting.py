"""Long polls against a real server: they wake at once, and hold neither threads nor connections."""

import asyncio
import time
import urllib.request
from collections import Counter
from collections.abc import Callable, Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from random import Random
from typing import Any
from urllib.parse import urlsplit
from uuid import UUID

import psycopg
import pytest
from django.db import connections as database
from pytest_django import DjangoDbBlocker

from config.embedded.pytest_plugin import CommittedDatabase
from games.log.shards import shard_of
from tests.benchmarks.duel import Duel
from tests.benchmarks.service import Player
from tests.games.api.serving import END_LISTENERS, Client, Server, serving
from tests.games.children import await_that
from tests.sizes import Size

pytestmark = pytest.mark.slow

POOL = 3
WAITING = 25
SOON = 8
"""Seconds in which a busy machine answers whoever is woken. Who is not is answered much later: the server of these
tests never looks by itself whether a game has gone on."""


@pytest.fixture(scope="module")
def committed(committed_module_db: CommittedDatabase, django_db_blocker: DjangoDbBlocker) -> CommittedDatabase:
    """A database for all tests of this file."""
    with django_db_blocker.unblock():
        database.close_all()
    return committed_module_db


@pytest.fixture(scope="module")
def server(committed: CommittedDatabase) -> Iterator[Server]:
    """A web server for all tests of this file. Those that begin with it leave nobody who waits."""
    with serving(committed.url, pool=POOL, rereads=False) as server:
        yield server


@pytest.fixture
def table(server: Server) -> tuple[str, list[Client]]:
    return a_game(server)


def a_game(server: Server) -> tuple[str, list[Client]]:
    """Make a running game. Return its id, and its two players in the order of seats."""
    clients = [Client(server), Client(server)]
    status, game = clients[0].send("POST", "/games", {"variant": "mau_mau", "seats": 2})
    assert status == 201, game
    status, game = clients[1].send("POST", f"/games/{game['id']}/seats", {})
    assert status == 201, game
    return game["id"], clients


def settle(database: CommittedDatabase) -> None:
    """Wait until the server listens, and has had nothing else to do for a while."""
    until, calm = time.monotonic() + 15, 0
    while calm < 10:
        assert time.monotonic() < until, "the polls do not come to rest"
        rows = connections(database)
        listens = any(name == "listener" for name, _ in rows)
        calm = calm + 1 if listens and all(state == "idle" for _, state in rows) else 0
        time.sleep(0.05)


def connections(database: CommittedDatabase) -> list[tuple[str, str]]:
    with psycopg.connect(database.url, autocommit=True) as wire:
        return wire.execute(
            "SELECT application_name, state FROM pg_stat_activity WHERE datname = %s AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'",
            [database.name],
        ).fetchall()


def on_turn(game: str, clients: list[Client]) -> tuple[Client, dict[str, Any]]:
    _, seen = clients[0].send("GET", f"/games/{game}")
    client = clients[seen["on_turn"]]
    return client, client.send("GET", f"/games/{game}")[1]


def poll(client: Client, game: str, after: int, seconds: int = 25) -> tuple[float, int, Any]:
    """Return when the answer came, and the answer."""
    status, page = client.send("GET", f"/games/{game}/events?after={after}&wait={seconds}")
    return time.monotonic(), status, page


def watch(client: Client, game: str, etag: str, query: str) -> tuple[float, int, Any]:
    """Return when the answer came, and the answer: the table, if it is not the one with this *etag*."""
    status, table = client.send("GET", f"/games/{game}?{query}", If_None_Match=etag)
    return time.monotonic(), status, table


def etag_of(client: Client, game: str) -> str:
    request = urllib.request.Request(f"{client.server.address}/games/{game}")
    request.add_header("Authorization", f"Bearer {client.token}")
    with urllib.request.urlopen(request, timeout=40) as answer:
        return str(answer.headers["ETag"])


def test_a_long_poll_wakes_with_the_move(table: tuple[str, list[Client]], committed: CommittedDatabase) -> None:
    game, clients = table
    client, seen = on_turn(game, clients)
    other = clients[1 - seen["you"]["seat"]]
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(poll, other, game, seen["version"])
        settle(committed)
        assert not waiting.done()

        status, made = client.move(game, seen)

        moved = time.monotonic()
        at, polled, page = waiting.result(60)
    assert (status, polled) == (201, 200), made
    assert [event["version"] for event in page["items"]] == [event["version"] for event in made["events"]]
    assert at - moved < SOON


def test_an_opponents_move_is_one_request(table: tuple[str, list[Client]], committed: CommittedDatabase) -> None:
    game, clients = table
    client, seen = on_turn(game, clients)
    other = clients[1 - seen["you"]["seat"]]
    etag = etag_of(other, game)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(watch, other, game, etag, f"wait=25&since={seen['version']}")
        settle(committed)
        assert not waiting.done()

        status, made = client.move(game, seen)

        moved = time.monotonic()
        at, watched, shown = waiting.result(60)
    assert (status, watched) == (201, 200), made
    assert (shown["version"], shown["you"]["seat"]) == (made["table"]["version"], 1 - seen["you"]["seat"])
    assert shown["digest"]["items"][0]["text"].startswith(client.player["name"])
    assert at - moved < SOON


def test_a_table_that_stays_the_same_is_304_after_the_wait(table: tuple[str, list[Client]]) -> None:
    game, clients = table
    etag = etag_of(clients[0], game)
    begun = time.monotonic()

    at, status, _ = watch(clients[0], game, etag, "wait=1")
    assert status == 304
    assert 1 <= at - begun < 1 + SOON

    begun = time.monotonic()
    for given, query in ((etag, "since=1"), ("", "wait=20"), ('W/"another"', "wait=20")):
        assert watch(clients[0], game, given, query)[1] == (304 if given == etag else 200)
    assert time.monotonic() - begun < SOON


@pytest.mark.parametrize("watches", [False, True], ids=["feed", "table"])
def test_who_waits_holds_no_thread_and_no_connection(
    server: Server,
    table: tuple[str, list[Client]],
    committed: CommittedDatabase,
    watches: bool,  # noqa: FBT001
) -> None:
    game, clients = table
    client, seen = on_turn(game, clients)
    threads, etags = server.threads, [etag_of(one, game) for one in clients]
    with ThreadPoolExecutor(WAITING) as pool:
        waiting: list[Future[tuple[float, int, Any]]] = [
            pool.submit(watch, clients[number % 2], game, etags[number % 2], f"wait=25&since={seen['version']}")
            if watches
            else pool.submit(poll, clients[number % 2], game, seen["version"])
            for number in range(WAITING)
        ]
        settle(committed)
        assert server.threads <= threads + 5
        assert len(connections(committed)) <= POOL + 1
        begun = time.monotonic()
        assert client.send("GET", f"/games/{game}")[0] == 200
        assert time.monotonic() - begun < SOON

        assert client.move(game, seen)[0] == 201

        moved = time.monotonic()
        answers = [one.result(60) for one in waiting]
    assert {status for _, status, _ in answers} == {200}
    assert all((page["digest"] if watches else page)["items"] for _, _, page in answers)
    assert max(at for at, _, _ in answers) - moved < SOON


@pytest.mark.load
def test_polls_that_arrive_together_leave_room_for_moves(
    server: Server,
    committed: CommittedDatabase,
    size: Size,
    report: Callable[[str], None],
) -> None:
    """Polls that arrive together are held up by a lock; moves at another table go through meanwhile."""
    polled, clients = a_game(server)
    url = server.address.removesuffix("/api/v1")
    duel = Duel((Player(url), Player(url)), Random(0), endless=True)
    while not duel.game or shard_of(UUID(duel.game)) == shard_of(UUID(polled)):
        duel.open()

    polls = Polls(server.address, [one.token for one in clients], polled, size.polls)
    with ThreadPoolExecutor(1) as pool, psycopg.connect(committed.url) as wire:
        wire.execute(f"LOCK TABLE event_{shard_of(UUID(polled))} IN ACCESS EXCLUSIVE MODE")
        answers = pool.submit(asyncio.run, polls.poll())
        waits = [duel.step()]
        await_that(lambda: held_up(committed), 15)
        while polls.sent < size.polls or len(waits) < 3:
            assert not answers.done()
            waits.append(paced(duel.step))
        assert held_up(committed) == 1
        wire.rollback()
        while not answers.done():
            waits.append(paced(duel.step))
        heads = answers.result(60)
    told = Counter(head.split()[1] for head in heads)
    for player in duel.players:
        player.http.close()
    report(f"{size.polls} polls: {dict(told)}; {len(waits)} moves beside them, the slowest in {max(waits):.2f} s")
    assert told.total() == size.polls
    assert {*told} <= {"200", "503"}
    assert told["200"] > 0
    assert all("retry-after:" in head.lower() for head in heads if head.split()[1] == "503")
    assert max(waits) < size.wait


def paced(step: Callable[[], float]) -> float:
    """Return the seconds of a *step*; of quick ones there are ten a second, fewer than players may make."""
    seconds = step()
    time.sleep(max(0.0, 0.1 - seconds))
    return seconds


@dataclass
class Polls:
    """Polls that are sent at once, each on a connection of its own."""

    address: str
    tokens: list[str]
    game: str
    many: int
    sent: int = 0

    async def poll(self) -> list[str]:
        """Send them, and return the heads of the answers."""
        return list(await asyncio.gather(*map(self._one, range(self.many))))

    async def _one(self, number: int) -> str:
        where = urlsplit(self.address)
        reader, writer = await asyncio.open_connection(where.hostname, where.port)
        lines = [
            f"GET {where.path}/games/{self.game}/events?after=0&wait=20 HTTP/1.1", f"Host: {where.netloc}",
            f"Authorization: Bearer {self.tokens[number % len(self.tokens)]}", "Connection: close", "", "",
        ]  # fmt: skip
        writer.write("\r\n".join(lines).encode())
        self.sent += 1
        head = (await reader.read()).partition(b"\r\n\r\n")[0].decode()
        writer.close()
        return head


def held_up(database: CommittedDatabase) -> int:
    """Return how many connections wait for a lock."""
    with psycopg.connect(database.url, autocommit=True) as wire:
        found = wire.execute(
            "SELECT count(*) FROM pg_stat_activity WHERE datname = %s AND wait_event_type = 'Lock'", [database.name]
        ).fetchone()
    assert found
    return int(found[0])


def test_a_hub_that_lost_its_connection_comes_back(
    table: tuple[str, list[Client]], committed: CommittedDatabase
) -> None:
    game, clients = table
    client, seen = on_turn(game, clients)
    with ThreadPoolExecutor(1) as pool:
        waiting = pool.submit(poll, client, game, seen["version"])
        settle(committed)
        with psycopg.connect(committed.url, autocommit=True) as wire:
            wire.execute(END_LISTENERS)
        assert client.move(game, seen)[0] == 201
        moved = time.monotonic()
        at, status, page = waiting.result(60)
    assert (status, bool(page["items"])) == (200, True)
    assert at - moved < SOON


def test_a_wait_ends(table: tuple[str, list[Client]]) -> None:
    game, clients = table
    _, seen = clients[0].send("GET", f"/games/{game}")
    begun = time.monotonic()

    at, status, page = poll(clients[0], game, seen["version"], seconds=1)

    assert (status, page) == (200, {"items": [], "next_cursor": None})
    assert 1 <= at - begun < 1 + SOON


def test_when_the_server_ends_who_waits_is_answered(committed: CommittedDatabase) -> None:
    with serving(committed.url, pool=POOL) as server, ThreadPoolExecutor(WAITING) as pool:
        game, clients = a_game(server)
        _, seen = clients[0].send("GET", f"/games/{game}")
        waiting = [pool.submit(poll, clients[number % 2], game, seen["version"]) for number in range(WAITING)]
        settle(committed)
        ended = time.monotonic()

        server.process.terminate()

        answers = [one.result(60) for one in waiting]
        assert server.process.wait(60) is not None
    assert [answer[1:] for answer in answers] == [(200, {"items": [], "next_cursor": None})] * WAITING
    assert max(at for at, _, _ in answers) - ended < SOON
