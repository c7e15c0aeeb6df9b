"""Players who are absent: who counts as one, what becomes of their turns, and how the others go on."""

from datetime import timedelta
from uuid import UUID

import pytest
from msgspec import to_builtins

from games import services, store
from games.api.history.fairness import disclosure_of
from games.api.tables.feed import read_by
from games.integrity.games import game_findings
from games.integrity.ladders import result_findings
from games.log.read import read
from games.models import Game, Seat, Unrated
from games.records import check_record
from games.rules.commands import ClaimBot, ClaimWin, ComeBack, Resign
from games.rules.events import AbsencePolicy
from games.rules.variants import load
from games.services import Allowance, Terms
from games.services.records import record_of
from games.store import notices
from players.models import Player
from tests.games.fairness.checking import faults
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
MINUTE = timedelta(minutes=1)
HOUR = Allowance(3600, 0)
FUSE = timedelta(minutes=5)


def table(seats: int, absence: str = "draw-pass", clock: Allowance = HOUR, *, rated: bool = False) -> Sitting:
    return Sitting.of(seats, terms=Terms(clock=clock, absence=absence, rated=rated))  # type: ignore[arg-type]


def let_time_run_out(one: Sitting) -> None:
    row = one.row
    assert row.deadline is not None
    assert row.on_turn is not None
    one.age(row.deadline - row.now)
    assert services.resolve_late().done == 1


def until_absent(one: Sitting, *seats: int) -> None:
    """Let *seats* miss their turns until they are absent, and the others play."""
    while one.row.status == "playing" and not set(seats) <= set(one.state.absent):
        step(one, *seats)


def step(one: Sitting, *away: int) -> None:
    """Let the seat on turn move, or miss its turn if it is one of those who are *away*."""
    if one.row.on_turn in away:
        let_time_run_out(one)
    else:
        one.move()


def until_turn_of(one: Sitting, seat: int, *away: int) -> None:
    while one.row.on_turn != seat:
        step(one, *away)


def absent_column(one: Sitting) -> list[bool]:
    return [*Seat.objects.filter(game=one.game).order_by("seat").values_list("absent", flat=True)]


def claim(one: Sitting, kind: type[ClaimWin | ClaimBot], seat: int) -> services.MoveResult:
    return one.move(kind(seat=seat), turn=None, actor=str(one.players[seat]))


def leavings(one: Sitting) -> list[tuple[int, str]]:
    return [
        (event.public["seat"], event.public["leaving"]) for event in read(one.game) if event.type == "seat-resigned"
    ]


def clean(one: Sitting) -> bool:
    """Return whether the log is whole; when the game is over, also whether its record and its chance can be checked."""
    if game_findings(one.game):
        return False
    if one.row.status != "over":
        return True
    stored = read(one.game, limit=one.row.version)
    feed = read_by(stored, None, over=True)
    evidence = to_builtins(disclosure_of(feed)._asdict())
    document = {"game": str(one.game), "status": "over", **evidence, "ruleset": load("mau_mau").content.decode()}
    return check_record(record_of(stored, None, {}), load("mau_mau")) is None and faults(document, feed) == []


def test_who_misses_two_turns_running_is_absent_and_is_played_after_a_short_fuse() -> None:
    one = table(3)
    until_absent(one, 1)
    assert [event.public for event in read(one.game) if event.type == "seat-absent"] == [
        {"seat": 1, "policy": "draw-pass"}
    ]
    assert absent_column(one) == [False, True, False]

    until_turn_of(one, 1)

    row = one.row
    assert row.turn_began is not None
    assert row.deadline == row.turn_began + FUSE
    assert row.bot_due is None
    let_time_run_out(one)
    assert clean(one)


def test_the_fuse_is_not_longer_than_the_turn_of_the_table() -> None:
    one = table(3, clock=Allowance(60, 600))
    until_absent(one, 1)
    until_turn_of(one, 1)

    row = one.row
    assert row.turn_began is not None
    assert row.deadline == row.turn_began + MINUTE


def test_one_who_misses_a_turn_now_and_then_is_there() -> None:
    one = table(2, clock=Allowance(60, 0))
    for _ in range(40):
        if one.row.status != "playing":
            break
        attendance = one.state.attendance[0]
        step(one, *([0] if attendance.turns % 5 == 0 else []))
        assert not one.state.absent


def test_a_move_in_time_brings_a_player_back_at_once() -> None:
    one = table(3)
    until_absent(one, 1)
    until_turn_of(one, 1)

    one.move()

    types = [event.type for event in read(one.game)]
    assert "seat-returned" in types
    assert one.state.absent == ()
    assert absent_column(one) == [False] * 3
    assert one.state.attendance[1].misses == 0
    assert clean(one)


def test_who_comes_back_plays_from_the_next_turn_on() -> None:
    one = table(3)
    until_absent(one, 1)
    until_turn_of(one, 1)
    before = one.row.deadline

    one.move(ComeBack(seat=1), turn=None, actor=str(one.players[1]))

    assert (one.row.deadline, one.state.absent) == (before, ())
    let_time_run_out(one)  # this turn is still the clock's
    assert one.state.attendance[1].misses == 0
    until_turn_of(one, 1)
    row = one.row
    assert row.turn_began is not None
    assert row.deadline == row.turn_began + timedelta(hours=1)
    with pytest.raises(services.NotAbsent):
        one.move(ComeBack(seat=1), turn=None, actor=str(one.players[1]))
    assert clean(one)


def test_a_bot_plays_for_an_absent_player_as_a_bot() -> None:
    one = table(3, "bot")
    until_absent(one, 1)
    until_turn_of(one, 1)
    row = one.row
    assert row.turn_began is not None
    assert row.bot_due == row.turn_began + FUSE
    assert row.deadline is not None
    assert row.deadline == row.bot_due + timedelta(hours=1)
    assert not services.play_bots().done

    one.age(FUSE)
    let_bot_be_due(one)
    while one.row.on_turn == 1:
        let_bot_be_due(one)
        assert services.play_bots().done == 1

    actors = {event.actor for event in read(one.game)}
    assert "bot:1" in actors
    assert one.state.absent == (1,)


def let_bot_be_due(one: Sitting) -> None:
    """Let the bot be due now: nobody waits for five minutes in a test."""
    Game.objects.filter(id=one.game, bot_due__isnull=False).update(bot_due=store.now())


def test_a_bot_that_fails_is_followed_by_the_clock() -> None:
    one = table(3, "bot")
    until_absent(one, 1)
    until_turn_of(one, 1)

    let_time_run_out(one)

    assert one.row.on_turn != 1 or one.state.attendance[1].turns > 2


def test_a_bot_may_not_play_for_a_player_who_is_there() -> None:
    one = table(3, "bot")

    with pytest.raises(services.NotSeated):
        one.move(actor=f"bot:{one.row.on_turn}")


def test_a_removed_seat_leaves_at_its_next_turn_and_cannot_come_back() -> None:
    one = table(3, "remove")
    until_absent(one, 1)
    until_turn_of(one, 1)

    let_time_run_out(one)

    assert leavings(one) == [(1, "removed")]
    assert one.state.removed == (1,)
    with pytest.raises(services.NotAbsent):
        one.move(ComeBack(seat=1), turn=None, actor=str(one.players[1]))
    one.play_on()
    assert one.state.places[1] == 3
    assert clean(one)


def test_the_other_player_at_a_table_of_two_may_claim_the_win() -> None:
    one = table(2)
    with pytest.raises(services.NobodyAbsent):
        claim(one, ClaimWin, 1)
    until_absent(one, 0)
    assert one.row.status == "playing"
    with pytest.raises(services.NobodyAbsent):
        claim(one, ClaimWin, 0)

    claim(one, ClaimWin, 1)

    assert (one.state.winners, one.state.places) == ((1,), (2, 1))
    assert leavings(one) == [(0, "removed")]
    assert clean(one)


def test_the_other_player_may_play_on_against_a_bot() -> None:
    one = table(2)
    until_absent(one, 0)

    claim(one, ClaimBot, 1)

    assert one.state.attendance[0].policy is AbsencePolicy.BOT
    with pytest.raises(services.NobodyAbsent):
        claim(one, ClaimBot, 1)
    while one.row.status == "playing":
        if one.row.on_turn == 0:
            let_bot_be_due(one)
            assert services.play_bots().done == 1
        else:
            one.move()
    assert one.state.places == (2, 1), "an absentee ranks last, even if the bot was the first to go out"
    assert clean(one)


def test_who_resigns_while_the_only_other_player_is_absent_wins() -> None:
    one = table(2)
    until_absent(one, 0)

    one.move(Resign(seat=1), turn=None, actor=str(one.players[1]))

    assert (one.state.winners, leavings(one)) == ((1,), [(0, "removed")])


def test_the_others_leave_without_loss_and_the_last_one_wins() -> None:
    one = table(4)
    until_absent(one, 1)

    one.move(Resign(seat=0), turn=None, actor=str(one.players[0]))
    assert leavings(one) == [(0, "without-loss")]
    one.move(Resign(seat=3), turn=None, actor=str(one.players[3]))

    assert leavings(one) == [(0, "without-loss"), (3, "without-loss"), (1, "removed")]
    assert one.state.places == (3, 4, 1, 2)
    assert clean(one)


def test_an_absent_player_who_resigns_resigns() -> None:
    one = table(4)
    until_absent(one, 1)

    one.move(Resign(seat=1), turn=None, actor=str(one.players[1]))

    assert leavings(one) == [(1, "resigned")]
    one.move(Resign(seat=0), turn=None, actor=str(one.players[0]))
    assert leavings(one)[1:] == [(0, "resigned")]


@pytest.mark.parametrize("seats", [2, 3, 4])
@pytest.mark.parametrize("absence", ["draw-pass", "bot", "remove"])
def test_a_game_that_everybody_has_left_ends_and_the_last_who_was_there_wins(seats: int, absence: str) -> None:
    one = table(seats, absence)
    first = one.row.on_turn
    for _ in range(200):
        if one.row.status == "over":
            break
        row = one.row
        if row.bot_due is not None:
            let_bot_be_due(one)
            assert services.play_bots().done
        else:
            let_time_run_out(one)

    assert one.row.status == "over"
    assert first is not None
    assert one.state.places[one.state.removed[0]] == seats
    assert len(one.state.winners) == 1
    assert clean(one)


def test_who_has_gone_out_keeps_the_place_and_its_rating_when_they_leave() -> None:
    """Another player is absent, but who has nothing to give up leaves nothing without loss either (K-128)."""
    terms = Terms(clock=HOUR, absence="draw-pass", rated=True)
    one = Sitting.of(4, variant="prsi", options={"play_on": True}, terms=terms)
    until_absent(one, 3)
    while not one.state.table.out:
        step(one, 3)
    (first,) = one.state.table.out

    one.move(Resign(seat=first), turn=None, actor=str(one.players[first]))
    assert leavings(one) == [(first, "resigned")]
    while one.row.status == "playing":
        step(one, 3)

    assert (one.state.winners, one.state.places[first], one.state.places[3]) == ((first,), 1, 4)
    assert game_findings(one.game) == []


def rated_places(one: Sitting) -> dict[UUID, int]:
    return {
        UUID(entrant): place
        for row in Unrated.objects.filter(game=one.game)
        for entrant, place in zip(row.entrants, row.places, strict=True)
    }


def test_an_absentee_is_rated_last_and_who_left_without_loss_is_not_rated() -> None:
    one = table(4, rated=True)
    for _ in range(8):
        one.move()
    until_absent(one, 1)
    one.move(Resign(seat=0), turn=None, actor=str(one.players[0]))

    while one.row.status == "playing":
        step(one, 1)

    places = rated_places(one)
    assert places.keys() == {one.players[1], one.players[2], one.players[3]}
    assert places[one.players[1]] == 3
    assert not list(result_findings())


def test_who_never_moves_is_rated_last() -> None:
    one = table(2, rated=True)
    until_absent(one, 0)
    one.move(ComeBack(seat=0), turn=None, actor=str(one.players[0]))
    until_absent(one, 0)

    claim(one, ClaimWin, 1)

    assert rated_places(one) == {one.players[0]: 2, one.players[1]: 1}
    assert not list(result_findings())


def test_an_absent_player_is_not_notified_of_each_turn() -> None:
    one = table(3)
    until_absent(one, 1)
    until_turn_of(one, 1)

    assert notices.turns(one.row.shard, {one.game}) == []
    one.move()
    assert [turn.player for turn in notices.turns(one.row.shard, {one.game})] == [one.players[one.row.on_turn or 0]]


def on_vacation(one: Sitting, seat: int) -> None:
    """Let the player of *seat* be on vacation, who must have an account for that."""
    player = one.players[seat]
    Player.objects.get_or_create(id=player, defaults={"name": f"Player {seat}"})
    services.take_vacation(player, store.now() + timedelta(days=3))


@pytest.mark.parametrize("absence", ["draw-pass", "bot", "remove"])
def test_a_vacation_is_played_without_misses_and_removes_nobody(absence: str) -> None:
    one = table(3, absence)
    until_turn_of(one, 0)
    on_vacation(one, 1)
    before = one.state.attendance[1].turns
    until_turn_of(one, 1)
    row = one.row
    assert row.turn_began is not None
    assert (row.bot_due or row.deadline) == row.turn_began + FUSE

    while one.row.status == "playing":
        if one.row.bot_due:
            let_bot_be_due(one)
            assert services.play_bots().done == 1
        else:
            step(one, 1)
        assert one.state.attendance[1].misses == 0
        assert one.state.absent == one.state.resigned == ()

    covered = [event.public for event in read(one.game) if event.type == "seat-covered"]
    assert covered[0] == {"seat": 1, "policy": "bot" if absence == "bot" else "draw-pass"}
    assert len(covered) == one.state.attendance[1].turns - before
    assert clean(one)


def test_a_vacation_that_begins_in_a_turn_excuses_it() -> None:
    one = table(3)
    until_turn_of(one, 1)
    on_vacation(one, 1)

    let_time_run_out(one)

    assert one.state.attendance[1].misses == 0
    assert [event.type for event in read(one.game)].count("seat-covered") == 1


def test_who_is_on_vacation_may_move_all_the_same() -> None:
    one = table(3)
    until_turn_of(one, 0)
    on_vacation(one, 1)
    until_turn_of(one, 1)

    one.move()

    assert one.state.absent == ()
    assert "seat-returned" not in [event.type for event in read(one.game)]
