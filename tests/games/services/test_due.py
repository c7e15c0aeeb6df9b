"""Work that is due: the oldest first, each once, and what fails keeps nothing else."""

import time
from contextlib import suppress
from datetime import timedelta
from functools import partial
from random import Random
from threading import Barrier, BrokenBarrierError, Event

import pytest
from django.db import DatabaseError, OperationalError, connection, transaction

from config.embedded.pytest_plugin import CommittedDatabase
from games import bots, db, loops, services, store
from games.bots.budget import Budget
from games.bots.memory import Memory
from games.log.read import read
from games.models import Claim as ClaimRow
from games.models import Game, Heartbeat
from games.rules.commands import Move
from games.rules.observation import Observation
from games.selectors import operation
from games.services import Terms
from games.services.due import credits_now, in_order, try_work, work_off
from games.services.moves import make_clock_move_if_late
from games.services.writing import locked
from games.store import GameRow, claims
from games.store.failures import Away, check_database
from tests.games.services.claiming import (
    MINUTE,
    claim_clock,
    has_spoken,
    keep_away,
    late,
    let_a_second_pass,
    play_bot,
)
from tests.games.services.sitting import Sitting
from tests.racing import at_once

SWALLOWED = pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
"""An interruption that comes while Python finalizes an object is lost there; the next one follows."""


def unreadable(minutes: int = 9) -> Sitting:
    table = late(minutes)
    Game.objects.filter(id=table.game).update(ruleset="sha256:lost")
    return table


@pytest.mark.django_db
def test_the_oldest_comes_first() -> None:
    tables = [late(minutes) for minutes in (3, 5, 4)]
    order = []

    while claim := claim_clock():
        try_work(claim, make_clock_move_if_late)
        order.append(claim.game)

    assert order == [tables[1].game, tables[2].game, tables[0].game]
    assert all(has_spoken(table) for table in tables)
    assert not ClaimRow.objects.exists()


@pytest.mark.django_db
def test_forty_unreadable_games_do_not_delay_the_forty_first(caplog: pytest.LogCaptureFixture) -> None:
    broken, sound = [unreadable() for _ in range(40)], late()

    services.resolve_late(seconds=30)
    let_a_second_pass(*(table.game for table in broken[:3]))
    services.resolve_late(seconds=30)

    assert has_spoken(sound)
    told = [record for record in caplog.records if "put off" in record.getMessage()]
    assert len(told) == 40  # each once, also those that failed twice
    found = {one.key: one for one in claims.quarantined()}
    assert found.keys() == {str(table.game) for table in broken}
    assert all(found[str(table.game)].tries >= 2 for table in broken[:3])
    assert "UnknownRuleset at games/store/rulesets.py" in found[str(broken[0].game)].reason


@pytest.mark.django_db
def test_pauses_grow_up_to_an_hour_and_a_success_ends_them() -> None:
    table = unreadable()
    for pause in (1, 4, 16, 64, 256, 1024, 3600, 3600, 3600):
        before = store.now()
        claim = claim_clock()
        assert claim
        assert not try_work(claim, make_clock_move_if_late)
        (found,) = claims.quarantined()
        assert before < found.next_try - timedelta(seconds=pause) < store.now()
        let_a_second_pass()

    Game.objects.filter(id=table.game).update(ruleset=late(1).row.ruleset)
    services.resolve_late()

    assert has_spoken(table)
    assert not ClaimRow.objects.exists()


@pytest.mark.django_db
def test_what_is_put_off_is_void_when_somebody_moves() -> None:
    table = late()
    claim = claim_clock()
    assert claim
    claims.fail(claim, "it failed")
    assert len(claims.quarantined()) == 1
    table.age(-5 * MINUTE)
    table.move()
    assert not claims.quarantined()
    table.age(5 * MINUTE)

    services.resolve_late()

    assert has_spoken(table)


@pytest.mark.django_db
def test_a_row_with_an_io_error_is_put_off_and_the_others_go_on() -> None:
    first, second = late(5), late(3)

    def work(row: GameRow) -> object:
        if row.id == first.game:
            db.rows("DO $$ BEGIN RAISE EXCEPTION 'bad block' USING ERRCODE = 'io_error'; END $$")
        return make_clock_move_if_late(row)

    while claim := claim_clock():
        try_work(claim, work)

    assert has_spoken(second)
    (found,) = claims.quarantined()
    assert (found.key, found.reason) == (str(first.game), "IoError (PostgreSQL's error 58030)")


@pytest.mark.django_db
@pytest.mark.parametrize("state", ["53100", "55P03", "57P03", "25006", "08006"])
def test_a_database_that_is_full_locked_or_away_is_no_rows_fault(state: str) -> None:
    late()
    claim = claim_clock()
    assert claim

    def work(_: GameRow) -> object:
        return db.rows(f"DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = '{state}'; END $$")

    with pytest.raises(Away):
        try_work(claim, work)
    assert not claims.quarantined()


@pytest.mark.django_db
def test_a_disk_that_was_full_for_long_puts_no_game_off() -> None:
    tables = [late(minutes) for minutes in (5, 4, 3)]

    def full(_: GameRow) -> object:
        return db.rows("DO $$ BEGIN RAISE EXCEPTION 'no' USING ERRCODE = 'disk_full'; END $$")

    for _ in range(len(tables) + 4):
        with pytest.raises(Away):
            work_off(lambda: claims.claim_clocks(credits_now(), len(tables)), lambda one: try_work(one, full), 1)
        assert max(one.next_try for one in ClaimRow.objects.all()) < store.now() + timedelta(seconds=6)
        assert operation.lateness().clock > 60, "readyz tells that the clock is late"
        let_a_second_pass()
    services.resolve_late()

    assert all(has_spoken(table) for table in tables)


def test_a_connection_that_is_lost_is_made_again(committed_db: CommittedDatabase) -> None:  # noqa: ARG001
    table = late()
    claim = claim_clock()
    assert claim

    def work(_: GameRow) -> object:
        return db.rows("SELECT pg_terminate_backend(pg_backend_pid())")

    with pytest.raises(Away):  # 57P01: as when the server is told to stop
        try_work(claim, work)
    check_database(OperationalError())
    let_a_second_pass()
    services.resolve_late()
    assert has_spoken(table)


@SWALLOWED
@pytest.mark.django_db
def test_work_that_runs_on_for_ever_is_interrupted_and_put_off() -> None:
    stuck, other = late(5), late(3)
    claim = claim_clock()
    assert claim

    def work(_: GameRow) -> object:
        while True:
            with suppress(Exception):  # such code would swallow any
                time.sleep(0.01)

    assert not try_work(claim, work, seconds=0.3)
    keep_away()
    services.resolve_late()

    assert has_spoken(other)
    (found,) = claims.quarantined()
    assert (found.key, found.reason) == (str(stuck.game), "took longer than 0.3 s")


@pytest.mark.django_db
def test_a_game_that_ended_its_worker_is_put_off() -> None:
    table = late()
    for tries in (1, 2, 3):
        claim = claim_clock()  # the worker dies after this: nothing else is written
        assert claim
        assert claim.tries == tries
        keep_away()
        assert claim_clock() is None
        let_a_second_pass()
    (found,) = claims.quarantined()
    assert "its worker ended" in found.reason

    services.resolve_late()

    assert has_spoken(table)
    assert not ClaimRow.objects.exists()


@SWALLOWED
@pytest.mark.django_db
def test_a_bot_that_hangs_keeps_no_other_bot() -> None:
    games = [
        services.open_game(player=None, variant="mau_mau", seats=2, bots=levels, terms=Terms(bot_pause=0))
        for levels in (["novice", "novice"], ["clever", "clever"])
    ]

    def hangs(*_: object) -> Move:
        while True:
            time.sleep(0.01)

    services.play_bots(seconds=60, step=2, levels={**bots.LEVELS, "novice": hangs})

    versions = dict(Game.objects.values_list("id", "version"))
    assert versions[games[1]] > versions[games[0]]
    assert [one.kind for one in claims.quarantined()] == ["bot"]


def test_two_workers_share_what_is_due(committed_db: CommittedDatabase) -> None:  # noqa: ARG001
    tables = [late() for _ in range(30)]
    meet = Barrier(2)  # so that both are at work at the same time, however busy the machine is

    def work(row: GameRow) -> object:
        with suppress(BrokenBarrierError):
            meet.wait(30)
        meet.abort()
        return make_clock_move_if_late(row)

    def worker() -> int:
        claim = in_order(partial(claims.claim_clocks, credits_now(), 5))
        return work_off(claim, partial(try_work, work=work, seconds=60), 60).done

    worked = at_once(worker, worker)

    assert sum(worked) == 30
    assert min(worked) >= 1
    for table in tables:
        assert [one.type for one in read(table.game)].count("time-ran-out") == 1
    assert not ClaimRow.objects.exists()


def test_a_game_in_which_somebody_moves_is_passed_over(committed_db: CommittedDatabase) -> None:  # noqa: ARG001
    held, free = late(5), late(3)
    has_looked, is_held = Event(), Event()

    def hold() -> int:
        with locked(held.game):
            is_held.set()
            assert has_looked.wait(60)
        return 0

    def take() -> int:
        assert is_held.wait(60)
        done = services.resolve_late().done
        has_looked.set()
        return done

    assert at_once(hold, take) == [0, 1]
    assert has_spoken(free)
    assert not has_spoken(held)
    assert not ClaimRow.objects.exists()


@pytest.mark.django_db
def test_the_heartbeat_is_written_after_the_work() -> None:
    table = late()

    loops.clock()

    (spoken,) = (one for one in read(table.game) if one.type == "time-ran-out")
    assert Heartbeat.objects.get().at > spoken.recorded_at


@pytest.mark.django_db
def test_a_clock_with_more_work_than_a_slice_comes_back_at_once() -> None:
    tables = [late() for _ in range(3)]
    worked = services.resolve_late(seconds=0)
    assert (worked.done, worked.is_over) == (0, False)
    assert services.resolve_late(seconds=30).is_over
    assert all(has_spoken(table) for table in tables)


@pytest.mark.django_db
def test_no_heartbeat_where_the_work_cannot_be_done() -> None:
    late()
    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE claim RENAME TO gone")
    with pytest.raises(DatabaseError, match="claim"), transaction.atomic():
        loops.clock()
    assert not Heartbeat.objects.exists()


def test_a_bot_thinks_while_nobody_waits_for_its_game(committed_db: CommittedDatabase) -> None:  # noqa: ARG001
    """Another connection locks the row in the middle of its thought."""
    game = services.open_game(
        player=None, variant="mau_mau", seats=2, bots=["novice", "novice"], terms=Terms(bot_pause=0)
    )
    found: list[bool] = []

    def thinks(observation: Observation, memory: Memory | None, rng: Random, budget: Budget) -> Move:
        found.extend(at_once(locks))
        return bots.LEVELS["clever"](observation, memory, rng, budget)

    def locks() -> bool:
        with transaction.atomic():
            return store.lock(game, skip_locked=True) is not None

    assert play_bot(levels={**bots.LEVELS, "novice": thinks})
    assert found == [True]
