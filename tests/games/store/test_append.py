"""Lock, append, read: one writer at a time, dense versions and positions, the same key the same answer."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from django.db import IntegrityError, connection, transaction
from django.db.transaction import TransactionManagementError

from games import store
from games.integrity.games import game_findings, shard_findings
from games.log.append import _EVENTS_OF, CommandContext
from games.log.codec import dump_state
from games.log.read import read
from games.log.shards import shard_of
from games.models import Event, Game, LatestSnapshot, MoveKey, Seat
from games.models.sql import column_names
from games.rules import commands
from games.rules.edition import EDITION, FIRST
from games.rules.events import EffectEnded, SeatLeft, SeatTaken
from games.services.history import at_version
from tests.games.tables import Table, add, player

pytestmark = pytest.mark.django_db

MOVE = CommandContext(actor=str(player(0)), key="key 1", request_hash=b"request")


@pytest.fixture
def table() -> Table:
    return Table().start()


def test_a_game_lies_in_the_log_as_it_happened(table: Table) -> None:
    table.play(30)
    events = read(table.id)
    assert [one.version for one in events] == list(range(1, len(events) + 1))
    assert [one.position for one in events] == list(range(1, len(events) + 1))
    row = store.find(table.id)
    assert row is not None
    assert (row.version, row.head_hash) == (events[-1].version, events[-1].hash)
    assert row.header == at_version(row, row.version).row.header
    assert row.state == dump_state(table.game)
    assert store.game_of(row) == table.game
    assert not [*game_findings(table.id), *shard_findings()]


def test_each_event_names_the_edition_of_the_rules_that_decided_it(table: Table) -> None:
    assert {one.edition for one in read(table.id)} == {EDITION}

    shard = shard_of(table.id)
    with transaction.atomic(), connection.cursor() as cursor:
        columns = ", ".join(name for name in column_names(Event) if name not in ("position", "version", "edition"))
        cursor.execute(
            f"INSERT INTO event (position, version, {columns}) SELECT 9999, 9999, {columns} "  # noqa: S608 - of a model
            "FROM event WHERE shard = %s AND stream = %s AND version = 1",
            [shard, table.id],
        )
    assert read(table.id, after=9998)[0].edition == FIRST, "code that knows no edition decides by the first one"


def test_append_returns_what_it_wrote(table: Table) -> None:
    made = table.handle(table.next_command())
    first = made.events[0]
    stored = read(table.id, after=first.version - 1)
    assert list(made.events) == [replace(one, position=0) for one in stored]  # the COMMIT finds the position
    read_again = store.find(table.id)
    assert read_again is not None
    assert made.row == replace(read_again, now=made.row.now, habits=made.row.habits)  # read with the lock alone


def test_each_event_tells_in_which_turn_it_happened(table: Table) -> None:
    before = table.game.turn
    made = table.handle(table.next_command())
    assert made.events[0].turn == before
    assert store.head(table.id).turn == table.game.turn  # type: ignore[union-attr]


def test_events_are_recorded_at_the_time_that_decided_whether_the_move_was_late(table: Table) -> None:
    with transaction.atomic():
        row = store.lock(table.id)
    assert row is not None
    made = table.happen(EffectEnded(), EffectEnded())
    assert {one.recorded_at for one in made.events} == {made.row.now}
    assert timedelta(0) <= made.row.now - row.now < timedelta(minutes=1)


def test_two_appends_in_one_transaction_follow_each_other(table: Table) -> None:
    with transaction.atomic():
        row = store.lock(table.id)
        assert row is not None
        first = add(table, row, CommandContext(actor="clock"))
        second = add(table, first.row, MOVE)
    assert second.row.version == row.version + 2
    assert store.head(table.id).version == second.row.version  # type: ignore[union-attr]


def test_the_end_of_a_shard_is_found_by_its_index(table: Table) -> None:
    """A move must not read all events of the shard (`make bench ARGS="--only stored"`)."""
    shard = shard_of(table.id)
    values: list[Any] = [table.id, "[]", shard, table.id, 0, "", None, b"", read(table.id)[0].recorded_at, 1]
    with transaction.atomic(), connection.cursor() as cursor:
        cursor.execute("SET LOCAL enable_seqscan = off")  # the planner may scan a table that is so small
        cursor.execute(f"EXPLAIN {_EVENTS_OF[shard]}", values)
        plan = "\n".join(line for (line,) in cursor.fetchall())
    assert f"Index Cond: (shard = {shard})" in plan


def test_a_game_that_is_not_there() -> None:
    nowhere = UUID("01970000-0000-7000-8000-0000000000ff")
    assert store.find(nowhere) is store.head(nowhere) is None
    assert read(nowhere) == []
    with transaction.atomic():
        assert store.lock(nowhere) is None


def test_a_game_is_opened_once() -> None:
    Table().open()
    with pytest.raises(IntegrityError):
        Table().open()


def test_the_shard_is_the_last_byte_of_the_id_mod_16() -> None:
    table = Table(5, shard=0xAB).open()
    assert table.id.bytes[-1] == 0xAB
    assert Game.objects.get(id=table.id).shard == 0xB
    assert set(Event.objects.filter(stream=table.id).values_list("shard", flat=True)) == {0xB}


def test_a_row_cannot_lie_in_the_wrong_shard(table: Table) -> None:
    with pytest.raises(IntegrityError, match="game_shard"), transaction.atomic():
        Game.objects.filter(id=table.id).update(shard=(shard_of(table.id) + 1) % 16)


def test_nothing_is_not_appended(table: Table) -> None:
    with pytest.raises(ValueError, match="nothing happened"):
        table.happen()


def test_a_transaction_that_fails_leaves_no_trace(table: Table) -> None:
    before = store.find(table.id)

    class Interrupted(Exception):
        pass

    def interrupted() -> None:
        with transaction.atomic():
            table.happen(EffectEnded(), context=MOVE)
            raise Interrupted

    with pytest.raises(Interrupted):
        interrupted()
    after = store.find(table.id)
    assert after == replace(before, now=after.now)  # type: ignore[type-var, union-attr]
    assert not MoveKey.objects.exists()
    assert not [*game_findings(table.id), *shard_findings()]


def test_without_the_lock_a_stale_row_is_refused(table: Table) -> None:
    stale = store.find(table.id)
    assert stale is not None
    table.happen(EffectEnded())
    with pytest.raises(IntegrityError), transaction.atomic():
        add(table, stale, MOVE)


# The same key gets the same answer.


def test_a_key_that_came_before_names_its_events(table: Table) -> None:
    made = table.happen(EffectEnded(), EffectEnded(), context=MOVE)
    with transaction.atomic():
        row = store.lock(table.id, MOVE)
        assert row is not None
        assert store.answered(row, MOVE) == (made.row.version - 1, made.row.version)


def test_a_key_is_its_actors_and_its_games(table: Table) -> None:
    table.happen(EffectEnded(), context=MOVE)
    other = Table(2).start()
    with transaction.atomic():
        for game, context in (
            (table.id, replace(MOVE, actor="bot:1")),
            (table.id, replace(MOVE, key="key 2")),
            (other.id, MOVE),
        ):
            row = store.lock(game, context)
            assert row is not None
            assert store.answered(row, context) is None


def test_a_key_for_another_request_is_refused(table: Table) -> None:
    table.happen(EffectEnded(), context=MOVE)
    other = replace(MOVE, request_hash=b"another")
    with transaction.atomic():
        row = store.lock(table.id, other)
        assert row is not None
        with pytest.raises(store.KeyReused):
            store.answered(row, other)


def test_a_key_cannot_be_bound_twice(table: Table) -> None:
    table.happen(EffectEnded(), context=MOVE)
    with pytest.raises(IntegrityError), transaction.atomic():
        table.happen(EffectEnded(), context=MOVE)


def test_the_key_stands_with_the_events(table: Table) -> None:
    made = table.happen(EffectEnded(), context=MOVE)
    assert (made.events[0].actor, made.events[0].key) == (MOVE.actor, MOVE.key)
    assert bytes(MoveKey.objects.get().request_hash) == MOVE.request_hash


# The inline read models.


def test_the_stored_state_may_be_dropped(table: Table) -> None:
    table.play(3)
    LatestSnapshot.objects.filter(game=table.id).delete()
    row = store.find(table.id)
    assert row is not None
    assert row.state is None
    assert store.game_of(row) == table.game
    table.happen(EffectEnded())
    assert store.find(table.id).state == dump_state(table.game)  # type: ignore[union-attr]


def test_a_state_of_another_version_is_not_used(table: Table) -> None:
    LatestSnapshot.objects.filter(game=table.id).update(version=1)
    assert store.find(table.id).state is None  # type: ignore[union-attr]


def test_a_state_of_another_shape_is_folded_again(table: Table) -> None:
    LatestSnapshot.objects.filter(game=table.id).update(state=b'{"shape":"older","game":{}}')
    row = store.find(table.id)
    assert row is not None
    assert store.game_of(row) == table.game


def test_who_sits_where_follows_the_log() -> None:
    table = Table(seats=3).open()
    table.happen(SeatTaken(seat=0, player=str(player(0)), nonce="n"), SeatTaken(seat=1, bot="clever", nonce="n"))
    table.happen(SeatTaken(seat=2, player=str(player(2)), nonce="n"))
    table.happen(SeatLeft(seat=2))
    seats = list(Seat.objects.order_by("seat").values_list("seat", "player", "bot"))
    assert seats == [(0, player(0), None), (1, None, "clever")]


def test_nobody_sits_twice_at_a_table() -> None:
    table = Table(seats=3).open()
    table.handle(commands.TakeSeat(seat=0, player=str(player(0)), nonce="n"))
    with pytest.raises(IntegrityError), transaction.atomic():
        table.handle(commands.TakeSeat(seat=1, player=str(player(0)), nonce="n"))


# Where appending is refused.


@contextmanager
def autocommit() -> Iterator[None]:
    """Leave the transaction of the test for a moment, as far as Django knows."""
    connection.in_atomic_block = False
    try:
        yield
    finally:
        connection.in_atomic_block = True


def test_outside_of_a_transaction_nothing_is_locked(table: Table) -> None:
    with autocommit(), pytest.raises(TransactionManagementError):
        store.lock(table.id)


def test_a_ruleset_is_kept_once_and_found_by_its_hash(table: Table) -> None:
    store.keep(table.variant)
    assert store.kept(table.variant.hash).content == table.variant.content
    with pytest.raises(store.UnknownRuleset):
        store.kept("sha256:none")
