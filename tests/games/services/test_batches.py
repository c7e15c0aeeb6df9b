"""Clocks that are claimed together: none suffers for another."""

import time
from functools import partial

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.services.due import credits_now, in_order, try_work, work_off
from games.services.moves import make_clock_move_if_late
from games.store import GameRow, claims
from tests.games.services.claiming import has_spoken, keep_away, late, let_a_second_pass


@pytest.mark.django_db
def test_fresh_clocks_are_claimed_together_and_what_was_tried_before_alone() -> None:
    tables = [late(minutes) for minutes in (7, 6, 5, 4, 3)]
    games = [table.game for table in tables]

    first = claims.claim_clocks(credits_now(), 2)
    assert [(one.game, one.tries) for one in first] == [(games[0], 1), (games[1], 1)]
    let_a_second_pass()  # their worker died
    found = [claims.claim_clocks(credits_now(), 4) for _ in range(3)]

    assert [[(one.game, one.tries) for one in claimed] for claimed in found] == [
        [(games[0], 2)],
        [(games[1], 2)],
        [(games[2], 1), (games[3], 1), (games[4], 1)],
    ]


@pytest.mark.django_db
def test_a_clock_that_speaks_asks_no_more_questions_than_a_move() -> None:
    late(5)
    moved = late(0)
    (claim,) = claims.claim_clocks(credits_now(), 1)

    with CaptureQueriesContext(connection) as of_clock:
        assert try_work(claim, make_clock_move_if_late)
    turn, actor, move = moved.row.turn, moved.mover, moved.a_move()
    with CaptureQueriesContext(connection) as of_move:
        services.make_move(moved.game, move, turn=turn, actor=actor, key="key", request_hash=b"hash")

    assert len(of_clock) == len(of_move)


@pytest.mark.django_db
def test_a_claim_passes_what_lies_before_the_last_one_until_nothing_else_is_due() -> None:
    tables = [late(minutes) for minutes in (7, 6, 5, 4)]
    games = [table.game for table in tables]
    claim = in_order(partial(claims.claim_clocks, credits_now(), 2))
    first, second = claim()
    keep_away()
    assert [first.game, second.game] == games[:2]
    assert first.due == tables[0].row.deadline

    older = late(9)
    claims.give_back([second])

    claimed = []
    for _ in range(4):
        claimed.append([one.game for one in claim()])
        keep_away()
    assert claimed == [games[1:3], games[3:], [older.game], []]
    claims.give_back([first])
    assert [one.game for one in claim()] == [first.game]


@pytest.mark.django_db
def test_what_was_claimed_and_not_begun_goes_back_and_counts_as_no_try() -> None:
    tables = [late(minutes) for minutes in (5, 4, 3)]
    first, *others = claims.claim_clocks(credits_now(), 3)

    claims.give_back(others)
    keep_away()

    again = claims.claim_clocks(credits_now(), 3)
    assert [(one.game, one.tries) for one in again] == [(tables[1].game, 1), (tables[2].game, 1)]
    assert try_work(first, make_clock_move_if_late)
    assert has_spoken(tables[0])


@pytest.mark.django_db
def test_what_others_took_over_meanwhile_stays_theirs() -> None:
    late()
    (mine,) = claims.claim_clocks(credits_now(), 1)
    let_a_second_pass()
    (theirs,) = claims.claim_clocks(credits_now(), 1)

    claims.give_back([mine])

    assert theirs.tries == 2
    assert not claims.claim_clocks(credits_now(), 1)


@pytest.mark.django_db
def test_a_slow_game_keeps_no_game_that_was_claimed_with_it() -> None:
    slow, *others = (late(minutes) for minutes in (5, 4, 3))
    free = []

    def work(row: GameRow) -> object:
        if row.id == slow.game:
            time.sleep(0.6)
        else:
            free.append(row.id)
        return make_clock_move_if_late(row)

    clocks = iter([claims.claim_clocks(credits_now(), 3), []])
    work_off(lambda: next(clocks), lambda one: try_work(one, work), 5)

    assert has_spoken(slow)
    assert not free
    again = claims.claim_clocks(credits_now(), 3)
    assert [(one.game, one.tries) for one in again] == [(other.game, 1) for other in others]
