"""What a result makes of ratings: laws that hold for any number of contestants, with any ties."""

from collections.abc import Sequence
from itertools import combinations, pairwise

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from games.ladders import FIRST, Contestant, Entry, Rating, Standing
from tests.games.ladders.results import reckoned

NAMES = "abcdefgh"


@st.composite
def results(draw: st.DrawFn) -> tuple[list[Contestant], dict[str, Standing]]:
    """Two to eight contestants with places, ties among them, and what is believed of some of them."""
    count = draw(st.integers(2, 8))
    scores = draw(st.lists(st.integers(0, 3), min_size=count, max_size=count))
    contestants = [
        Contestant(name, 1 + sum(other > score for other in scores)) for name, score in zip(NAMES, scores, strict=False)
    ]
    beliefs = st.builds(
        lambda mu, sigma: Rating(repr(mu), repr(sigma)),
        st.floats(-10, 60).map(lambda number: round(number, 6)),
        st.floats(1, 9).map(lambda number: round(number, 6)),
    )
    known = draw(st.dictionaries(st.sampled_from(NAMES), st.builds(Standing, beliefs, st.integers(1, 99))))
    return contestants, known


def by_name(entries: Sequence[Entry]) -> dict[str, Entry]:
    return {one.entrant: one for one in entries}


def shown(entry: Entry) -> float:
    return float(entry.after.mu) - 3 * float(entry.after.sigma)


def mean(rating: Rating) -> float:
    return float(rating.mu)


@given(results(), st.randoms())
def test_the_order_of_the_seats_does_not_matter_to_the_last_digit(
    result: tuple[list[Contestant], dict[str, Standing]], chance: st.DataObject
) -> None:
    contestants, before = result
    shuffled = list(contestants)
    chance.shuffle(shuffled)  # type: ignore[attr-defined]  # a random.Random

    assert reckoned(shuffled, before) == reckoned(contestants, before)


@given(results())
def test_every_contestant_is_told_once_with_what_was_believed(
    result: tuple[list[Contestant], dict[str, Standing]],
) -> None:
    contestants, before = result

    entries = reckoned(contestants, before)

    assert {(one.entrant, one.place) for one in entries} == {(one.entrant, one.place) for one in contestants}
    for one in entries:
        was = before.get(one.entrant, Standing(FIRST, 0))
        assert (one.before, one.games) == (was.rating, was.games + 1)


@given(results())
def test_numbers_are_texts_that_are_the_same_number_again(
    result: tuple[list[Contestant], dict[str, Standing]],
) -> None:
    for one in reckoned(*result):
        for text in (one.after.mu, one.after.sigma):
            assert repr(float(text)) == text
        assert 0 < float(one.after.sigma) < 10


@given(st.integers(1, 7), st.integers(1, 8))
def test_of_equals_who_is_placed_better_is_believed_better(ranked: int, last: int) -> None:
    """Of so many that are *ranked* and those that tie for the *last* place."""
    places = [*range(1, ranked + 1), *[ranked + 1] * last][: len(NAMES)]
    entries = reckoned([Contestant(name, place) for name, place in zip(NAMES, places, strict=False)], {})

    for better, worse in pairwise(entries):
        assert (mean(better.after) - mean(worse.after) > 1e-9) == (better.place < worse.place)


@given(results())
def test_of_equals_who_tie_the_same_is_believed(result: tuple[list[Contestant], dict[str, Standing]]) -> None:
    for better, worse in pairwise(reckoned(result[0], {})):
        if better.place == worse.place:
            assert mean(better.after) == pytest.approx(mean(worse.after))
            assert float(better.after.sigma) == pytest.approx(float(worse.after.sigma))


@st.composite
def equals(draw: st.DrawFn) -> tuple[list[Contestant], dict[str, Standing]]:
    """Two to eight contestants of whom the same is believed, with places, ties among them."""
    contestants, _ = draw(results())
    belief = Rating(repr(draw(st.floats(-10, 60))), repr(draw(st.floats(0.5, 9))))
    return contestants, {one.entrant: Standing(belief, 20) for one in contestants}


@given(equals())
@example(([Contestant("a", 1), Contestant("b", 1), Contestant("c", 3), Contestant("d", 4)], {}))
def test_from_equal_ratings_a_better_place_never_gains_less(
    result: tuple[list[Contestant], dict[str, Standing]],
) -> None:
    """Three deviations below the mean, as it is shown; to the rounding of floating point."""
    for better, worse in combinations(reckoned(*result), 2):
        assert shown(better) >= shown(worse) - 1e-9


@given(equals())
@example(([Contestant("a", 1), Contestant("b", 1), Contestant("c", 3), Contestant("d", 4)], {}))
def test_from_equal_ratings_equal_places_gain_the_same(
    result: tuple[list[Contestant], dict[str, Standing]],
) -> None:
    for one, other in combinations(reckoned(*result), 2):
        if one.place == other.place:
            assert shown(one) == pytest.approx(shown(other), abs=1e-9)


@given(st.permutations(NAMES[:4]))
def test_what_equals_gain_others_lose(order: list[str]) -> None:
    entries = reckoned([Contestant(name, place) for place, name in enumerate(order, 1)], {})

    assert sum(mean(one.after) - mean(one.before) for one in entries) == pytest.approx(0)
    assert {one.after.sigma < one.before.sigma for one in entries} == {True}


def test_two_who_tie_change_places_without_a_trace() -> None:
    strong, weak = Standing(Rating("30.0", "4.0"), 20), Standing(Rating("20.0", "4.0"), 20)
    tie = [Contestant("a", 1), Contestant("b", 1), Contestant("c", 3)]

    one = by_name(reckoned(tie, {"a": strong, "b": weak}))
    other = by_name(reckoned(tie, {"a": weak, "b": strong}))

    assert mean(one["a"].after) == pytest.approx(mean(other["b"].after))
    assert mean(one["b"].after) == pytest.approx(mean(other["a"].after))


def test_a_duel_of_newcomers_to_the_last_digit() -> None:
    """Whoever changes these numbers changes what tomorrow's games make of yesterday's ratings."""
    won, lost = reckoned([Contestant("a", 1), Contestant("b", 2)], {})

    assert (won.after, lost.after) == (
        Rating("27.635389493140497", "8.06590141354368"),
        Rating("22.364610506859503", "8.06590141354368"),
    )


@pytest.mark.parametrize(
    ("mu", "sigma", "hundredths"),
    [("25.0", "8.333333333333334", 0), ("30.125", "5.0", 1512), ("10.0", "5.0", -500), ("1.0000001", "0.1", 70)],
)
def test_what_is_shown_is_three_deviations_below_the_mean(mu: str, sigma: str, hundredths: int) -> None:
    assert Rating(mu, sigma).hundredths == hundredths
