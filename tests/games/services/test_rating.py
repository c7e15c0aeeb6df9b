"""Rated games, played to their end: each is rated once, in order, and what they make of ratings is carried over."""

from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from games import loops, selectors, services, store
from games.integrity.ladders import ladder_findings
from games.ladders import Contestant, Kind, Ladder, Rated
from games.log.codec import decode
from games.log.read import read
from games.models import Ladder as LadderModel
from games.models import Rating, Unrated
from games.services import Terms
from games.services.rating import rate_next
from tests.games.ladders.results import reckoned
from tests.games.services.sitting import Sitting
from tests.racing import at_once

RATED = Terms(rated=True)
SEASON = "2026-10"
HUMANS = Ladder("mau_mau", SEASON, Kind.HUMANS)


def finished(seats: int = 2, *, ended: datetime | None = None, **differently: Any) -> Sitting:
    """A game played to its end, as if it had *ended* then."""
    sitting = Sitting.of(seats, terms=Terms(rated=True, **differently))
    sitting.play_on()
    if ended:
        with connection.cursor() as cursor:
            cursor.execute(
                "UPDATE unrated SET ended_at = %s, season = %s WHERE game = %s", [ended, SEASON, sitting.game]
            )
    return sitting


def play_all(game: UUID) -> None:
    """Play to the end of a game at which bots sit."""
    sitting = Sitting(game, ())
    while sitting.row.on_turn is not None:
        seat = sitting.row.on_turn
        sitter = sitting.state.sitters[seat]
        assert sitter
        sitting.move(actor=sitter.player or f"bot:{seat}")


def rated_on(ladder: Ladder) -> list[Rated]:
    found = [decode(one.type, one.schema, one.public, one.secret) for one in read(ladder.id)]
    return [one for one in found if isinstance(one, Rated)]


def waiting() -> list[tuple[UUID, str]]:
    return list(Unrated.objects.order_by("ended_at", "kind").values_list("game", "kind"))


def noon(day: int) -> datetime:
    return datetime(2026, 11, day, 12, tzinfo=UTC)


@pytest.mark.django_db
def test_a_rated_game_waits_from_its_end_and_is_rated_once() -> None:
    table = finished(ended=noon(1))
    assert waiting() == [(table.game, "humans")]

    loops.rate()
    loops.rate()

    (rated,) = rated_on(HUMANS)
    places = zip(table.players, table.state.places, strict=True)
    expected = reckoned([Contestant(str(player), place) for player, place in places], {})
    assert (rated.game, rated.entries, rated.private) == (str(table.game), expected, False)
    assert not waiting()
    assert not list(ladder_findings())


@pytest.mark.django_db
def test_a_game_that_is_not_rated_does_not_wait() -> None:
    sitting = Sitting.of(2)
    sitting.play_on()

    assert not waiting()


@pytest.mark.django_db
def test_ratings_go_on_from_where_they_stand_in_the_order_of_the_games_ends() -> None:
    late, early = finished(ended=noon(2)), finished(ended=noon(1))

    assert services.rate(HUMANS) == 2

    assert [one.game for one in rated_on(HUMANS)] == [str(early.game), str(late.game)]
    assert not list(ladder_findings())


@pytest.mark.django_db
def test_the_same_players_again() -> None:
    table = finished(ended=noon(1))
    services.rate(HUMANS)
    again = Sitting.of(2, terms=RATED)
    again.play_on()
    entrants = [str(player) for player in table.players]
    Unrated.objects.filter(game=again.game).update(entrants=entrants, season=SEASON, ended_at=noon(2))
    services.rate(HUMANS)

    first, second = rated_on(HUMANS)

    assert {one.entrant: one.after for one in first.entries} == {one.entrant: one.before for one in second.entries}
    assert {one.games for one in second.entries} == {2}


@pytest.mark.django_db
def test_a_rating_is_carried_over_to_the_next_season() -> None:
    table = finished(ended=noon(1))
    services.rate(HUMANS)
    winter = Ladder("mau_mau", "2027-01", Kind.HUMANS)
    again = finished()
    entrants = [str(player) for player in table.players]
    when = datetime(2027, 1, 3, tzinfo=UTC)
    Unrated.objects.filter(game=again.game).update(entrants=entrants, season=winter.season, ended_at=when)

    loops.rate()

    (autumn,), (new,) = rated_on(HUMANS), rated_on(winter)
    assert {one.entrant: one.after for one in autumn.entries} == {one.entrant: one.before for one in new.entries}
    assert not list(ladder_findings())


@pytest.mark.django_db
@pytest.mark.parametrize("months", [1, 3, 12])
def test_the_season_is_that_of_the_games_end(settings: Any, months: int) -> None:
    settings.SEASON_MONTHS = months
    ended = finished().row.ended_at
    assert ended is not None

    (season,) = Unrated.objects.values_list("season", flat=True)

    assert season == f"{ended.year}-{ended.month - (ended.month - 1) % months:02}"


@pytest.mark.django_db
def test_bots_and_programs_have_a_ladder_of_their_own() -> None:
    robot, person = uuid4(), uuid4()
    game = services.open_game(player=robot, variant="mau_mau", seats=3, bots=["clever"], terms=RATED, program=True)
    services.take_seat(game, player=person)
    play_all(game)

    loops.rate()

    (ladder,) = LadderModel.objects.all()
    assert ladder.kind == "bots"
    (rated,) = rated_on(Ladder("mau_mau", ladder.season, Kind.BOTS))
    assert {one.entrant for one in rated.entries} == {str(robot), "clever"}
    assert {one.place for one in rated.entries} <= {1, 2}


@pytest.mark.django_db
def test_a_private_game_is_rated_and_said_to_be_private() -> None:
    finished(ended=noon(1), visibility="private")
    services.rate(HUMANS)

    assert [one.private for one in rated_on(HUMANS)] == [True]


@pytest.mark.django_db
def test_a_driver_killed_before_it_forgot_the_result_rates_it_no_second_time() -> None:
    table = finished(ended=noon(1))
    store.open_ladder(HUMANS)
    assert rate_next(HUMANS)
    assert waiting() == [(table.game, "humans")]
    assert not list(ladder_findings())

    assert services.rate(HUMANS) == 1

    assert len(rated_on(HUMANS)) == 1
    assert not waiting()


@pytest.mark.django_db
def test_a_result_that_cannot_be_rated_stops_no_other_ladder() -> None:
    broken, sound = finished(ended=noon(1)), finished(ended=noon(2))
    Unrated.objects.filter(game=broken.game).update(variant="elsewhere", entrants=["one"])

    loops.rate()

    assert [one.game for one in rated_on(HUMANS)] == [str(sound.game)]
    assert waiting() == [(broken.game, "humans")]


@pytest.mark.django_db
def test_one_run_rates_only_so_many() -> None:
    for day in range(1, 4):
        finished(ended=noon(day))

    assert [services.rate(HUMANS, limit=2), services.rate(HUMANS, limit=2)] == [2, 1]


@pytest.mark.django_db
def test_games_that_were_over_before_there_were_ladders_wait_as_if_they_ended_today() -> None:
    finished(3)
    finished(visibility="private")
    game = services.open_game(player=None, variant="mau_mau", seats=3, bots=["clever", "novice", "clever"], terms=RATED)
    play_all(game)
    names = "shard, game, kind, variant, ended_at, private, entrants, places"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT {names} FROM unrated ORDER BY game")  # noqa: S608
        queued = cursor.fetchall()
        cursor.execute(f"SELECT {names} FROM rateable ORDER BY game")  # noqa: S608
        assert cursor.fetchall() == queued
    assert len(queued) == 2


@pytest.mark.usefixtures("committed_db")
def test_many_drivers_at_once_rate_each_game_once_and_in_order() -> None:
    tables = [finished(ended=noon(1) + timedelta(minutes=minute)) for minute in range(6)]

    def drive() -> None:
        while HUMANS in selectors.ladders_waiting():
            services.rate(HUMANS, limit=2)

    at_once(*[drive] * 4)

    assert [one.game for one in rated_on(HUMANS)] == [str(table.game) for table in tables]
    assert not waiting()
    assert not list(ladder_findings())


@pytest.mark.usefixtures("committed_db")
def test_two_seasons_rated_at_once_lose_no_game_of_a_player() -> None:
    """At the turn of a season both ladders speak of the same ratings."""
    spring = Ladder("mau_mau", "2027-04", Kind.HUMANS)
    players = finished(ended=noon(1)).players
    for day in range(2, 8):
        table = finished(ended=noon(day))
        season = SEASON if day % 2 else spring.season
        Unrated.objects.filter(game=table.game).update(entrants=[str(one) for one in players], season=season)

    at_once(*[lambda ladder=ladder: services.rate(ladder) for ladder in (HUMANS, spring)])

    assert set(Rating.objects.values_list("games", flat=True)) == {7}
    assert not list(ladder_findings())
