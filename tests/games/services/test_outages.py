"""Outages, with real heartbeats: whoever asks when a time is up, and whenever, is told the same."""

from dataclasses import replace
from datetime import datetime, timedelta

import pytest
from django.db import connection

from games import selectors, services, store
from games.clocks import credit
from games.clocks.outages import LONGEST_GAP, LONGEST_TURN
from games.db import rows
from games.services import Allowance, Terms
from games.services.due import try_work
from games.services.moves import make_clock_move_if_late
from tests.games.services.claiming import claim_clock, has_spoken, next_late
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)


@pytest.fixture
def fast() -> Sitting:
    """Two players with a minute a turn and an hour in the bank."""
    return Sitting.of(2, terms=Terms(clock=Allowance(60, 3600)))


def silent(by: timedelta, *names: str) -> None:
    """Let the heartbeats of these be so much older, by all clocks."""
    for name in names:
        store.lock_heartbeat(name)
    with connection.cursor() as cursor:
        cursor.execute(
            """UPDATE heartbeat SET at = at - make_interval(secs => %s), ticks = ticks - %s WHERE name = ANY(%s)""",
            [by.total_seconds(), by.total_seconds(), [*names]],
        )


def jump(by: timedelta) -> None:
    """Let the wall clock have jumped: what was before it is longer ago, by the wall clock alone."""
    with connection.cursor() as cursor:
        cursor.execute("UPDATE heartbeat SET at = at - make_interval(secs => %s)", [by.total_seconds()])


def outages() -> list[tuple[str, float]]:
    """Return cause and length of each outage, in half minutes: while a busy machine records it, it becomes longer."""
    found = rows("SELECT cause, extract(epoch FROM ended - began) FROM outage ORDER BY began, cause")
    return [(cause, round(float(length) / 30) / 2) for cause, length in found]


def bank(table: Sitting, seat: int) -> int:
    row = store.lock(table.game)
    assert row is not None
    return row.banks.get(seat, 3600)


def credit_at(row: store.GameRow) -> timedelta:
    assert row.deadline
    assert row.turn_began
    outages = services.outages_since(row.turn_began, row.now)
    return credit(outages, row.turn_began, row.now, time=row.deadline - row.turn_began)


def deadline(table: Sitting) -> datetime:
    """Return the deadline that everybody is told."""
    row = table.row
    assert row.deadline
    return row.deadline + credit_at(row)


@pytest.mark.parametrize("recorded_before", [False, True])
@pytest.mark.parametrize("name", ["driver", "web"])
def test_a_move_before_the_first_look_after_an_outage_is_credited_like_one_after_it(
    fast: Sitting, name: str, *, recorded_before: bool
) -> None:
    for record in (services.record_heartbeat, services.record_web_heartbeat):
        record()
    late = fast.row.on_turn
    assert late is not None
    fast.age(6 * MINUTE)
    silent(5.5 * MINUTE, name)
    if recorded_before:
        assert services.record_heartbeat() or services.record_web_heartbeat()
        assert outages() == [(name, 5.5)]

    assert not services.is_late(fast.row)
    while fast.row.on_turn == late:
        fast.move()

    assert bank(fast, late) == 3600
    assert not services.record_heartbeat() if name == "web" or recorded_before else services.record_heartbeat()


def test_the_deadline_that_is_told_moves_while_an_outage_runs_and_stays_after_it(fast: Sitting) -> None:
    fast.age(10 * MINUTE)
    before = deadline(fast)
    silent(8 * MINUTE, "driver")
    running = deadline(fast)
    services.record_heartbeat()
    after = deadline(fast)

    assert timedelta(hours=1, minutes=8) <= running - before
    assert running <= after <= running + MINUTE
    assert deadline(fast) == after


def test_an_outage_moves_the_deadline_by_its_length_and_an_hour(fast: Sitting) -> None:
    fast.age(61 * MINUTE)
    assert services.is_late(fast.row)
    assert next_late() == fast.game
    silent(6 * MINUTE, "driver")

    assert not services.is_late(fast.row)  # it runs, and is not recorded yet
    assert next_late() is None
    assert services.record_heartbeat()

    assert not services.is_late(fast.row)
    assert next_late() is None
    assert not services.resolve_late().done
    fast.age(timedelta(hours=1, minutes=7))
    assert services.is_late(fast.row)
    assert next_late() == fast.game
    assert services.resolve_late().done == 1


@pytest.mark.parametrize("name", ["driver", "web"])
def test_an_outage_that_is_found_after_the_claim_counts_before_the_clock_speaks(fast: Sitting, name: str) -> None:
    services.record_heartbeat()
    services.record_web_heartbeat()
    fast.age(62 * MINUTE)
    claim = claim_clock()
    assert claim
    silent(6 * MINUTE, name)

    assert not try_work(claim, make_clock_move_if_late)

    assert not has_spoken(fast)


def test_the_lock_reads_all_outages_that_may_count_in_the_turn(fast: Sitting) -> None:
    services.record_heartbeat()
    services.record_web_heartbeat()
    fast.age(62 * MINUTE)
    began = fast.row.turn_began
    assert began
    for cause, minutes in (("web", -30), ("driver", -5), ("jump", 20)):
        store.record_outage(cause, began + minutes * MINUTE, began + (minutes + 7) * MINUTE)
    silent(6 * MINUTE, "web")

    row = store.lock(fast.game, turn_within=LONGEST_TURN)

    assert row
    assert row.presence
    outages, heartbeats = store.presence(began)
    assert len(outages) == 2
    assert {*outages} < {*row.presence.outages}
    assert {one[:2] for one in row.presence.heartbeats} == {one[:2] for one in heartbeats}
    asked = store.lock(fast.game)
    assert asked
    assert asked.presence is None
    assert services.is_late(row) == services.is_late(asked)


def test_a_turn_that_an_outage_hardly_touched_has_no_hour_more(fast: Sitting) -> None:
    silent(60 * MINUTE, "driver")
    fast.age(timedelta(seconds=0.4))
    services.record_heartbeat()

    gained = deadline(fast) - (fast.row.deadline or deadline(fast))

    assert timedelta(seconds=0.4) <= gained <= timedelta(seconds=10)


def test_a_web_that_is_down_while_the_clock_runs_is_an_outage(fast: Sitting) -> None:
    services.record_web_heartbeat()
    fast.age(62 * MINUTE)
    silent(10 * MINUTE, "web")
    services.record_heartbeat()

    assert outages() == []
    assert not services.is_late(fast.row)
    assert next_late() is None
    assert services.record_web_heartbeat()
    assert outages() == [("web", 10)]
    assert not services.is_late(fast.row)
    assert not services.record_web_heartbeat()


def test_a_stopped_service_is_one_outage(fast: Sitting) -> None:
    fast.age(120 * MINUTE)
    before = deadline(fast)
    silent(30 * MINUTE, "driver")
    silent(31 * MINUTE, "web")
    services.record_web_heartbeat()
    services.record_heartbeat()

    assert outages() == [("web", 31), ("driver", 30)]
    assert MINUTE * (60 + 31) <= deadline(fast) - before < MINUTE * (60 + 32)


def test_who_never_was_there_is_not_missed() -> None:
    services.record_heartbeat()

    assert [name for name, _, _ in store.presence(store.now()).heartbeats] == ["driver"]
    silent(4 * MINUTE, "driver")
    assert services.outages_since(store.now() - 60 * MINUTE, store.now()) == []


def test_a_short_silence_is_no_outage() -> None:
    for name, record, by in (
        ("driver", services.record_heartbeat, 4 * MINUTE),
        ("web", services.record_web_heartbeat, MINUTE / 60),
    ):
        assert not record()
        silent(by, name)
        assert not record()
        silent(6 * MINUTE, name)
        assert record()
        assert not record()


@pytest.mark.parametrize("by", [2, 30])
def test_a_clock_that_jumps_forward_costs_nobody_time_and_gives_no_hour(fast: Sitting, by: int) -> None:
    services.record_heartbeat()
    services.record_web_heartbeat()
    before = deadline(fast)
    fast.age(by * MINUTE)
    jump(by * MINUTE)

    counted = deadline(fast)
    assert not services.record_heartbeat()

    assert not services.record_web_heartbeat()
    assert outages() == [("jump", by)]
    for one in (counted, deadline(fast)):
        assert abs(one - before) < MINUTE
    assert not services.record_heartbeat()
    assert outages() == [("jump", by)]


def test_a_clock_that_is_set_back_breaks_nothing(fast: Sitting) -> None:
    services.record_heartbeat()
    services.record_web_heartbeat()
    fast.age(-60 * MINUTE)
    jump(-60 * MINUTE)

    assert not services.is_late(fast.row)
    assert not services.record_heartbeat()
    assert not services.record_web_heartbeat()
    assert outages() == [("back", 60)]
    fast.move()
    silent(6 * MINUTE, "driver")
    assert services.record_heartbeat()
    assert outages() == [("driver", 6), ("back", 60)]


@pytest.mark.parametrize(
    ("bank", "gap", "hours"),
    [(3600, None, 1), (3600, LONGEST_GAP, 1), (600, None, 1), (600, LONGEST_GAP, 0)],
    ids=["older code", "more than an hour", "older code at live pace", "live pace"],
)
def test_the_selection_reckons_as_the_fold_does(bank: int, gap: timedelta | None, hours: int) -> None:
    table = Sitting.of(2, terms=Terms(clock=Allowance(60, bank)))
    row = table.row
    assert row.deadline
    assert row.turn_began
    lengths = [(-90, -60, "driver"), (-61, -30, "web"), (-10, 5, "driver"), (2, 30, "web"), (20, 21, "jump")]
    for began, ended, cause in lengths:
        store.record_outage(cause, row.turn_began + began * MINUTE, row.turn_began + ended * MINUTE, gap)
    now = row.now + 60 * MINUTE

    values = {**selectors.credits_since(row.turn_began, now), "id": table.game}
    ((told,),) = rows(f"SELECT {store.CREDITED_DEADLINE} FROM game WHERE id = %(id)s", values)  # noqa: S608 - a constant

    credited = credit_at(replace(row, now=now))
    assert credited == 30 * MINUTE + hours * MINUTE * 60 * 30 / 40
    assert abs(told - row.deadline - credited) < timedelta(milliseconds=1)
