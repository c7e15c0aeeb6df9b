"""Annulled games: the players get back what these changed, once, and everything still agrees with the log."""

from uuid import uuid4

import pytest
from django.db import transaction

from games import selectors, services, store
from games.integrity.ladders import ladder_findings
from games.ladders import FIRST, EntrantErased
from games.log.shards import shard_of
from games.models import RatedPair, RatingChange, Rung, Standing
from games.projections import registry
from games.projections.comparing import differences_from_log
from tests.games.api.seasons import LADDER, noon, rate, result

pytestmark = pytest.mark.django_db
ANNA, BERT, CARA = (str(uuid4()) for _ in range(3))


def stands() -> dict[str, tuple[float, int, int, int]]:
    return {
        one.entrant: (round(one.mu, 6), one.games, one.played, one.wins)
        for one in Standing.objects.filter(ladder=LADDER.id)
    }


def erase(player: str) -> None:
    with transaction.atomic():
        row = store.lock_ladder(LADDER)
        assert row is not None
        store.append_to_ladder(row, EntrantErased(entrant=player), key=f"erased {player}")
    registry.catch_up()


def test_the_only_game_of_two_leaves_nothing_behind() -> None:
    game = result([ANNA, BERT], noon(1))
    rate()

    assert services.annul(game) == 1
    registry.catch_up()

    assert stands() == {ANNA: (25.0, 0, 0, 0), BERT: (25.0, 0, 0, 0)}
    assert {(one.mu, one.sigma) for one in Standing.objects.all()} == {(float(FIRST.mu), float(FIRST.sigma))}
    assert not RatedPair.objects.exists()
    assert {one.annulled for one in RatingChange.objects.filter(game=game)} == {True}
    assert not list(ladder_findings())


def test_later_games_are_not_computed_again() -> None:
    first, _ = result([ANNA, BERT], noon(1)), result([ANNA, CARA], noon(2))
    rate()
    before = stands()

    services.annul(first)
    registry.catch_up()

    after = stands()
    assert after[CARA] == before[CARA]
    assert after[ANNA][0] < before[ANNA][0]
    assert after[BERT][0] == 25
    assert after[ANNA][1:] == (1, 1, 1)
    assert sum(Rung.objects.filter(level=0).values_list("entrants", flat=True)) == 3
    assert not list(ladder_findings())


def test_a_game_is_annulled_once() -> None:
    game = result([ANNA, BERT], noon(1))
    rate()

    assert [services.annul(game), services.annul(game)] == [1, 0]


def test_a_game_that_was_not_rated_is_refused() -> None:
    result([ANNA, BERT], noon(1))

    with pytest.raises(services.NotRated):
        services.annul(uuid4())


def test_who_was_erased_before_stays_erased() -> None:
    game = result([ANNA, BERT], noon(1))
    rate()
    erase(BERT)

    services.annul(game)
    registry.catch_up()

    assert stands().keys() == {ANNA}
    assert sum(Rung.objects.filter(level=0).values_list("entrants", flat=True)) == 1


def test_a_rebuild_makes_the_same_tables() -> None:
    game, _ = result([ANNA, BERT], noon(1)), result([BERT, CARA], noon(2))
    rate()
    services.annul(game)
    registry.catch_up()

    assert not list(differences_from_log(registry.PROJECTIONS["standings"], shard_of(LADDER.id)))


def test_the_board_shows_the_rating_without_the_game() -> None:
    game = result([ANNA, BERT], noon(1))
    rate()
    services.annul(game)
    registry.catch_up()

    assert [one.rating for one in selectors.leaderboard(LADDER, limit=5)] == [0, 0]
