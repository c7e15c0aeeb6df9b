"""Each check of a history finds what was planted in it, and nothing else."""

from dataclasses import replace

import pytest

from tests.games.chaos import history
from tests.games.chaos.history import Call, Logged, Seen

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
GOOD = [READ, MADE, AFTER, REFUSED]


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
