"""A plan plays once, when its turn comes, like a move of its player. If it cannot, it is dropped and they are told."""

import re
from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services, store
from games.db import rows
from games.integrity.games import game_findings
from games.log.read import read
from games.models import Event, Plan
from games.rules.commands import Resign
from games.rules.events import Ask, ProposalKind
from games.services import Allowance, Terms, plans
from games.services.errors import NotInGame, NotPlaying, NotSeated, OnTurn, OtherDeal
from games.services.plans import Step
from games.store import claims
from tests.games.services.claiming import let_a_second_pass
from tests.games.services.noticing import follow, issue, kinds_of, planned, player
from tests.games.services.planning import (
    IMPOSSIBLE,
    anything,
    legal,
    plan,
    plans_of,
    play,
    seated,
    turn_comes,
    undone,
    waiting_seat,
)
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db

HOUR = timedelta(hours=1)


@pytest.fixture
def table() -> Sitting:
    return seated(terms=Terms(clock=Allowance(36_000, 3_600)))


def armed(table: Sitting, *moves: str | Step) -> int:
    """Give the waiting seat a plan, and let its turn come. Return the seat."""
    seat = waiting_seat(table)
    plan(table, seat, *(moves or anything(table, seat)))
    turn_comes(table, seat)
    return seat


def turns_issued(table: Sitting, seat: int) -> int:
    """Return how often the player of *seat* was told that it is their turn."""
    issue()
    return kinds_of(table.players[seat]).count("your-turn")


# It plays.


def test_the_first_move_that_is_legal_is_made_as_the_players_own(table: Sitting) -> None:
    seat = armed(table)
    before, (steps,) = table.row, Plan.objects.values_list("steps", flat=True)
    first = next(move for move, _ in steps if move in legal(table))

    assert play() == 1

    made = read(table.game, after=before.version)[0]
    assert (made.actor, made.turn, made.command) == (str(table.players[seat]), before.turn, f"{seat} {first}")
    assert game_findings(table.game) == []


def test_a_planned_turn_is_not_told(table: Sitting) -> None:
    seat = armed(table)
    assert turns_issued(table, seat) == 0
    assert "deadline-near" in planned(table.players[seat])
    play()
    if table.row.on_turn != seat:
        assert turns_issued(table, seat) == 0


def test_it_plays_once(table: Sitting) -> None:
    seat = armed(table, "draw", *anything(table, waiting_seat(table)))
    while play():
        pass
    assert table.row.on_turn != seat
    assert plans_of(table) == []
    turn_comes(table, seat)
    assert play() == 0
    assert turns_issued(table, seat) == 1


def test_it_goes_on_in_the_same_turn_with_the_moves_after_the_one_that_was_made() -> None:
    table = seated()
    seat = armed(table, "accept", "draw", "pass")
    before = table.row
    while table.row.on_turn == seat and play():
        assert turns_issued(table, seat) == 0

    assert plans_of(table) == []
    turns = [(one.turn, one.command) for one in read(table.game, after=before.version) if one.command]
    assert [command for _, command in turns] in ([f"{seat} draw", f"{seat} pass"], [f"{seat} accept"])
    assert len({turn for turn, _ in turns}) == len(turns)


def test_where_it_ends_in_the_middle_of_a_turn_its_player_is_told() -> None:
    table = seated()
    seat = armed(table, "pass", "accept", "draw", "accept")
    before = table.row.turn
    while plans_of(table):
        play()
    assert before < table.row.turn
    assert table.row.on_turn == seat
    assert turns_issued(table, seat) == 1


def test_a_move_is_made_only_for_what_it_is_meant(table: Sitting) -> None:
    seat = waiting_seat(table)
    plan(table, seat, *[Step(move, Ask.RESCUE) for move in anything(table, seat)])
    turn_comes(table, seat)
    before = table.row.version

    play()

    assert table.row.version == before
    assert plans_of(table) == []
    assert turns_issued(table, seat) == 1


def test_it_plays_the_turn_of_a_player_on_vacation() -> None:
    table = seated(3)
    seat = waiting_seat(table)
    services.take_vacation(table.players[seat], store.now() + timedelta(days=2))
    armed_seat = seat
    plan(table, armed_seat, *anything(table, armed_seat))
    turn_comes(table, armed_seat)
    assert table.state.policy is not None
    turn = table.row.turn
    play()
    assert Event.objects.filter(stream=table.game, turn=turn, actor=str(table.players[seat])).exists()


def test_a_planned_turn_is_no_miss(table: Sitting) -> None:
    seat = armed(table)
    play()
    assert table.state.attendance[seat].misses == 0


# It does not.


def test_a_plan_that_does_not_fit_is_dropped_and_its_player_told_once(table: Sitting) -> None:
    seat = armed(table, *IMPOSSIBLE)
    before = table.row.version
    assert turns_issued(table, seat) == 0

    play()

    assert (table.row.version, plans_of(table)) == (before, [])
    assert turns_issued(table, seat) == 1
    rows("UPDATE checkpoint SET position = 0 WHERE projection = 'notices'")
    assert turns_issued(table, seat) == 1


def test_who_moves_first_needs_no_plan(table: Sitting) -> None:
    seat = armed(table)
    table.move()
    assert plans_of(table) == []
    while table.row.on_turn == seat:
        table.move()
    turn_comes(table, seat)
    assert play() == 0


def test_a_plan_that_was_not_armed_yet_is_dropped_by_a_move_too(table: Sitting) -> None:
    armed(table)
    assert Plan.objects.get().turn is None  # the follower has not run
    table.move()
    follow()
    assert plans_of(table) == []


def test_the_clock_drops_it_too(table: Sitting) -> None:
    seat = armed(table)
    table.age(12 * HOUR)
    assert services.resolve_late().done > 0
    assert plans_of(table) == []
    assert table.state.attendance[seat].misses == 1


def test_whoever_resigns_has_no_plan() -> None:
    table = seated(3)
    seat = waiting_seat(table)
    plan(table, seat, *IMPOSSIBLE)
    table.move(Resign(seat=seat), turn=None, actor=str(table.players[seat]))
    assert plans_of(table) == []


def test_a_plan_ends_with_its_game(table: Sitting) -> None:
    seat = waiting_seat(table)
    plan(table, seat, *IMPOSSIBLE)
    table.move(Resign(seat=1 - seat), turn=None, actor=str(table.players[1 - seat]))
    follow()
    assert plans_of(table) == []


def test_a_plan_for_another_deal_is_dropped(table: Sitting) -> None:
    seat = armed(table)
    Plan.objects.update(deal=2)
    before = table.row.version
    play()
    assert (table.row.version, plans_of(table), turns_issued(table, seat)) == (before, [], 1)


def test_while_the_clock_stands_still_no_plan_plays(table: Sitting) -> None:
    seat = armed(table)
    follow()
    other = table.players[1 - seat]
    made = {"request_hash": b""}
    services.propose(table.game, ProposalKind.PAUSE, player=other, key="a", **made)
    services.vote(table.game, 1, agrees=True, player=table.players[seat], key="b", **made)
    before = table.row.version
    play()
    assert table.row.version == before
    rows("UPDATE checkpoint SET position = 0 WHERE projection = 'notices'")
    follow()
    assert Plan.objects.get().due_at is None

    services.propose(table.game, ProposalKind.RESUME, player=other, key="c", **made)
    services.vote(table.game, 2, agrees=True, player=table.players[seat], key="d", **made)
    before = table.row.version
    assert play() == 1
    assert table.row.version > before


def test_a_plan_that_fails_is_given_up_and_its_player_told(table: Sitting, monkeypatch: pytest.MonkeyPatch) -> None:
    def break_down(*_: Any) -> Any:
        raise RuntimeError("the rules are broken")

    seat = armed(table)
    monkeypatch.setattr(plans, "_choice", break_down)
    for number in range(3):
        assert play() == 0
        assert [(one.kind, one.tries) for one in claims.quarantined()] == [("plan", number + 1)]
        assert turns_issued(table, seat) == 0
        let_a_second_pass(table.game)

    play()

    assert plans_of(table) == []
    assert claims.quarantined() == []
    assert turns_issued(table, seat) == 1


# Who may have one.


def test_plans_are_for_seats_that_wait_in_a_running_deal(table: Sitting) -> None:
    seat, on_turn = waiting_seat(table), table.row.on_turn
    assert on_turn is not None
    with pytest.raises(OnTurn):
        plan(table, on_turn, "draw")
    with pytest.raises(OtherDeal):
        services.make_plan(table.game, [Step("draw")], deal=2, player=table.players[seat])
    with pytest.raises(NotSeated):
        services.make_plan(table.game, [Step("draw")], deal=1, player=player())
    with pytest.raises(services.NoSuchGame):
        services.make_plan(uuid4(), [Step("draw")], deal=1, player=table.players[seat])
    host = player()
    waits = services.open_game(player=host, variant="mau_mau_official", seats=2)
    with pytest.raises(NotPlaying):
        services.make_plan(waits, [Step("draw")], deal=1, player=host)
    table.move(Resign(seat=on_turn), turn=None)
    with pytest.raises(services.GameOver):
        plan(table, seat, "draw")


def test_the_absent_have_no_plans() -> None:
    table = seated(3, terms=Terms(clock=Allowance(3_600, 0)))
    seat = table.row.on_turn
    assert seat is not None
    for _ in range(2):
        turn_comes(table, seat)
        table.age(2 * HOUR)
        services.resolve_late()
    assert seat in table.state.absent
    with pytest.raises(NotInGame):
        plan(table, seat, "draw")


def test_a_new_plan_takes_the_place_of_the_old_one(table: Sitting) -> None:
    seat = waiting_seat(table)
    plan(table, seat, *IMPOSSIBLE)
    plan(table, seat, *anything(table, seat))
    turn_comes(table, seat)
    before = table.row.version
    play()
    assert table.row.version > before


# What it shows.


def test_the_move_before_it_does_the_same_with_and_without_a_plan(table: Sitting) -> None:
    seat, command, done = waiting_seat(table), table.a_move(), []
    for moves in ((), ("draw",), IMPOSSIBLE):
        with undone(), CaptureQueriesContext(connection):
            if moves:
                plan(table, seat, *moves)
            before = len(connection.queries)
            table.move(command, key="the same")
        done.append([re.sub(r"'(''|[^'])*'|[0-9]+", "?", one["sql"]) for one in connection.queries[before:]])

    assert done[0]
    assert done[0] == done[1] == done[2]


def test_when_it_plays_does_not_depend_on_the_hand(table: Sitting) -> None:
    seat = waiting_seat(table)
    plan(table, seat, *anything(table, seat))
    turn_comes(table, seat)
    with CaptureQueriesContext(connection) as captured:
        follow()
    assert not [one for one in captured.captured_queries if "game_state" in one["sql"] or "secret" in one["sql"]]
    ((began, due, delay),) = rows("SELECT turn_began, due_at, delay FROM plan JOIN game ON id = plan.game")
    assert timedelta(seconds=5) <= delay <= timedelta(minutes=1)
    assert timedelta() <= due - began - delay < timedelta(seconds=30)


def test_nobody_can_guess_the_key_under_which_it_was_made(table: Sitting) -> None:
    """When the game is over, everybody may compute the origin of an event from a guess at its key."""
    before = table.row
    armed(table)
    turn = table.row.turn
    play()
    (key,) = {event.key for event in read(table.game, after=before.version) if event.turn == turn}
    assert key is not None
    assert UUID(key.removeprefix(f"plan {turn} ")).version == 4


def test_a_turn_with_little_time_has_a_shorter_delay() -> None:
    table = seated(terms=Terms(clock=Allowance(36_000, 0)))
    seat = armed(table)
    rows("UPDATE game SET deadline = clock_timestamp() + interval '8 s' WHERE id = %s", [table.game])
    follow()
    ((due,),) = rows("SELECT due_at - clock_timestamp() FROM plan WHERE seat = %s", [seat])
    assert due < timedelta(seconds=2.1)
