"""Many writers and followers at once, on committed data: nothing lost, nothing doubled, nothing seen out of order."""

from collections import defaultdict
from concurrent.futures import Future, ThreadPoolExecutor, wait
from threading import Event as Flag
from uuid import UUID

import psycopg
import pytest
from django.db import connection, transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import store
from games.integrity.games import game_findings, shard_findings
from games.log.append import LOG, CommandContext
from games.log.codec.names import KINDS
from games.log.follow import follow
from games.log.read import read
from games.projections.registry import catch_up
from games.rules.events import EffectEnded
from games.rules.notation import Happening
from tests.games.tables import Table, add

WRITERS, MOVES, FOLLOWERS = 16, 12, 3
CLOCK = CommandContext(actor="clock")


@pytest.mark.usefixtures("committed_db")
def test_sixteen_writers_lose_and_double_nothing() -> None:
    """Half of the writers share a game each with another one, all share three shards."""
    tables = [Table(number, seats=2, shard=number % 3).start() for number in range(WRITERS * 3 // 4)]
    done = Flag()
    with ThreadPoolExecutor(WRITERS + FOLLOWERS) as pool:
        reading = [pool.submit(_follow_until, done) for _ in range(FOLLOWERS)]
        projecting = pool.submit(_project_until, done)
        writing = [pool.submit(_write, tables[number % len(tables)], number) for number in range(WRITERS)]
        wait(writing)
        done.set()
        written = [key for one in writing for key in one.result()]
        seen = [one.result() for one in reading]
        projecting.result()
    assert not list(shard_findings())
    assert not [fault for table in tables for fault in game_findings(table.id)]
    assert len(set(written)) == len(written) == WRITERS * MOVES
    with connection.cursor() as cursor:
        cursor.execute("SELECT key, count(*) FROM event WHERE key IS NOT NULL GROUP BY key")
        assert dict(cursor.fetchall()) == dict.fromkeys(written, 2)
        cursor.execute("SELECT shard, position, stream, version FROM event ORDER BY shard, position")
        log = cursor.fetchall()
    by_shard = defaultdict(list)
    for shard, *place in log:
        by_shard[shard].append(tuple(place))
    assert all(found == by_shard for found in seen)


def _write(table: Table, writer: int) -> list[str]:
    """Append two events a time, each time under a key of its own, and return the keys."""
    keys = [f"{writer}:{move}" for move in range(MOVES)]
    try:
        for key in keys:
            context = CommandContext(actor=f"bot:{writer}", key=key, request_hash=b"r")
            with transaction.atomic(durable=True):
                row = store.lock(table.id, context)
                assert row is not None
                happened = [Happening(row.turn, EffectEnded())] * 2
                store.append(row, happened, context=context, state=row.state or b"", header=row.header)
    finally:
        connection.close()
    return keys


def _follow_until(done: Flag) -> dict[int, list[tuple[int, object, int]]]:
    """Follow three shards by position until all is written, and once more."""
    seen: dict[int, list[tuple[int, object, int]]] = defaultdict(list)
    try:
        last = False
        while not last:
            last = done.is_set()
            for shard in range(3):
                while told := follow(shard, len(seen[shard]), KINDS, limit=7).events:
                    seen[shard] += [(one.position, UUID(one.stream), one.version) for one in told]
    finally:
        connection.close()
    return seen


def _project_until(done: Flag) -> None:
    try:
        while not done.is_set():
            catch_up()
        catch_up()
    finally:
        connection.close()


def test_who_waits_for_the_shard_gets_the_next_position(committed_db: CommittedDatabase) -> None:
    """The inversion that makes holes: the second writer must not take its position before the first has committed."""
    first, second = Table(1, shard=4).start(), Table(2, shard=4).start()
    with ThreadPoolExecutor(1) as pool:
        with transaction.atomic(durable=True):
            row = store.lock(first.id)
            assert row is not None
            made = add(first, row, CLOCK)
            store.now()  # which sends the events, before the commit
            other = pool.submit(_happen, second)
            assert _waits(committed_db, other)
        late = other.result()
    assert _position(late) == _position(made) + 1
    assert not list(shard_findings())


@pytest.mark.usefixtures("committed_db")
def test_readers_by_time_or_by_a_sequence_lose_what_a_follower_does_not() -> None:
    """Two writers overtake each other: who began first commits last. No lock of a shard holds a sequence together."""
    first, second = Table(1, shard=4).start(), Table(2, shard=4).start()
    with connection.cursor() as cursor:
        cursor.execute("CREATE TABLE numbered (id bigint GENERATED ALWAYS AS IDENTITY, stream uuid)")
    readers = [Reader("event", "recorded_at"), Reader("numbered", "id")]
    read = follow(4, 0, (), limit=1000).end
    with ThreadPoolExecutor(1) as pool, transaction.atomic(durable=True):
        row = store.lock(first.id)
        assert row is not None
        _number(first)
        pool.submit(_overtake, second, readers).result(timeout=30)
        add(first, row, CLOCK)
    for reader in readers:
        reader.read()
        assert reader.seen == [second.id]
    assert [one.stream for one in follow(4, read, KINDS, limit=10).events] == [str(second.id), str(first.id)]


class Reader:
    """Reads on from the last value of a column that it has seen, as one would who knows of no commits."""

    def __init__(self, table: str, column: str) -> None:
        self.sql = f"SELECT {column}, stream FROM {table} WHERE {column} > %s ORDER BY {column}"  # noqa: S608
        self.seen: list[object] = []
        with connection.cursor() as cursor:
            cursor.execute(f"SELECT max({column}) FROM {table}")  # noqa: S608
            self.last = cursor.fetchone()[0] or 0

    def read(self) -> None:
        with connection.cursor() as cursor:
            cursor.execute(self.sql, [self.last])
            for self.last, stream in cursor.fetchall():
                self.seen.append(stream)


def _number(table: Table) -> None:
    with connection.cursor() as cursor:
        cursor.execute("INSERT INTO numbered (stream) VALUES (%s)", [table.id])


def _overtake(table: Table, readers: list[Reader]) -> None:
    try:
        table.happen(EffectEnded())
        _number(table)
        for reader in readers:
            reader.read()
    finally:
        connection.close()


@pytest.mark.usefixtures("committed_db")
def test_writers_of_other_shards_do_not_wait() -> None:
    first, second = Table(1, shard=4).start(), Table(2, shard=5).start()
    with ThreadPoolExecutor(1) as pool, transaction.atomic(durable=True):
        first.happen(EffectEnded())
        made = pool.submit(_happen, second).result(timeout=30)
    assert _position(made) == second.rows[-1].version


@pytest.mark.usefixtures("committed_db")
def test_a_locked_game_is_skipped_where_asked_for() -> None:
    table = Table(1).start()
    with ThreadPoolExecutor(1) as pool, transaction.atomic(durable=True):
        assert store.lock(table.id)
        assert pool.submit(_lock_or_skip, table).result(timeout=30) is None
    assert _lock_or_skip(table)


def _happen(table: Table) -> store.Appended:
    try:
        return table.happen(EffectEnded())
    finally:
        connection.close()


def _lock_or_skip(table: Table) -> store.GameRow | None:
    try:
        with transaction.atomic():
            return store.lock(table.id, skip_locked=True)
    finally:
        connection.close()


def _position(made: store.Appended) -> int:
    first = made.events[0]
    (found,) = read(first.stream, after=first.version - 1, limit=1)
    return found.position


def _waits(database: CommittedDatabase, writer: Future[store.Appended]) -> bool:
    """Wait until *writer* waits for the shard's lock, and say whether it does; False if it is done instead."""
    waiting = """SELECT FROM pg_locks JOIN pg_database ON pg_database.oid = database
                 WHERE datname = current_database() AND locktype = 'advisory' AND classid = %s AND NOT granted"""
    with psycopg.connect(database.url, autocommit=True) as session:
        while not writer.done():
            if session.execute(waiting, [LOG]).fetchone() is not None:
                return True
    return False
