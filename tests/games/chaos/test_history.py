"""Each check of a history finds what was planted in it, and nothing else."""

from collections import Counter
from dataclasses import replace

import pytest

from tests.games.chaos import history
from tests.games.chaos.history import Call, Logged, News, Seen

GAME, ANNA, BERT = "game", "anna", "bert"
OPEN = Logged(version=1, turn=0, type="game-opened", actor=ANNA, key="", at=100.0)
MOVE = Logged(version=2, turn=1, type="card-played", actor=ANNA, key="k", at=101.0)
LATE = Logged(version=3, turn=2, type="time-ran-out", actor="clock", key="time-up@2", at=104.0)
LOG = {GAME: [OPEN, MOVE, LATE]}
TABLE = Seen(game=GAME, version=1, turn=1, on_turn=0, deadline=103.0)
READ = Call(player=ANNA, game=GAME, what="", began=100.1, ended=100.2, status=200, seen=TABLE)
MADE = Call(
    player=ANNA, game=GAME, what="moves", began=100.9, ended=101.2, status=201, key="k", versions=(2,), turn=1,
    deadline=103.0,
)  # fmt: skip
AFTER = Call(
    player=BERT, game=GAME, what="", began=101.3, ended=101.4, status=200,
    seen=replace(TABLE, version=2, turn=2, on_turn=1, deadline=103.9),
)  # fmt: skip
REFUSED = Call(
    player=BERT, game=GAME, what="moves", began=103.8, ended=104.1, status=409, code="time_is_up", key="l", turn=2,
    deadline=103.9, seen=replace(TABLE, version=3, turn=3, deadline=108.0),
)  # fmt: skip
FEED = Call(
    player=BERT, game=GAME, what="events", began=101.5, ended=101.6, status=200, versions=(1, 2), after=0
)  # fmt: skip
PLAN = Call(player=BERT, game=GAME, what="plan", began=101.7, ended=101.8, status=200)
GOOD = [READ, MADE, AFTER, REFUSED, FEED, PLAN]


def found(*calls: Call, log: history.Log = LOG) -> list[str]:
    return [fault.partition(":")[0] for fault in history.faults(calls, log)]


def test_a_good_history_has_no_fault() -> None:
    assert found(*GOOD) == []


def test_requests_at_once_may_see_either_version() -> None:
    during = replace(READ, began=100.95, ended=101.1)

    assert found(during, MADE) == found(replace(AFTER, began=100.95, ended=101.1), MADE) == []


@pytest.mark.parametrize(
    ("planted", "what"),
    [
        (replace(MADE, versions=(2, 3)), "doubled or torn"),
        (replace(MADE, key="lost"), "lost"),
        (replace(MADE, status=409, code="turn_moved_on", versions=()), "refused and done"),
        (replace(MADE, turn=7), "done in another turn"),
        (replace(READ, player=BERT, began=101.25, ended=101.3), "old"),
        (replace(READ, began=101.25, ended=101.3), "old"),
        (replace(AFTER, began=100.3, ended=100.4), "from nowhere"),
        (replace(AFTER, seen=replace(TABLE, version=9)), "from nowhere"),
        (replace(READ, seen=replace(TABLE, on_turn=1)), "two tables of one version"),
        (replace(REFUSED, code="turn_moved_on", turn=3, deadline=None), "refused for a turn that is due"),
        (replace(MADE, seen=AFTER.seen, versions=(2, 3)), "the table of another version"),
        (replace(FEED, versions=(2,)), "a gap in the feed"),
        (replace(FEED, versions=(1,)), "old"),
        (replace(FEED, versions=(1, 2, 3)), "from nowhere"),
        (replace(PLAN, status=404, code="gone"), "a plan is lost"),
    ],
)
def test_a_planted_fault_is_found(planted: Call, what: str) -> None:
    others = [one for one in GOOD if not planted.what or (one.what, one.player) != (planted.what, planted.player)]

    assert what in found(*others, planted)


def test_a_refusal_before_its_deadline_is_found() -> None:
    (fault,) = history.unexplained_refusals([replace(REFUSED, deadline=104.8)], LOG)

    assert fault.startswith("refused 0.70 s before its deadline")


def test_times_that_run_out_early_or_late_are_found() -> None:
    early = replace(AFTER, seen=replace(TABLE, version=2, turn=2, on_turn=1, deadline=106.0))

    (fault,) = history.early_timeouts([early], LOG)

    assert fault.startswith("time ran out 2.00 s early")
    assert not [*history.early_timeouts([AFTER], LOG)]
    assert [*history.late_timeouts([replace(AFTER, seen=replace(early.seen or TABLE, deadline=40.0))], LOG)]


def test_a_page_of_the_feed_need_not_reach_its_end() -> None:
    assert found(*GOOD, replace(FEED, versions=(1,), is_whole=False)) == []


def test_an_answer_that_is_given_again_is_no_read() -> None:
    then = replace(TABLE, version=2, turn=2, on_turn=1, deadline=103.9)
    again = replace(MADE, began=104.5, ended=104.6, seen=then, replayed=True)

    assert found(*GOOD, again) == []
    assert "old" in found(*GOOD, replace(again, replayed=False))


def test_a_repeat_without_an_answer_may_come_late_only_if_it_names_no_turn() -> None:
    refused = replace(MADE, what="proposals", status=409, code="proposal_open", versions=(), turn=None, deadline=None)

    assert found(replace(refused, unanswered=1)) == []
    assert found(refused) == ["refused and done"]
    assert found(replace(refused, unanswered=1, turn=1)) == ["refused and done"]


def test_a_plan_that_was_played_in_between_is_not_lost() -> None:
    assert found(replace(PLAN, code="gone", began=100.9, ended=101.1)) == []


def test_plans_that_are_never_played_are_found() -> None:
    (fault,) = history.unplayed_plans([PLAN] * 40, LOG)

    assert fault.startswith("no plan is played")
    assert not [*history.unplayed_plans([PLAN] * 40, {GAME: [replace(MOVE, key="plan 1 k")]})]
    assert not [*history.unplayed_plans([PLAN], LOG)]


def test_a_move_after_its_deadline_is_found() -> None:
    (fault,) = history.late_moves([replace(READ, seen=replace(TABLE, deadline=100.3)), MADE], LOG)

    assert fault.startswith("accepted 0.70 s after its deadline")


def test_an_outage_gives_a_move_more_time() -> None:
    calls = [replace(READ, seen=replace(TABLE, deadline=100.3)), MADE]

    assert [*history.late_moves(calls, LOG, [(99.0, 100.0)])] == []
    assert [*history.late_moves(calls, LOG, [(99.0, 99.5)])]


def test_players_hear_of_starts_and_ends_and_of_who_sits_down() -> None:
    sits = Logged(version=2, turn=0, type="seat-taken", actor=ANNA, key="", at=100.0, seat=0, player=ANNA)
    log = {
        GAME: [
            OPEN, sits, replace(sits, version=3, seat=1, player=""), replace(sits, version=4, seat=2, player=BERT),
            replace(OPEN, version=5, type="game-started"),
            replace(sits, version=6, type="seat-forfeited", seat=2, at=150.0),
            replace(OPEN, version=7, type="game-ended", at=200.0),
        ]
    }  # fmt: skip
    started = [News(ANNA, "game-started", GAME), News(BERT, "game-started", GAME)]

    assert [*history.news(log)] == [
        News(ANNA, "seat-taken", GAME, 2), *started, News(ANNA, "game-over", GAME)
    ]  # fmt: skip
    assert [*history.misdelivered("news", started, Counter(started))] == []
    (lost,) = history.misdelivered("news", started, Counter(started[:1]))
    (doubled,) = history.misdelivered("news", started, Counter([*started, *started[:1]]))
    assert lost.startswith("news is lost")
    assert doubled.startswith("news is doubled")


def test_who_leaves_soon_may_not_hear_of_it() -> None:
    sits = Logged(version=2, turn=0, type="seat-taken", actor=ANNA, key="", at=100.0, seat=0, player=ANNA)
    started = replace(OPEN, version=4, type="game-started")
    left = replace(sits, version=5, type="seat-forfeited", seat=1, at=104.0)
    log = {GAME: [OPEN, sits, replace(sits, version=3, seat=1, player=BERT), started, left]}

    assert [*history.news(log)] == [News(ANNA, "game-started", GAME)]


def test_bots_that_never_move_are_found() -> None:
    sits = Logged(version=2, turn=0, type="seat-taken", actor=ANNA, key="", at=100.0, seat=1, bot="novice")
    missed = [replace(LATE, version=3 + turn, seat=1) for turn in range(5)]
    idle, busy = [OPEN, sits, *missed], [OPEN, sits, *missed, replace(MOVE, actor="bot:1")]

    (fault,) = history.idle_bots([], {"one": idle, "two": idle, "three": busy})

    assert fault.startswith("bots never move")
    assert not [*history.idle_bots([], {"one": idle, **{str(game): busy for game in range(5)}})]
    assert not [*history.idle_bots([], {"one": [OPEN, replace(sits, bot="expert"), *missed]} | {"two": idle})]
