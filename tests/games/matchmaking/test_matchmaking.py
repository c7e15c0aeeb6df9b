"""Who of those that wait can play together: the laws hold for any pool."""

from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from itertools import combinations
from uuid import UUID

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.matchmaking import MOST_TRIES, PATIENCE, UNBOUNDED, WIDENING, Waiting, bounds, fit, group_with, next_look

MINUTE = timedelta(minutes=1)
BEGAN = datetime(2026, 11, 23, tzinfo=UTC)
PLAYERS = [UUID(int=number) for number in range(6)]

ratings = st.integers(-3, 3)
pools = st.lists(st.tuples(st.sampled_from(PLAYERS), ratings, ratings, ratings), max_size=8).map(
    lambda rows: [
        Waiting(id=UUID(int=number), player=player, rating=rating, lowest=min(ends), highest=max(ends))
        for number, (player, rating, *ends) in enumerate(rows, 100)
    ]
)
blocks = st.sets(st.sampled_from([frozenset(pair) for pair in combinations(PLAYERS, 2)]), max_size=4)
seats_of_a_game = st.integers(2, 4)


def waiting(number: int, rating: int = 0, lowest: int = -UNBOUNDED, highest: int = UNBOUNDED) -> Waiting:
    return Waiting(id=UUID(int=number), player=UUID(int=number), rating=rating, lowest=lowest, highest=highest)


def run(pool: Sequence[Waiting], seats: int, blocked: set[frozenset[UUID]]) -> tuple[list[Sequence[Waiting]], ...]:
    """Look for a group of each entry in its turn, as workers do. Return the groups, and alone those that still wait."""
    groups: list[Sequence[Waiting]] = []
    left = list(pool)
    for one in pool:
        if one in left and (group := group_with(one, [other for other in left if other != one], seats, blocked)):
            groups.append(group)
            left = [other for other in left if other not in group]
    return groups, [left]


def is_compatible(group: Sequence[Waiting], blocked: set[frozenset[UUID]]) -> bool:
    return all(fit(one, other, blocked) for one, other in combinations(group, 2))


@given(pools, seats_of_a_game, blocks)
def test_nobody_plays_against_their_range_or_somebody_blocked_or_themselves_or_twice(
    pool: list[Waiting], seats: int, blocked: set[frozenset[UUID]]
) -> None:
    groups, _ = run(pool, seats, blocked)

    for group in groups:
        assert len(group) == seats
        assert len({one.player for one in group}) == seats
        for one, other in combinations(group, 2):
            assert one.lowest <= other.rating <= one.highest
            assert other.lowest <= one.rating <= other.highest
            assert frozenset((one.player, other.player)) not in blocked
    matched = [one.id for group in groups for one in group]
    assert len({*matched}) == len(matched)


@given(pools, seats_of_a_game, blocks)
def test_no_group_that_could_play_is_left_waiting(
    pool: list[Waiting], seats: int, blocked: set[frozenset[UUID]]
) -> None:
    _, (left,) = run(pool, seats, blocked)

    assert not any(is_compatible(group, blocked) for group in combinations(left, seats))


@given(pools, blocks)
def test_to_fit_is_mutual(pool: list[Waiting], blocked: set[frozenset[UUID]]) -> None:
    for one in pool:
        for other in pool:
            assert fit(one, other, blocked) == fit(other, one, blocked)
        assert not fit(one, one, blocked)


def test_whoever_has_waited_longest_plays_first() -> None:
    first, *others = [waiting(number) for number in range(1, 6)]

    assert group_with(first, others, 2, set()) == (first, others[0])
    assert group_with(first, others, 3, {frozenset((others[0].player, others[1].player))}) == (
        first,
        others[0],
        others[2],
    )
    assert group_with(first, others, 6, set()) == ()


def test_a_search_among_many_who_have_blocked_each_other_is_bounded() -> None:
    """Fourteen cliques of seven, of each of which one could play: a group of 16 does not exist, but many of 15 do."""
    first, *others = [waiting(number) for number in range(99)]
    cliques = [others[place : place + 7] for place in range(0, 98, 7)]
    blocked = {frozenset((one.player, other.player)) for clique in cliques for one, other in combinations(clique, 2)}

    assert group_with(first, others, 16, blocked) == ()
    assert len(group_with(first, others, 15, blocked)) == 15
    assert MOST_TRIES < 7**14


@given(
    st.none() | st.integers(-10_000, 10_000),
    st.none() | st.integers(-10_000, 10_000),
    st.integers(0, 10_000),
    st.integers(0, 10_000),
)
def test_ranges_only_widen_and_contain_what_was_asked_for(
    lowest: int | None, highest: int | None, seconds: int, more: int
) -> None:
    early = bounds(lowest, highest, waited=timedelta(seconds=seconds), step=MINUTE)
    late = bounds(lowest, highest, waited=timedelta(seconds=seconds + more), step=MINUTE)

    assert late[0] <= early[0] <= (UNBOUNDED if lowest is None else lowest)
    assert late[1] >= early[1] >= (-UNBOUNDED if highest is None else highest)
    assert (lowest is None) == (late[0] == -UNBOUNDED)


@pytest.mark.parametrize(
    ("seconds", "wider"), [(0, 0), (59.9, 0), (60, WIDENING), (119, WIDENING), (600, 10 * WIDENING)]
)
def test_a_range_widens_with_each_whole_step(seconds: float, wider: int) -> None:
    assert bounds(500, 900, waited=timedelta(seconds=seconds), step=MINUTE) == (500 - wider, 900 + wider)


def test_no_bound_that_can_be_asked_for_reaches_unbounded_while_it_widens() -> None:
    for patience in PATIENCE.values():
        lowest, highest = bounds(-10_000, 10_000, waited=patience.lifetime, step=patience.step)
        assert -UNBOUNDED < lowest < highest < UNBOUNDED


@pytest.mark.parametrize(
    ("waited", "expected"),
    [(0, 1), (0.5, 1), (1, 2), (13.9, 14), (14, 15), (14.5, 15)],
)
def test_the_next_look_is_when_the_range_widens_and_the_last_when_the_entry_expires(
    waited: float, expected: float
) -> None:
    assert next_look(BEGAN, BEGAN + waited * MINUTE, PATIENCE["live"]) == BEGAN + expected * MINUTE
