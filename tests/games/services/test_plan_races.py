"""A plan, its player and the clock race for one turn, on three real connections: one of them wins, each time.

    pytest -s --full-size tests/games/services/test_plan_races.py

runs two thousand races, and prints who won how often.
"""

from collections import Counter
from random import Random
from typing import Final

import pytest

from games import services
from games.db import rows
from games.integrity.games import game_findings, shard_findings
from games.log.read import read
from games.management.health_report import Line, report
from games.services import Allowance, MoveResult, Terms
from games.services.due import Worked, try_plan
from games.store import claims
from tests.games.services.noticing import follow, issue, kinds_of
from tests.games.services.planning import anything, plan, plans_of, seated, turn_comes, wait_out, waiting_seat
from tests.games.services.sitting import Sitting
from tests.games.services.test_races import at_once
from tests.sizes import FULL, SMALL

_SHARE: Final = 5
"""A race here takes about five times as long as one of a move and the clock."""
_SOON: Final = """
    UPDATE game SET turn_began = clock_timestamp() + make_interval(secs => %(soon)s) - (deadline - turn_began),
                    deadline = clock_timestamp() + make_interval(secs => %(soon)s) WHERE id = %(game)s
"""
_LATER: Final = """
    UPDATE game SET turn_began = clock_timestamp(), deadline = clock_timestamp() + interval '1 h'
    WHERE id = %s AND status = 'playing'
"""
_LATEST: Final = 0.04


@pytest.mark.load
@pytest.mark.usefixtures("committed_db")
def test_of_a_plan_its_player_and_the_clock_one_wins_each_time(request: pytest.FixtureRequest) -> None:
    races = (FULL if request.config.getoption("--full-size") else SMALL).races // _SHARE
    chance, winners, table = Random(46), Counter[str](), a_table()
    played = [table]

    for number in range(races):
        if table.row.status != "playing" or table.state.absent:
            table = a_table()
            played.append(table)
        seat = waiting_seat(table)
        plan(table, seat, *anything(table, seat))
        while table.row.status == "playing" and table.row.on_turn != seat:
            table.move()
        if table.row.status != "playing":
            continue
        winners[one_race(table, number, chance.uniform(-_LATEST / 8, _LATEST))] += 1

    print(f"{winners.total()} races in {len(played)} games: {dict(winners)}")  # noqa: T201
    assert len(winners) > 1, "one of them is always too early, or always too late"
    assert list(shard_findings()) == []
    assert [fault for one in played for fault in game_findings(one.game)] == []


def a_table() -> Sitting:
    return seated(terms=Terms(clock=Allowance(3600, 0)))


def one_race(table: Sitting, number: int, soon: float) -> str:
    """Let the deadline pass while plan and player move. Return who won; fail unless exactly one did."""
    row, command, actor, key = table.row, table.a_move(), table.mover, f"race {number}"
    wait_out()
    (claim,) = claims.claim_plans(1)  # already claimed, for otherwise it would nearly always be the last
    rows(_SOON, {"soon": soon, "game": table.game})

    answer, *worked = at_once(
        lambda: services.make_move(table.game, command, turn=row.turn, actor=actor, key=key, request_hash=b""),
        lambda: try_plan(claim),
        services.resolve_late,
    )

    assert all(isinstance(one, Worked | bool) for one in worked), worked
    happened = read(table.game, after=row.version)
    own = {event.turn for event in happened if (event.actor, event.key) == (actor, key)}
    by_plan = {event.turn for event in happened if event.key and event.key.startswith(f"plan {row.turn} ")}
    by_clock = {event.turn for event in happened if event.type == "time-ran-out"}
    winners = [who for who, turns in (("move", own), ("plan", by_plan), ("clock", by_clock)) if row.turn in turns]
    assert len(winners) == 1, (answer, winners, happened)
    (winner,) = winners
    assert isinstance(answer, MoveResult) == (winner == "move"), (answer, winner)
    rows(_LATER, [table.game])
    if winner != "plan":  # a plan may go on in its turn
        assert plans_of(table) == []
    return winner


@pytest.mark.usefixtures("committed_db")
def test_two_workers_play_each_plan_once() -> None:
    tables = [a_table() for _ in range(8)]
    for table in tables:
        seat = waiting_seat(table)
        plan(table, seat, *anything(table, seat))
        turn_comes(table, seat)
    wait_out()
    turns = [table.row.turn for table in tables]

    worked = at_once(*[lambda: services.play_plans(seconds=60)] * 3)

    assert sum(one.done for one in worked) == len(tables)
    for table, turn in zip(tables, turns, strict=True):
        made = [event for event in read(table.game) if event.key and event.key.startswith(f"plan {turn} ")]
        assert {event.turn for event in made} >= {turn}
        assert game_findings(table.game) == []


@pytest.mark.usefixtures("committed_db")
def test_a_plan_that_is_dropped_while_the_follower_runs_is_told_once() -> None:
    for _ in range(12):
        table = a_table()
        seat = waiting_seat(table)
        plan(table, seat, "name S")
        turn_comes(table, seat)
        wait_out()
        rows("UPDATE checkpoint SET position = greatest(position - 1, 0) WHERE projection = 'notices'")

        at_once(services.play_plans, issue)

        issue()
        assert plans_of(table) == []
        assert kinds_of(table.players[seat]).count("your-turn") == 1


@pytest.mark.usefixtures("committed_db")  # the doctor has a connection of its own
def test_the_doctor_knows_of_plans_that_nobody_plays() -> None:
    def line() -> Line:
        (found,) = [one for one in report() if one.what.startswith("plans")]
        return found

    table = seated()
    seat = waiting_seat(table)
    plan(table, seat, "draw")
    turn_comes(table, seat)
    follow()
    assert line() == Line(True, "plans of players: none is late")
    rows("UPDATE plan SET due_at = clock_timestamp() - interval '1 min'")
    assert (line().is_well, line().advice) == (False, "Start a worker for the queue `bots`.")
    services.play_plans()
    assert line().is_well
