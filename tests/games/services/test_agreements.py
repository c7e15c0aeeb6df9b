"""What moves or stops a clock in a game: quiet hours, pauses, vacations, extensions, and games that are abandoned."""

from datetime import UTC, datetime, time, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest

from games import services, store
from games.clocks import agreements
from games.clocks.lapses import LONGEST_IDLE, LONGEST_PAUSE, lapsed
from games.db import rows
from games.integrity.clocks import clock_findings
from games.integrity.games import verify_game
from games.log.read import read
from games.models import Notice
from games.rules.commands import Resign
from games.rules.events import ClockResumed, PauseReason, ProposalKind, ProposalOutcome, ProposalSettled
from games.rules.game import Status
from games.services import Allowance, Terms, vacations
from games.services.notice_texts import Reader, Text, write
from games.services.writing import locked
from games.store import claims
from players.models import Player
from players.quiet_hours import QuietHours
from tests.games.services.noticing import follow, issue, kinds_of, planned
from tests.games.services.noticing import player as registered
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db
DAY, HOUR = timedelta(days=1), timedelta(hours=1)
DAILY = Terms(clock=Allowance(24 * 3600, 72 * 3600))


def seated(*players: UUID, terms: Terms = DAILY) -> Sitting:
    game = services.open_game(player=players[0], variant="mau_mau", seats=len(players), terms=terms)
    for one in players[1:]:
        services.take_seat(game, player=one)
    return Sitting(game, players)


def types_of(table: Sitting) -> list[str]:
    return [one.type for one in read(table.game)]


def last(table: Sitting, kind: str) -> dict[str, Any]:
    return [dict(one.public) for one in read(table.game) if one.type == kind][-1]


def propose(table: Sitting, seat: int, kind: str, key: str = "") -> services.MoveResult:
    return services.propose(
        table.game, ProposalKind(kind), player=table.players[seat], key=key or str(uuid4()), request_hash=b"hash"
    )


def vote(table: Sitting, seat: int, *, agrees: bool = True) -> services.MoveResult:
    number = table.state.proposals
    return services.vote(table.game, number, agrees=agrees, player=table.players[seat], key="", request_hash=b"hash")


def agreed(table: Sitting, kind: str) -> None:
    propose(table, 0, kind)
    vote(table, 1)


def is_sound(table: Sitting) -> bool:
    """Return whether the row and the time banks follow from the log."""
    found = verify_game(table.game)
    return not found.findings and not [*clock_findings("", found)]


def quiet_around(instant: datetime) -> dict[str, Any]:
    """Return the fields of a player whose quiet hours begin four hours before *instant* and end four hours after."""
    local = instant.astimezone(UTC)
    return {
        "time_zone": "UTC",
        "quiet_from": (local - 4 * HOUR).time().replace(second=0, microsecond=0),
        "quiet_until": (local + 4 * HOUR).time().replace(second=0, microsecond=0),
    }


# --- quiet hours


def sleepers(allowance: Allowance) -> Sitting:
    """Return a table of two whose deadlines always fall into the quiet hours of both."""
    total = timedelta(seconds=allowance.turn + allowance.bank)
    hours = quiet_around(store.now() + total)
    return seated(registered(**hours), registered(**hours), terms=Terms(clock=allowance))


def test_a_deadline_in_quiet_hours_moves_to_their_end() -> None:
    table = sleepers(Allowance(24 * 3600, 72 * 3600))

    row = table.row

    assert row.turn_began is not None
    assert row.deadline is not None
    plain = row.turn_began + 4 * DAY
    sleeper = Player.objects.get(id=table.players[0])
    assert sleeper.quiet_from is not None
    assert sleeper.quiet_until is not None
    assert row.deadline == QuietHours(sleeper.quiet_from, sleeper.quiet_until, "UTC").end_after(plain) > plain
    told = last(table, "deadline-moved")
    assert (told["seat"], told["cause"]) == (row.on_turn, "quiet-hours")
    assert datetime.fromisoformat(told["deadline"]) == row.deadline
    assert is_sound(table)
    table.move()
    assert is_sound(table)


def test_the_log_holds_no_habits() -> None:
    table = sleepers(Allowance(24 * 3600, 72 * 3600))

    assert {*last(table, "deadline-moved")} == {"seat", "deadline", "cause"}


@pytest.mark.parametrize("clock", ["live", "fast", Allowance(9 * 3600 - 1, 0), "none"])
def test_in_fast_games_quiet_hours_do_not_count(clock: Any) -> None:
    terms = Terms(clock=clock)
    allowance = terms.allowance(2)
    after = timedelta(seconds=allowance.turn + allowance.bank) if allowance else HOUR
    hours = quiet_around(store.now() + after)

    table = seated(registered(**hours), registered(**hours), terms=terms)

    assert "deadline-moved" not in types_of(table)


def test_quiet_hours_that_are_too_long_do_not_count() -> None:
    always = {"time_zone": "UTC", "quiet_from": time(0), "quiet_until": time(23, 59)}

    table = seated(registered(**always), registered(**always))

    assert "deadline-moved" not in types_of(table)


def test_quiet_hours_do_not_save_the_bank() -> None:
    table = sleepers(Allowance(24 * 3600, 72 * 3600))
    seat = table.row.on_turn
    assert seat is not None
    moved = table.row.turn_moved
    assert moved is not None
    table.age(4 * DAY + moved / 2)

    while table.row.on_turn == seat:
        table.move()

    row = store.lock(table.game)
    assert row is not None
    assert row.banks[seat] == 0


# --- proposals


def test_a_voted_pause_keeps_the_time_that_is_left() -> None:
    table = Sitting.of(2, terms=DAILY)
    table.age(30 * HOUR)
    before = table.row
    assert before.deadline is not None

    agreed(table, "pause")

    row = table.row
    assert (row.deadline, row.turn_began, row.pauses) == (None, None, ["vote"])
    assert last(table, "clock-paused")["reason"] == "vote"
    agreed(table, "resume")
    again = table.row
    assert again.deadline is not None
    assert again.pauses is None
    paused, resumed = (
        [one.recorded_at for one in read(table.game) if one.type == kind][-1]
        for kind in ("clock-paused", "clock-resumed")
    )
    assert again.deadline - before.deadline == resumed - paused


def test_seats_may_move_while_the_clock_stands() -> None:
    table = Sitting.of(2, terms=DAILY)
    agreed(table, "pause")

    table.move()

    assert (table.row.deadline, table.row.pauses) == (None, ["vote"])
    assert is_sound(table)


def test_a_pause_ends_by_itself_after_14_days() -> None:
    table = Sitting.of(2, terms=DAILY)
    agreed(table, "pause")
    row = table.row
    until = datetime.fromisoformat(last(table, "clock-paused")["until"])
    assert row.lapses_at == until
    assert until - [one.recorded_at for one in read(table.game)][-1] == LONGEST_PAUSE

    assert not [*lapsed(table.state, until - timedelta(microseconds=1))]
    assert [*lapsed(table.state, until)] == [ClockResumed(reason=PauseReason.VOTE)]


def test_a_row_that_is_wrong_ends_no_game() -> None:
    table = Sitting.of(2, terms=DAILY)
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [table.game])

    assert not services.settle_lapsed().done

    assert table.row.status == "playing"


def test_a_proposal_expires() -> None:
    table = Sitting.of(2, terms=DAILY)
    propose(table, 0, "pause")
    expires = table.row.lapses_at
    assert expires is not None
    assert expires - [one.recorded_at for one in read(table.game)][-1] == agreements.LONGEST_VOTE
    (settled,) = lapsed(table.state, expires)
    assert settled == ProposalSettled(proposal=1, kind=ProposalKind.PAUSE, outcome=ProposalOutcome.EXPIRED)


def test_a_proposal_needs_every_player_and_one_no_rejects_it() -> None:
    table = Sitting.of(3, terms=DAILY)
    propose(table, 0, "pause")
    vote(table, 1)
    assert not table.row.pauses

    vote(table, 2, agrees=False)

    assert table.state.proposal is None
    assert last(table, "proposal-settled")["outcome"] == "rejected"
    assert table.row.pauses is None
    assert is_sound(table)


def test_the_same_vote_again_changes_nothing() -> None:
    table = Sitting.of(3, terms=DAILY)
    propose(table, 0, "pause")
    vote(table, 1)
    version = table.row.version

    again = vote(table, 1)

    assert (again.events, table.row.version) == ((), version)


def test_a_repeated_proposal_is_made_once() -> None:
    table = Sitting.of(2, terms=DAILY)
    first = propose(table, 0, "extend", key="one")
    vote(table, 1)

    again = propose(table, 0, "extend", key="one")

    assert (again.first, again.last, again.replayed) == (first.first, first.last, True)
    assert types_of(table).count("proposal-made") == 1


def test_an_extension_comes_once_a_turn_and_three_times_a_game() -> None:
    table = Sitting.of(2, terms=DAILY)
    before = table.row.deadline
    assert before is not None

    agreed(table, "extend")

    assert table.row.deadline == before + DAY
    with pytest.raises(agreements.ExtensionsSpent):
        propose(table, 1, "extend")
    assert is_sound(table)
    seat = table.row.on_turn
    for _ in range(2):
        table.move()
        while table.row.on_turn != seat:
            table.move()
        agreed(table, "extend")
    table.move()
    while table.row.on_turn != seat:
        table.move()
    with pytest.raises(agreements.ExtensionsSpent):
        propose(table, 1, "extend")


def test_an_extension_is_not_taken_from_the_bank() -> None:
    table = Sitting.of(2, terms=DAILY)
    seat = table.row.on_turn
    assert seat is not None
    agreed(table, "extend")
    table.age(47 * HOUR)

    while table.row.on_turn == seat:
        table.move()

    row = store.lock(table.game)
    assert row is not None
    assert seat not in row.banks


def test_a_proposal_to_extend_ends_with_the_turn() -> None:
    table = Sitting.of(2, terms=DAILY)
    propose(table, 0, "extend")
    seat = table.row.on_turn

    while table.row.on_turn == seat:
        table.move()

    assert table.state.proposal is None
    assert last(table, "proposal-settled")["outcome"] == "moot"
    with pytest.raises(agreements.NoProposal):
        vote(table, 1)


def test_an_abandoned_game_has_no_winner_and_does_not_count() -> None:
    table = Sitting.of(2, terms=Terms(clock=Allowance(24 * 3600, 72 * 3600), rated=True))
    table.move()

    agreed(table, "abandon")

    game = table.state
    assert (game.status, game.winners, game.places, game.unrated) == (Status.OVER, (), (1, 1), "abandoned")
    assert types_of(table)[-4:] == ["proposal-settled", "game-abandoned", "deal-ended", "game-ended"]
    assert rows("SELECT count(*) FROM unrated WHERE game = %s", [table.game]) == [(0,)]
    assert is_sound(table)
    with pytest.raises(services.GameOver):
        propose(table, 0, "pause")


def test_whoever_plays_against_bots_alone_decides_alone() -> None:
    game = services.open_game(player=(anna := uuid4()), variant="mau_mau", seats=2, bots=["clever"], terms=DAILY)
    table = Sitting(game, (anna,))

    propose(table, 0, "pause")

    assert table.row.pauses == ["vote"]


@pytest.mark.parametrize(
    ("kind", "why"), [("pause", agreements.NoClock), ("extend", agreements.NoClock), ("resume", agreements.NoClock)]
)
def test_without_a_clock_there_is_nothing_to_stop(kind: str, why: type[Exception]) -> None:
    table = Sitting.of(2, terms=Terms(clock="none"))

    with pytest.raises(why):
        propose(table, 0, kind)


def test_one_proposal_at_a_time_and_no_pause_in_a_pause() -> None:
    table = Sitting.of(2, terms=DAILY)
    propose(table, 0, "abandon")
    with pytest.raises(agreements.ProposalOpen):
        propose(table, 1, "pause")
    vote(table, 1, agrees=False)
    with pytest.raises(agreements.ClockRuns):
        propose(table, 0, "resume")
    agreed(table, "pause")
    with pytest.raises(agreements.ClockStands):
        propose(table, 0, "pause")
    with pytest.raises(agreements.ClockStands):
        propose(table, 0, "extend")


def test_a_vote_after_the_deadline_lets_the_clock_move_first() -> None:
    table = Sitting.of(2, terms=DAILY)
    propose(table, 0, "pause")
    table.age(5 * DAY)

    with pytest.raises(services.TimeIsUp):
        vote(table, 1)

    assert types_of(table).count("time-ran-out") == 1
    assert table.row.pauses is None


# --- moderators, and what ends by itself


def test_a_moderator_stops_the_clock_and_lets_it_run() -> None:
    table = Sitting.of(2, terms=DAILY)
    services.pause_as_moderator(table.game)
    agreed(table, "pause")
    assert table.row.pauses == ["moderator", "vote"]

    services.resume_as_moderator(table.game)

    assert table.row.pauses == ["vote"]
    assert is_sound(table)
    with pytest.raises(services.PauseRefused):
        services.resume_as_moderator(table.game)


def test_workers_find_what_ends_by_itself() -> None:
    table = Sitting.of(2, terms=Terms(clock="none"))
    row = table.row
    assert row.lapses_at == [one.recorded_at for one in read(table.game)][-1] + LONGEST_IDLE
    assert not services.settle_lapsed().done
    rows("UPDATE game SET lapses_at = clock_timestamp() - interval '1 s' WHERE id = %s", [table.game])

    assert services.settle_lapsed().done == 1

    assert (table.state.status, table.state.winners) == (Status.OVER, ())
    assert types_of(table)[-3:] == ["game-abandoned", "deal-ended", "game-ended"]
    assert is_sound(table)
    assert not services.settle_lapsed().done
    assert claims.next_lapse() is None


# --- vacations


def test_a_vacation_stops_tables_of_two_alone() -> None:
    anna, bert, carl = registered(), registered(), registered()
    two, three = seated(anna, bert), seated(anna, bert, carl)

    state = services.take_vacation(anna, store.now() + 3 * DAY)

    assert (two.row.pauses, three.row.pauses) == (["vacation:0"], None)
    assert state.until is not None
    assert last(two, "clock-paused")["seat"] == 0
    with locked(three.game) as row:
        assert row.is_on_vacation(0)
        assert not row.is_on_vacation(1)
    later = seated(bert, anna)
    assert later.row.pauses == ["vacation:1"]
    assert is_sound(two)
    assert is_sound(later)

    services.end_vacation(anna)

    assert not two.row.pauses
    assert not later.row.pauses
    assert two.row.deadline is not None
    assert is_sound(two)
    assert is_sound(later)


def test_a_longer_vacation_moves_the_end_of_the_pause() -> None:
    anna, bert = registered(), registered()
    table, now = seated(anna, bert), store.now()
    services.take_vacation(anna, now + 3 * DAY)

    services.take_vacation(anna, now + 5 * DAY)

    assert table.row.lapses_at == now + 5 * DAY
    assert types_of(table).count("clock-paused") == 2
    services.take_vacation(anna, now + 5 * DAY)
    assert types_of(table).count("clock-paused") == 2


def test_a_vacation_ends_by_itself() -> None:
    anna, bert = registered(), registered()
    table = seated(anna, bert)
    until = store.now() + timedelta(seconds=2)
    services.take_vacation(anna, until)
    assert table.row.pauses == ["vacation:0"]

    while not services.settle_lapsed().done:
        pass

    assert not table.row.pauses
    assert last(table, "clock-resumed")["seat"] == 0
    assert is_sound(table)


def test_two_vacations_are_two_reasons() -> None:
    anna, bert = registered(), registered()
    table = seated(anna, bert)
    services.take_vacation(anna, store.now() + DAY)
    services.take_vacation(bert, store.now() + DAY)

    services.end_vacation(anna)

    assert table.row.pauses == ["vacation:1"]


def test_a_vacation_costs_at_least_a_day_and_14_days_are_all() -> None:
    anna = registered()
    services.take_vacation(anna, store.now() + HOUR)
    services.end_vacation(anna)
    state = services.vacation_of(anna)
    assert state.until is None
    spent = 14 * DAY - state.left + 14 * DAY - state.left_next_year
    assert abs(spent - DAY) < timedelta(minutes=1)

    with pytest.raises(services.VacationRefused):
        services.take_vacation(anna, store.now() + 30 * DAY)
    with pytest.raises(services.VacationRefused):
        services.take_vacation(anna, store.now() - HOUR)


def test_a_vacation_that_was_left_in_the_middle_goes_on() -> None:
    anna, bert = registered(), registered()
    table = seated(anna, bert)
    store.vacations.add(anna, store.now() - HOUR, store.now() + DAY)
    assert not table.row.pauses

    assert vacations.settle_next()

    assert table.row.pauses == ["vacation:0"]
    assert not vacations.settle_next()


# --- notices


OF_TURN = {"your-turn", "deadline-near", "last-hour"}


def test_notices_follow_the_deadline() -> None:
    anna, bert = registered(), registered()
    table = seated(anna, bert)
    follow()
    seat = table.row.on_turn
    assert seat is not None
    mover = table.players[seat]
    assert planned(mover) & OF_TURN == OF_TURN

    agreed(table, "pause")
    follow()
    assert not planned(mover) & OF_TURN

    agreed(table, "resume")
    follow()
    deadline = table.row.deadline
    assert planned(mover) & OF_TURN == OF_TURN
    agreed(table, "extend")
    follow()
    assert table.row.deadline != deadline
    assert rows("SELECT DISTINCT deadline FROM notice WHERE player = %s AND deadline IS NOT NULL", [mover]) == [
        (table.row.deadline,)
    ]


def counts(table: Sitting) -> list[int]:
    """Return how often each player was told of a proposal."""
    issue()
    return [kinds_of(one).count("proposal") for one in table.players]


def unread(table: Sitting) -> list[bool]:
    issue()
    found = Notice.objects.filter(kind="proposal", read_at=None).values_list("player", flat=True)
    return [one in set(found) for one in table.players]


def test_all_who_have_a_vote_hear_of_a_proposal_once() -> None:
    table = seated(registered(), registered(), registered())
    propose(table, 1, "pause", key="the same")
    propose(table, 1, "pause", key="the same")
    assert counts(table) == [1, 0, 1]
    rows("UPDATE checkpoint SET position = 0 WHERE projection = 'notices'")
    assert counts(table) == [1, 0, 1]

    vote(table, 0)
    assert unread(table) == [False, False, True]
    vote(table, 2, agrees=False)
    assert unread(table) == [False] * 3

    propose(table, 0, "abandon")
    assert counts(table) == [1, 1, 2]


def test_nobody_hears_of_a_proposal_that_is_settled() -> None:
    table = seated(registered(), registered(), registered())
    propose(table, 0, "pause")
    vote(table, 1)
    assert counts(table) == [0, 0, 1]

    table = seated(registered(), registered())
    propose(table, 0, "extend")
    vote(table, 1, agrees=False)
    assert counts(table) == [0, 0]


def test_who_has_no_vote_hears_of_no_proposal() -> None:
    table = seated(registered(), registered(), registered())
    table.move(Resign(seat=2), turn=None, actor=str(table.players[2]))
    propose(table, 0, "pause")
    assert counts(table) == [0, 1, 0]


def test_a_notice_of_a_proposal_says_who_wants_what() -> None:
    table = seated(registered(name="Anna"), registered(name="Ben"))
    propose(table, 0, "extend")
    issue()
    notice = Notice.objects.get(kind="proposal")
    assert (notice.player_id, notice.about, notice.seat) == (table.players[1], table.players[0], 1)
    reader = Reader("de", "UTC")
    assert write([notice], [reader]) == [
        Text("Anna bittet um deine Stimme: Mau-Mau, Anna", "Anna schlägt mehr Zeit für diesen Zug vor.")
    ]
    vote(table, 1)
    assert write([notice], [reader])[0].body == ""
