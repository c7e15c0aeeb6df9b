"""Annulled games: the players get back what these changed, once, and everything still agrees with the log."""

from dataclasses import replace
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.db import transaction

from games import selectors, services, store
from games.integrity.ladders import ladder_findings
from games.ladders import FIRST, EntrantErased, Kind, Pace
from games.log.shards import shard_of
from games.models import RatedPair, RatingChange, Rung, Standing
from games.projections import registry
from games.projections.comparing import differences_from_log
from games.store import erasures
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
    assert selectors.leaderboard(LADDER, limit=5) == []
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
    assert sum(Rung.objects.filter(level=0).values_list("entrants", flat=True)) == 2  # Bert has no game left
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
    assert not Rung.objects.exists()


def test_a_rebuild_makes_the_same_tables() -> None:
    game, _ = result([ANNA, BERT], noon(1)), result([BERT, CARA], noon(2))
    rate()
    services.annul(game)
    registry.catch_up()

    assert not list(differences_from_log(registry.PROJECTIONS["standings"], shard_of(LADDER.id)))


def test_a_game_of_last_season_changes_the_rating_where_it_stands_now() -> None:
    next_season = replace(LADDER, season="2027-01")
    game = result([ANNA, BERT], noon(1))
    result([ANNA, CARA], datetime(2027, 1, 1, tzinfo=UTC), ladder=next_season)
    rate()
    before = {one.ladder: one.rating for one in Standing.objects.filter(entrant=ANNA)}

    services.annul(game)
    registry.catch_up()

    after = {one.ladder: one for one in Standing.objects.filter(entrant=ANNA)}
    assert after[next_season.id].rating < before[next_season.id]
    assert after[next_season.id].rating == store.current_rating("mau_mau", Pace.DAILY, Kind.HUMANS, ANNA).hundredths
    assert after[next_season.id].played == 1
    assert (after[LADDER.id].rating, after[LADDER.id].played, after[LADDER.id].listed) == (before[LADDER.id], 0, False)
    assert not list(ladder_findings())
    assert not list(differences_from_log(registry.PROJECTIONS["standings"], shard_of(LADDER.id)))


def test_a_season_of_which_all_games_are_annulled_lists_nobody_again() -> None:
    next_season = replace(LADDER, season="2027-01")
    first, _ = result([ANNA, BERT], noon(1)), result([ANNA, BERT], noon(2))
    last = result([ANNA, CARA], datetime(2027, 1, 1, tzinfo=UTC), ladder=next_season)
    rate()

    for game in (last, first):
        services.annul(game)
    registry.catch_up()

    assert not Standing.objects.filter(ladder=next_season.id, listed=True).exists()
    assert Standing.objects.get(ladder=LADDER.id, entrant=ANNA).listed
    assert not list(differences_from_log(registry.PROJECTIONS["standings"], shard_of(LADDER.id)))


def test_accounts_without_an_address_stay_unlisted(settings: Any) -> None:
    settings.RATED_NEEDS_EMAIL = True
    first, _ = result([ANNA, BERT], noon(1)), result([ANNA, BERT], noon(2))
    rate()

    services.annul(first)
    registry.catch_up()

    assert not Standing.objects.filter(listed=True).exists()
    assert not Rung.objects.exists()


def test_who_was_erased_after_an_annulment_is_erased() -> None:
    game = result([ANNA, BERT], noon(1))
    rate()
    services.annul(game)

    assert erasures.ladders_of(ANNA, key="erased") == [LADDER]
