"""Intervals hold the true chance about as often as they say, and chance alone is hardly ever a gain."""

from random import Random
from statistics import mean

import pytest

from games.bots.samples import MATTERS, interval_of, is_gain

DEALS = 40
SAMPLES = 1000


def sample(rng: Random, chance: float) -> list[float]:
    return [float(rng.random() < chance) for _ in range(DEALS)]


@pytest.mark.parametrize("chance", [0.05, 0.2, 0.5, 0.8, 0.95])
def test_an_interval_holds_the_true_chance_in_about_95_of_100_samples(chance: float) -> None:
    rng = Random(7)
    intervals = [interval_of(sample(rng, chance)) for _ in range(SAMPLES)]

    assert 0.93 <= mean(one.low <= chance <= one.high for one in intervals) <= 0.99


def test_an_interval_lies_between_0_and_1_and_around_the_mean() -> None:
    for rewards in ([1.0] * DEALS, [0.0] * DEALS, [1.0], [0.0], [0.3, 0.7]):
        low, high = interval_of(rewards)
        assert 0 <= low <= mean(rewards) <= high <= 1
        assert high - low > 0.05, "a few equal rewards are not certain"


def test_chance_alone_is_hardly_ever_a_gain() -> None:
    """Two moves with the same chance, each of which decides a deal in its own way."""
    rng = Random(7)
    pairs = [(sample(rng, 0.5), sample(rng, 0.5)) for _ in range(SAMPLES)]
    gains = [[one - other for one, other in zip(*pair, strict=True)] for pair in pairs]

    assert mean(mean(one) >= MATTERS for one in gains) > 0.25, "this is what was called worse before"
    assert mean(map(is_gain, gains)) <= 0.035


def test_pairs_show_a_gain_that_the_intervals_do_not() -> None:
    """One move wins five deals that the other one loses, and none goes the other way."""
    less = [1.0] * 15 + [0.0] * 25
    more = [1.0] * 20 + [0.0] * 20

    assert interval_of(less).high > interval_of(more).low
    assert is_gain([one - other for one, other in zip(more, less, strict=True)])


@pytest.mark.parametrize("gains", [[], [1.0], [1.0, 1.0], [0.04] * DEALS, [0.0] * DEALS, [1.0] * 3 + [0.0] * 37])
def test_what_is_small_or_seldom_seen_is_no_gain(gains: list[float]) -> None:
    assert not is_gain(gains)


@pytest.mark.parametrize("gains", [[1.0] * DEALS, [0.06] * DEALS, [1.0] * 6 + [0.0] * 34])
def test_what_is_clear_is_a_gain(gains: list[float]) -> None:
    assert is_gain(gains)
