"""Old reads come from a replica that streams, over HTTP, from two web servers. The primary answers where it must."""

import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass
from typing import Any
from uuid import uuid4

import httpx
import pytest

from config.embedded.pytest_plugin import CommittedDatabase
from tests.config.replication import Pair, replicated
from tests.config.service import await_that
from tests.games.api.serving import serving

BOUND = 8
"""Seconds."""
ENOUGH = 20
"""Reads in that time, of which a machine that is not too busy lets a replica answer some in the second half."""
WAITING = "SELECT count(*) FROM pg_locks WHERE NOT granted"

pytestmark = pytest.mark.slow


class Guest:
    """A player, who may ask either server."""

    def __init__(self, servers: list[httpx.Client]) -> None:
        self.servers = servers
        made = self.send("POST", "/auth/guest", headers={}).json()
        self.id, self.token = made["player"]["id"], made["access"]

    def send(
        self, method: str, path: str, body: Any = None, *, server: int = 0, headers: dict[str, str] | None = None
    ) -> httpx.Response:
        """Return an answer. With *headers* the request has no token, unless they have one."""
        given = {"Authorization": f"Bearer {self.token}"} if headers is None else headers
        sent = None if method in ("GET", "DELETE") else body or {}
        answer = self.servers[server].request(
            method, path, headers={"Idempotency-Key": str(uuid4()), **given}, json=sent
        )
        assert answer.status_code < 500, answer.text
        return answer

    def get(self, path: str, *, server: int = 0) -> httpx.Response:
        answer = self.send("GET", path, server=server)
        assert answer.status_code == 200, answer.text
        return answer

    def is_stale(self, path: str, *, server: int = 0) -> bool:
        """Return whether a replica answers."""
        return "Staleness" in self.get(path, server=server).headers


@dataclass
class World:
    pair: Pair
    servers: list[httpx.Client]
    anna: Guest
    bert: Guest

    def await_replica(self) -> None:
        """Wait until both servers answer from the replica."""
        for server in (0, 1):
            self.await_stale(f"/players/{self.bert.id}", server=server)

    def await_stale(self, path: str, *, server: int = 0) -> None:
        """Wait until the replica answers."""
        await_that(lambda: self.anna.is_stale(path, server=server))

    def play(self, **terms: Any) -> str:
        """Return a game of the two in which each has moved."""
        game = f"/games/{self.anna.send('POST', '/games', {'variant': 'mau_mau', 'seats': 2, **terms}).json()['id']}"
        invited = self.anna.send("POST", f"{game}/invitations", {"player": self.bert.id}) if terms else None
        assert invited is None or invited.status_code == 201, invited.text
        assert self.bert.send("POST", f"{game}/seats").status_code == 201
        for _ in range(4):
            self.move(game)
        return game

    def move(self, game: str) -> int:
        """Let who is on turn move, and return the version then."""
        for player in (self.anna, self.bert):
            table = player.get(game).json()
            if moves := table["you"]["moves"]:
                made = player.send(
                    "POST", f"{game}/moves", {"turn": table["turn"], "move": "draw" if "draw" in moves else moves[0]}
                )
                assert made.status_code == 201, made.text
                return int(made.json()["table"]["version"])
        raise AssertionError("nobody can move")


@contextmanager
def client(pair: Pair) -> Iterator[httpx.Client]:
    """Serve the API, with old reads from the replica."""
    primary, replica = (server.url("maumau") for server in (pair.primary, pair.replica))
    with (
        serving(primary, pool=3, REPLICA_URL=replica, REPLICA_STALENESS=str(BOUND)) as server,
        httpx.Client(base_url=server.address, timeout=60) as opened,
    ):
        yield opened


@pytest.fixture(scope="module")
def world(committed_module_db: CommittedDatabase) -> Iterator[World]:
    with replicated(committed_module_db.url) as pair, ExitStack() as opened:
        servers = [opened.enter_context(client(pair)) for _ in range(2)]
        made = World(pair, servers, Guest(servers), Guest(servers))
        made.await_replica()
        yield made


def name(who: Guest, by: Guest, *, server: int = 0) -> tuple[str, bool]:
    """Return the name of a player as another one sees it, and whether it may be stale."""
    answer = by.get(f"/players/{who.id}", server=server)
    return answer.json()["name"], "Staleness" in answer.headers


def rename(player: Guest) -> str:
    new = f"Name {uuid4().hex[:8]}"
    profile = player.get("/me")
    headers = {"Authorization": f"Bearer {player.token}", "If-Match": profile.headers["ETag"]}
    assert player.send("PATCH", "/me", {"name": new}, headers=headers).status_code == 200
    return new


def test_old_reads_come_from_the_replica_and_say_how_old_they_may_be(world: World) -> None:
    game = world.play()
    paths = [f"{game}/states", f"{game}/states/3", f"{game}/digest", f"{game}/fairness", f"{game}/record", "/records",
             "/leaderboards", "/leaderboards/mau_mau", "/leaderboards/mau_mau/around-me"]  # fmt: skip
    paths += [
        f"/players/{world.bert.id}{more}"
        for more in ("", "/games", "/stats", "/ratings", f"/head-to-head/{world.anna.id}")
    ]
    for path in paths:
        world.await_stale(path)
        answer = world.anna.get(path)
        if "Staleness" in answer.headers:
            assert 0 <= float(answer.headers["Staleness"]) <= BOUND + 1
    assert "Staleness" not in world.anna.get(game).headers
    assert "Staleness" not in world.anna.get(f"{game}/events").headers


def test_a_replica_that_lags_is_used_within_the_bound_and_not_beyond(world: World) -> None:
    old = world.bert.get("/me").json()["name"]
    await_that(lambda: name(world.bert, world.anna) == (old, True))
    with world.pair.stands_still():
        begun = time.monotonic()
        new = rename(world.bert)
        reads, last = 0, 0.0
        while (since := time.monotonic() - begun) < BOUND:
            # On a busy machine the replica may be too slow to answer for a moment.
            seen, reads = name(world.bert, world.anna), reads + 1
            assert seen in {(old, True), (new, False)}
            last = since if seen == (old, True) else last
            time.sleep(0.1)
        assert last >= BOUND / 2 or reads < ENOUGH, "the replica was not used"
        await_that(lambda: name(world.bert, world.anna) == (new, False), BOUND + 20)
    await_that(lambda: name(world.bert, world.anna) == (new, True))


def test_whoever_wrote_reads_it_on_any_server_and_so_do_the_others_at_the_table(world: World) -> None:
    game, other = world.play(), world.play()
    for path in (f"{game}/states", f"{other}/states"):
        world.await_stale(path, server=1)
    with world.pair.stands_still():
        new = rename(world.bert)
        version = world.move(game)
        for server in (0, 1):
            assert name(world.bert, world.bert, server=server) == (new, False)
            for reader in (world.anna, world.bert):
                answer = reader.get(f"{game}/states/{version}", server=server)
                assert answer.json()["version"] == version
                assert "Staleness" not in answer.headers
    world.await_replica()


def test_a_share_link_that_was_taken_back_opens_nothing_while_the_replica_lags(world: World) -> None:
    game = world.play(visibility="private")
    assert world.anna.send("POST", f"{game}/resignation").status_code in (200, 201)
    code = world.anna.send("PUT", f"{game}/share").json()["code"]
    link = {"Share-Code": code}
    await_that(lambda: "Staleness" in world.anna.send("GET", f"{game}/record", server=1, headers=link).headers)
    with world.pair.stands_still():
        assert world.anna.send("DELETE", f"{game}/share").status_code == 204
        refused = world.anna.send("GET", f"{game}/record", server=1, headers=link)
        assert refused.status_code == 401
    world.await_replica()


@pytest.mark.parametrize("how", ["hangs", "is away"])
def test_the_primary_answers_while_the_replica_is_of_no_use(world: World, how: str) -> None:
    with ExitStack() as meanwhile:
        if how == "hangs":
            meanwhile.enter_context(world.pair.hangs())
        else:
            world.pair.replica.stop()
            meanwhile.callback(world.pair.replica.start)
        took = []
        for number in range(40):
            begun = time.monotonic()
            world.anna.get(f"/players/{world.bert.id}", server=number % 2)
            took.append(time.monotonic() - begun)
        await_that(lambda: not world.anna.is_stale("/leaderboards"))
        # Each server finds out by a request or two that wait for a second. If one of the servers asked the replica each
        # time, half of all requests would take a second more than the fastest, however busy the machine is.
        assert sorted(took)[len(took) // 2] < min(took) + 0.9, took
    world.await_replica()


def test_a_read_that_began_before_the_replica_hung_is_repeated_on_the_primary(world: World) -> None:
    path = f"/players/{world.bert.id}"
    with world.pair.locks("player"), ThreadPoolExecutor() as readers:
        reads = [readers.submit(world.anna.get, path)]

        def waits() -> object:
            if reads[-1].done():  # the primary has answered it: a busy replica counts as away for a moment
                reads.append(readers.submit(world.anna.get, path))
            return world.pair.ask_replica(WAITING)

        await_that(waits)
        with world.pair.hangs():
            assert "Staleness" not in reads[-1].result().headers
    world.await_replica()


def test_a_lock_on_the_replica_delays_nobody_for_long(world: World) -> None:
    """The replica answers, and takes over the lock of a migration, but not yet the end of it."""
    with world.pair.locks("player"):
        assert not world.anna.is_stale(f"/players/{world.bert.id}")
    world.await_replica()


def test_a_connection_that_nobody_has_used_yet_does_not_wait_for_a_replica_that_hangs(world: World) -> None:
    """A pool that opens makes two connections, and gives the second one to the second read."""
    with client(world.pair) as server:
        anna = Guest([server])
        await_that(lambda: anna.is_stale("/leaderboards"))
        with world.pair.hangs():
            assert not anna.is_stale("/leaderboards")
    world.await_replica()
