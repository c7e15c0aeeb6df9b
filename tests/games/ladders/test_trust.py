"""How far results are trusted: whom a rating rests on, what a result weighs, and that a farm gives no rank."""

from datetime import timedelta
from statistics import fmean
from typing import Any

import pytest

from games.ladders import FIRST, Basis, Contestant, RatedPair, Rating, Standing, give_back, pairs_after
from games.ladders.trust import basis_after, counts, weight
from games.management.ladder_farming import FARMS, Farm, run
from tests.games.ladders.results import ENDED_AT, reckoned

KNOWN = Basis(met=20, opponents=7, counted=12, anchored=True)
DUEL = [Contestant("a", 1), Contestant("b", 2)]
SURE = Rating("30.0", "2.0")


@pytest.mark.parametrize(
    ("lacks", "established"),
    [({}, True), ({"counted": 9}, False), ({"opponents": 4}, False), ({"confirmed": False}, False), ({"met": 5}, True)],
)
def test_ten_games_five_opponents_and_an_address_establish(lacks: dict[str, Any], established: bool) -> None:  # noqa: FBT001
    assert Basis(**{"met": 9, "opponents": 5, "counted": 10} | lacks).established is established


def test_an_opponent_counts_once_and_each_game_with_them() -> None:
    first = basis_after(Basis(), {"b": KNOWN, "c": Basis()}, {"b": RatedPair(), "c": RatedPair()}, settled=True)
    again = basis_after(first, {"b": KNOWN}, {"b": RatedPair(1, counts=True)}, settled=True)

    assert (first.met, first.opponents, first.counted, first.anchored) == (2, 1, 1, True)
    assert (again.met, again.opponents, again.counted) == (2, 1, 2)


def test_on_a_settled_ladder_newcomers_weigh_next_to_nothing_and_friends_ever_less() -> None:
    newcomer, friends = (
        weight(Basis(met=50), RatedPair(), settled=True),
        [weight(KNOWN, RatedPair(games), settled=True) for games in range(1000)],
    )

    assert newcomer < 0.05
    assert friends[0] == 1
    assert sum(friends) < 2


def test_a_win_against_a_newcomer_hardly_moves_the_established_but_the_newcomer() -> None:
    before = {"a": Standing(SURE, 40, KNOWN, ENDED_AT)}

    won, lost = reckoned(DUEL, before, settled=True)

    assert float(won.after.mu) - 30 < 0.02
    assert lost.anew
    assert 25 - float(lost.after.mu) > 1


def test_what_a_farm_has_given_is_gone_with_the_first_game_against_the_established() -> None:
    farmed = Standing(Rating("40.0", "2.5"), 200, Basis(met=50))
    before = {"a": farmed, "b": Standing(SURE, 40, KNOWN, ENDED_AT)}

    (won, _), (clean, _) = (reckoned(DUEL, given, settled=True) for given in (before, {"b": before["b"]}))

    assert (won.anew, won.before, won.after) == (True, farmed.rating, clean.after)


def test_less_is_sure_after_an_absence_and_never_less_than_at_first() -> None:
    def sigma(days: int) -> float:
        before = {name: Standing(SURE, 40, KNOWN, ENDED_AT - timedelta(days=days)) for name in "ab"}
        return float(reckoned(DUEL, before)[0].after.sigma)

    assert sigma(0) < sigma(30) < sigma(365) < sigma(100_000) < float(FIRST.sigma)


def test_an_annulment_gives_back_what_a_game_has_changed() -> None:
    won, lost = reckoned(DUEL, {})
    pairs = pairs_after({"a": 1, "b": 2}, {}, {}, settled=False)
    now = Standing(won.after, won.games, won.basis)

    returned = give_back(won, now, [pairs["a", "b"]])

    assert (returned.games, returned.basis, returned.won) == (0, Basis(), True)
    assert float(returned.after.mu) == pytest.approx(25)
    assert float(returned.after.sigma) == pytest.approx(25 / 3)
    assert float(give_back(lost, Standing(SURE, 9), []).after.mu) == pytest.approx(30 + 25 - float(lost.after.mu))


def test_who_began_anew_since_then_gets_nothing_back() -> None:
    farmed = reckoned(DUEL, {})[1]
    now = Standing(SURE, 9, Basis(met=8, anchored=True))

    returned = give_back(farmed, now, [])

    assert (returned.before, returned.after) == (SURE, SURE)


def test_an_annulment_makes_nobody_more_certain() -> None:
    before = {name: Standing(SURE, 40, KNOWN, ENDED_AT - timedelta(days=730)) for name in "ab"}
    won, _ = reckoned(DUEL, before)

    returned = give_back(won, Standing(won.after, 41, won.basis), [])

    assert float(returned.after.sigma) >= float(won.after.sigma)
    assert returned.basis.counted == won.basis.counted - won.counted


def test_who_has_met_many_counts_on_a_ladder_that_others_have_settled() -> None:
    assert counts(Basis(met=20), settled=True)
    assert not counts(Basis(met=19), settled=True)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("farm", FARMS[1:], ids=lambda farm: farm.name)
def test_a_farm_does_not_lift_a_player_above_the_middle(farm: Farm) -> None:
    """The command has more seeds; the ADR has its table."""
    assert fmean(run(farm, seed).percentile for seed in range(2)) < (75 if farm.honest else 60)
