"""A follower notices a hole, stops at an event that it cannot read, and counts each event once."""

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier
from typing import ClassVar

import pytest
from django.db import OperationalError, connection, transaction

from games.log.codec import UnknownEvent
from games.log.follow import HoleInLog, PublicEvent, follow
from games.log.shards import SHARDS
from games.models import Checkpoint, Claim, LobbyRow
from games.projections.base import Projection, Stopped
from games.projections.lobby import Lobby
from games.projections.registry import PROJECTIONS, behind, catch_up
from games.rules.events import EffectEnded, SeatTaken
from games.store import claims
from games.store.claims import Work
from tests.games.services.claiming import keep_away
from tests.games.tables import Table, player

SHARD = 5
BAD_BLOCK = """
    CREATE FUNCTION bad_block() RETURNS trigger LANGUAGE plpgsql AS
        $$ BEGIN RAISE EXCEPTION 'bad block' USING ERRCODE = 'io_error'; END $$;
    CREATE TRIGGER bad_block BEFORE UPDATE ON lobby EXECUTE FUNCTION bad_block()
"""


class Counting(Projection):
    """Counts what it is given; faults on demand."""

    name: ClassVar = "lobby"
    tables: ClassVar = ("lobby",)
    types: ClassVar = frozenset({"effect-ended"})

    def __init__(self, fault_at: int = 0, fault: Exception | None = None) -> None:
        self.given: list[int] = []
        self.fault_at, self.fault = fault_at, fault or ZeroDivisionError("cannot be applied")

    def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:  # noqa: ARG002 - keeps no rows
        if any(event.position == self.fault_at for event in events):
            raise self.fault
        self.given += [event.position for event in events]


@pytest.fixture
def table(db: None) -> Table:  # noqa: ARG001 - it is written to
    return Table(1, shard=SHARD).open()


def checkpoint(shard: int = SHARD) -> Checkpoint:
    return Checkpoint.objects.get(projection="lobby", generation=1, shard=shard)


def tamper(sql: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(f"ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss; {sql}")
        cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")


def test_it_is_given_each_event_of_its_types_once_and_in_order(table: Table) -> None:
    table.happen(*[EffectEnded()] * 5)
    counting = Counting()
    counts = [counting.catch_up(SHARD, generation=1, limit=2) for _ in range(4)]
    assert counts == [2, 2, 2, 0]
    assert counting.given == [2, 3, 4, 5, 6]
    assert checkpoint().position == 6


def test_only_what_was_asked_for_is_told(table: Table) -> None:
    made = table.happen(SeatTaken(seat=0, player=str(player(0)), nonce="n"), EffectEnded())
    page = follow(SHARD, 0, {"seat-taken"}, limit=10)
    (told,) = page.events
    assert page.end == 3
    assert (told.position, told.stream, told.version, told.type) == (2, str(table.id), 2, "seat-taken")
    assert told.at == made.events[0].recorded_at
    assert told.data == {
        "seat": 0,
        "player": str(player(0)),
        "bot": "",
        "nonce": "n",
        "nonce_source": "own",
        "seal": "",
        "program": False,
    }


@pytest.mark.parametrize("types", [(), ("effect-ended",)], ids=["unasked", "asked for"])
def test_a_schema_that_is_not_known_is_never_told(table: Table, types: tuple[str, ...]) -> None:
    table.happen(EffectEnded())
    tamper(f"UPDATE event SET schema = 99 WHERE position = 2 AND shard = {SHARD}")  # noqa: S608
    with pytest.raises(UnknownEvent):
        follow(SHARD, 0, types, limit=10)


def test_at_the_end_nothing_is_told(table: Table) -> None:
    assert follow(SHARD, 1, {"game-opened"}, limit=10) == ([], 1)
    assert table.game.status == "waiting"


def test_nothing_that_is_secret_is_told(table: Table) -> None:
    (opened,) = follow(SHARD, 0, {"game-opened"}, limit=10).events
    assert table.seed not in str(opened)


@pytest.mark.parametrize("gone", [1, 3, 4])
def test_a_hole_stops_the_follower(table: Table, gone: int) -> None:
    table.happen(*[EffectEnded()] * 4)
    tamper(f"DELETE FROM event WHERE position = {gone} AND shard = {SHARD}")  # noqa: S608
    with pytest.raises(HoleInLog, match=f"no position {gone},"):
        follow(SHARD, 0, (), limit=10)
    counting = Counting()
    with pytest.raises(Stopped):
        counting.catch_up(SHARD, generation=1, limit=10)
    stopped = checkpoint()
    assert (stopped.status, stopped.position, counting.given) == ("failed", 0, [])
    assert f"HoleInLog: shard {SHARD} has no position {gone}" in stopped.error
    assert counting.catch_up(SHARD, generation=1) == 0


def test_a_hole_before_the_next_batch_is_seen_too(table: Table) -> None:
    table.happen(*[EffectEnded()] * 4)
    counting = Counting()
    counting.catch_up(SHARD, generation=1, limit=3)
    tamper(f"DELETE FROM event WHERE position = 4 AND shard = {SHARD}")  # noqa: S608
    with pytest.raises(Stopped):
        counting.catch_up(SHARD, generation=1, limit=3)
    assert checkpoint().position == 3


@pytest.mark.parametrize("change", ["type = 'moon-landed'", "schema = 2", "schema = 99"])
def test_what_is_unknown_stops_that_shard_only(table: Table, change: str) -> None:
    table.happen(*[EffectEnded()] * 2)
    Table(2, shard=SHARD + 1).open()
    tamper(f"UPDATE event SET {change} WHERE position = 2 AND shard = {SHARD}")  # noqa: S608
    catch_up()
    stopped, other = checkpoint(), checkpoint(SHARD + 1)
    assert (stopped.status, stopped.position) == ("failed", 1)
    assert stopped.error.startswith("UnknownEvent: ")
    assert (other.status, other.position, other.error) == ("running", 1, "")
    assert LobbyRow.live.count() == 2
    assert not behind()


def test_what_cannot_be_applied_stops_right_before_it(table: Table) -> None:
    table.happen(*[EffectEnded()] * 5)
    counting = Counting(fault_at=4)
    assert [counting.catch_up(SHARD, generation=1, limit=4) for _ in range(2)] == [2, 1]
    with pytest.raises(Stopped) as stopped:
        counting.catch_up(SHARD, generation=1)
    assert isinstance(stopped.value.__cause__, ZeroDivisionError)
    assert stopped.value.__cause__.__context__ is None  # the log tells it once, however many batches were tried
    assert checkpoint().position == 3
    assert counting.given == [2, 3]


def test_a_lost_connection_stops_nothing(table: Table) -> None:
    table.happen(EffectEnded())
    with pytest.raises(OperationalError):
        Counting(fault_at=2, fault=OperationalError("gone")).catch_up(SHARD, generation=1)
    assert (checkpoint().status, checkpoint().position) == ("running", 0)


def test_a_read_model_that_the_database_fails_stops_no_other(table: Table) -> None:
    assert catch_up()
    with connection.cursor() as cursor:
        cursor.execute(BAD_BLOCK)
    table.happen(SeatTaken(seat=0, bot="novice", nonce="n"))

    assert catch_up() == len(PROJECTIONS) - 1

    assert behind() == {("lobby", 1, SHARD): 1}
    assert checkpoint().status == "running"
    claim = Claim.objects.get()
    assert timedelta(seconds=1) <= claim.next_try - claim.since < timedelta(seconds=2)
    keep_away()
    assert claims.failing(Work.READ_MODEL) == {f"lobby/1/{SHARD}": True}
    with connection.cursor() as cursor:
        cursor.execute("DROP TRIGGER bad_block ON lobby")
    assert catch_up() == 0  # it is put off
    claims.release_all()
    assert catch_up() == 1
    assert not claims.failing(Work.READ_MODEL)


def test_rows_and_checkpoint_are_written_together_or_not_at_all(table: Table) -> None:
    class Late(Lobby):
        def project(self, events: Sequence[PublicEvent], *, shard: int, generation: int) -> None:
            super().project(events, shard=shard, generation=generation)
            raise OperationalError("killed after the rows, before the checkpoint")

    with pytest.raises(OperationalError):
        Late().catch_up(SHARD, generation=1)
    assert not LobbyRow.objects.exists()
    assert Lobby().catch_up(SHARD, generation=1) == 1
    assert LobbyRow.live.get().game == table.id


def test_a_paused_projection_waits(table: Table) -> None:
    Checkpoint.objects.filter(shard=SHARD).update(status="paused")
    assert not behind()
    assert Counting().catch_up(SHARD, generation=1) == 0
    assert checkpoint().position == 0
    Checkpoint.objects.filter(shard=SHARD).update(status="running")
    assert ("lobby", 1, SHARD) in behind()
    assert table.game.status == "waiting"


def test_there_is_a_checkpoint_for_every_shard_from_the_start(db: None) -> None:  # noqa: ARG001 - it is read
    places = Checkpoint.objects.filter(projection="lobby", generation=1).values_list("shard", "position", "status")
    assert sorted(places) == [(shard, 0, "running") for shard in SHARDS]


@pytest.mark.usefixtures("committed_db")
def test_followers_do_not_wait_for_each_other() -> None:
    table = Table(1, shard=SHARD).open()

    def second() -> int:
        try:
            return Counting().catch_up(SHARD, generation=1)
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as pool, transaction.atomic():
        assert Counting().catch_up(SHARD, generation=1) == 1
        assert pool.submit(second).result(timeout=30) == 0
    assert checkpoint().position == table.rows[-1].version


@pytest.mark.usefixtures("committed_db")
def test_many_followers_count_each_event_once() -> None:
    tables = [Table(number, shard=number % 4).open() for number in range(12)]
    for number, table in enumerate(tables):
        table.happen(SeatTaken(seat=0, player=str(player(number)), nonce="n"))
    together = Barrier(6)

    def follower() -> int:
        try:
            together.wait()
            return catch_up()
        finally:
            connection.close()

    with ThreadPoolExecutor(6) as pool:
        projected = sum(one.result() for one in [pool.submit(follower) for _ in range(6)])
    projected += catch_up()
    assert projected == 24 * len(PROJECTIONS)
    assert LobbyRow.live.count() == 12
    assert all(row.sitters[0] for row in LobbyRow.live.all())


@pytest.mark.parametrize("limit", [1, 2, 3, 4])
def test_the_size_of_a_batch_does_not_show(table: Table, limit: int) -> None:
    table.happen(*[SeatTaken(seat=seat, bot="novice", nonce="n") for seat in range(2)])
    while Lobby().catch_up(SHARD, generation=1, limit=limit):
        pass
    assert LobbyRow.live.get().sitters == [{"player": "", "bot": "novice"}] * 2
