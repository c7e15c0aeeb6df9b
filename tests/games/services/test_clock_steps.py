"""Steps of the database's clock, and short outages: the clock's worker goes on with each game."""

from datetime import timedelta
from typing import Final

import pytest
from django.db import connection

from games import loops, services, store
from games.db import rows
from games.integrity.verify import Verifier
from games.log.append import CommandContext
from games.log.hash_chain import instant
from games.log.read import read
from games.management.health_report import clock_steps
from games.rules.commands import Resign
from games.rules.events import DeadlineMoved, MoveCause
from games.services import Allowance, Terms, writing
from games.services.drafts import Draft
from tests.games.services.claiming import play_bot
from tests.games.services.sitting import Sitting
from tests.games.services.test_outages import deadline, outages, silent
from tests.games.wall_clock import WallClock

pytestmark = pytest.mark.django_db
SECOND: Final = timedelta(seconds=1)
HOUR: Final = timedelta(hours=1)
NONE: Final = timedelta()
DAY: Final = timedelta(days=1)


@pytest.fixture
def wall(monkeypatch: pytest.MonkeyPatch) -> WallClock:
    monkeypatch.setattr(loops, "_looked_ahead", (0, 0.0))
    clock = WallClock()
    beat()
    return clock


def beat() -> None:
    services.record_heartbeat()
    services.record_web_heartbeat()


def playing(turn: int = 120, bank: int = 0) -> Sitting:
    return Sitting.of(2, terms=Terms(clock=Allowance(turn, bank)))


def types(table: Sitting) -> list[str]:
    return [one.type for one in read(table.game)]


def left(table: Sitting) -> timedelta:
    """How long everybody is told that the turn still lasts."""
    return deadline(table) - table.row.now


def about(seconds: float) -> object:
    return pytest.approx(seconds, abs=15)


@pytest.mark.parametrize("by", [3 * HOUR, 10 * DAY])
@pytest.mark.parametrize("turn", [120, 300])
def test_a_turn_that_began_while_the_clock_was_ahead_begins_anew(wall: WallClock, by: timedelta, turn: int) -> None:
    wall.step(by)
    loops.clock()
    table = playing(turn)
    table.move()
    wall.passes(5 * SECOND)
    wall.step(-by)
    assert left(table) > by

    loops.clock()

    assert left(table).total_seconds() == about(turn)
    assert types(table)[-1] == "deadline-moved"
    assert Verifier().game(table.game) == []
    wall.passes(25 * SECOND)
    loops.clock()
    assert "time-ran-out" not in types(table)
    wall.passes(turn * SECOND)
    loops.clock()
    assert "time-ran-out" in types(table), "an absent player does not hang the game"
    assert Verifier().game(table.game) == []


def test_a_turn_that_older_code_left_ahead_begins_anew_when_the_clock_process_starts(wall: WallClock) -> None:
    wall.step(10 * DAY)
    beat()
    table = playing()
    wall.step(-10 * DAY)
    with connection.cursor() as cursor:  # older code recorded no step back
        cursor.execute("UPDATE heartbeat SET at = clock_timestamp(), machine = NULL, ticks = NULL")

    loops.clock()

    assert "back" not in [one for one, _ in outages()]
    assert left(table).total_seconds() == about(120)
    assert Verifier().game(table.game) == []


def test_a_turn_that_ran_before_the_clock_was_ahead_keeps_its_time(wall: WallClock) -> None:
    table = playing(120, 600)
    wall.passes(10 * SECOND)
    wall.step(3 * HOUR)
    loops.clock()
    assert left(table).total_seconds() == about(710)
    wall.passes(10 * SECOND)
    wall.step(-3 * HOUR)
    loops.clock()

    assert left(table).total_seconds() == about(700)
    assert "deadline-moved" not in types(table)
    table.move()
    assert store.find(table.game).banks == {}  # type: ignore[union-attr]
    assert Verifier().game(table.game) == []


def test_a_jump_that_was_undone_is_credited_to_no_later_turn(wall: WallClock) -> None:
    wall.step(3 * HOUR)
    loops.clock()
    wall.passes(20 * SECOND)
    wall.step(-3 * HOUR)
    loops.clock()
    table = playing(turn=4 * 3600, bank=3600)
    wall.passes(3.5 * HOUR)
    loops.clock()
    assert left(table).total_seconds() == about(1.5 * 3600)
    wall.passes(0.75 * HOUR)
    table.move()

    assert Verifier().game(table.game) == []
    (spent,) = [bank for (bank,) in rows("SELECT bank FROM seat WHERE bank IS NOT NULL")]
    assert spent == about(2700)


def test_verify_knows_the_outages_of_a_game_that_began_while_the_clock_was_ahead(wall: WallClock) -> None:
    wall.step(DAY)
    loops.clock()
    table = playing(60, 3600)
    wall.step(-DAY)
    loops.clock()
    wall.passes(30 * SECOND)
    wall.step(90 * SECOND)
    silent(90 * SECOND, "web")
    beat()
    assert ("web", 1.5) in outages()
    wall.passes(45 * SECOND)
    table.move()

    assert Verifier().game(table.game) == []


def test_verify_finds_a_turn_that_begins_anew_without_a_step_and_a_deadline_that_was_set() -> None:
    table = playing()
    row = table.row
    with writing.locked(table.game) as locked:
        draft = Draft(table.game, store.game_of(locked))
        draft.emit(DeadlineMoved(seat=row.on_turn or 0, deadline=instant(row.now), cause=MoveCause.CLOCK_SET_BACK))
        writing.write(locked, draft, CommandContext(actor="clock"))
    with connection.cursor() as cursor:
        cursor.execute("UPDATE game SET deadline = deadline + interval '1 day' WHERE id = %s", [table.game])

    found = [str(one) for one in Verifier().game(table.game)]

    assert any("begins a turn anew that had begun before" in one for one in found)
    assert any("clock: deadline is" in one for one in found)


def test_a_bot_that_was_due_in_the_time_that_was_set_back_moves(wall: WallClock) -> None:
    wall.step(10 * DAY)
    loops.clock()
    table = Sitting.of(2, terms=Terms(clock=Allowance(120, 0)))
    game = services.open_game(
        player=table.players[0], variant="mau_mau", seats=2, bots=["novice"], terms=Terms(clock=Allowance(120, 0))
    )
    bots = Sitting(game, table.players)
    while bots.row.bot_due is None:
        bots.move()
    wall.step(-10 * DAY)
    loops.clock()
    wall.passes(10 * SECOND)
    version = bots.row.version

    assert play_bot()
    assert bots.row.version > version


def test_work_that_was_put_off_in_the_time_that_was_set_back_is_tried(wall: WallClock) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            """INSERT INTO claim (kind, key, turn, tries, reason, since, next_try)
               VALUES ('clock', 'a game', 1, 1, 'it failed', now(), now() + interval '10 days')"""
        )
    wall.step(-HOUR)
    loops.clock()

    assert rows("SELECT next_try <= clock_timestamp() FROM claim") == [(True,)]


def test_a_full_disk_of_45_seconds_costs_a_turn_of_20_seconds_nothing(wall: WallClock) -> None:
    table = playing(20)
    wall.passes(5 * SECOND)
    wall.step(45 * SECOND)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE heartbeat SET ticks = ticks - 45")

    before = left(table)
    loops.clock()
    services.record_web_heartbeat()

    assert before.total_seconds() == about(15)
    assert timedelta() < left(table) < 20 * SECOND
    assert "time-ran-out" not in types(table)
    assert [one for one, _ in outages()] == ["web"]
    wall.passes(20 * SECOND)
    loops.clock()
    assert "time-ran-out" in types(table)
    assert Verifier().game(table.game) == []


def test_at_live_pace_an_outage_is_credited_without_the_hour(wall: WallClock) -> None:
    live, slow = playing(120, 600), playing(7200)
    wall.passes(5 * SECOND)
    wall.step(360 * SECOND)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE heartbeat SET ticks = ticks - 360")
    beat()

    assert left(live).total_seconds() == about(715)
    assert left(slow).total_seconds() == about(2 * 3600 - 5 + 3600)
    wall.passes(725 * SECOND)
    loops.clock()
    assert "time-ran-out" in types(live)
    assert "time-ran-out" not in types(slow)
    assert Verifier().game(live.game) == Verifier().game(slow.game) == []


def test_doctor_names_a_step(wall: WallClock) -> None:
    assert [*clock_steps()] == []
    wall.step(3 * HOUR)
    loops.clock()
    wall.step(-3 * HOUR)
    loops.clock()

    back, forward = [*clock_steps()]

    assert "set back by 2:59:5" in back.what or "set back by 3:00:0" in back.what
    assert "set forward by" in forward.what
    assert not back.is_well
    assert back.advice


def test_verify_takes_no_outage_from_the_time_that_was_set_back(wall: WallClock) -> None:
    table = playing(60, 3600)
    wall.passes(10 * SECOND)
    wall.step(3 * HOUR)
    loops.clock()
    wall.passes(100 * SECOND)
    table.move()
    table.move(Resign(seat=0), turn=None, actor=str(table.players[0]))
    wall.step(-3 * HOUR)
    loops.clock()

    assert rows("SELECT bank < 3600 FROM seat WHERE bank IS NOT NULL") == [(True,)]
    assert Verifier().game(table.game) == []
