"""Which games that were made to be rated count; the others say why, in the log and to whoever sits there."""

from datetime import timedelta
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.db import connection

from games import services, store
from games.integrity.eligibility import counting_findings
from games.integrity.games import game_findings
from games.integrity.ladders import ladder_findings, result_findings
from games.ladders import DAILY_LIMIT
from games.log.read import read
from games.models import RatedStart, Unrated
from games.rules.commands import Resign
from games.services import Terms
from games.store import rated_starts
from tests.games.services.sitting import Sitting
from tests.racing import at_once

RATED = Terms(rated=True)


def opened(players: tuple[UUID, ...], **differently: Any) -> Sitting:
    wish: dict[str, Any] = {"variant": "mau_mau", "seats": len(players), "terms": RATED} | differently
    game = services.open_game(player=players[0], **wish)
    for one in players[1:]:
        services.take_seat(game, player=one)
    return Sitting(game, players)


def resign(table: Sitting, seat: int) -> None:
    table.move(Resign(seat=seat), turn=None, actor=str(table.players[seat]))


def said(table: Sitting, type_: str) -> str:
    return str(next(one for one in read(table.game) if one.type == type_).public["unrated"])


def waits(table: Sitting) -> bool:
    return Unrated.objects.filter(game=table.game).exists()


def places_that_wait(table: Sitting) -> dict[UUID, int]:
    (result,) = Unrated.objects.filter(game=table.game)
    return dict(zip(map(UUID, result.entrants), result.places, strict=True))


@pytest.mark.django_db
@pytest.mark.parametrize("leaver", [0, 1])
def test_who_resigns_before_any_decision_is_rated_last(leaver: int) -> None:
    table = opened((uuid4(), uuid4()))

    resign(table, leaver)

    assert (table.state.unrated, said(table, "game-ended")) == ("", "")
    assert places_that_wait(table) == {table.players[leaver]: 2, table.players[1 - leaver]: 1}
    assert RatedStart.objects.filter(game=table.game).exists()
    assert not [*ladder_findings(), *result_findings(), *game_findings(table.game)]


@pytest.mark.django_db
def test_who_resigns_at_once_at_a_larger_table_does_not_unrate_the_play_of_the_others() -> None:
    table = opened((uuid4(), uuid4(), uuid4()))
    resign(table, 2)
    table.play_on()

    places = places_that_wait(table)

    assert places[table.players[2]] == 3
    assert {places[table.players[0]], places[table.players[1]]} == {1, 2}


@pytest.mark.django_db
def test_a_game_in_which_both_decided_counts_however_it_ends() -> None:
    table = opened((uuid4(), uuid4()))
    while len({one.actor for one in read(table.game) if one.key}) < 2:
        table.move()

    resign(table, 0)

    assert (table.state.unrated, said(table, "game-ended")) == ("", "")
    assert waits(table)


@pytest.mark.django_db
def test_a_game_that_only_the_clock_has_played_counts_too() -> None:
    """A player who lets the clock run has seen the hand as well."""
    table = opened((uuid4(), uuid4()), terms=Terms(rated=True, clock=services.Allowance(1, 0)))
    for _ in range(20):
        if table.row.status == "playing":
            table.age(timedelta(hours=1))
            services.resolve_late()
    if table.row.status == "playing":
        resign(table, 0)

    assert table.state.unrated == ""
    assert waits(table)


@pytest.mark.django_db
def test_other_options_than_the_defaults_do_not_count_and_the_first_event_says_so() -> None:
    table = opened((uuid4(), uuid4()), options={"seven_stack": True})
    assert (table.state.unrated, said(table, "game-opened")) == ("options", "options")

    table.play_on()

    assert said(table, "game-ended") == "options"
    assert not waits(table)
    assert not RatedStart.objects.exists()


@pytest.mark.django_db
def test_options_that_are_the_defaults_count() -> None:
    default = opened((uuid4(), uuid4())).state.rules
    assert opened((uuid4(), uuid4()), options={"seven_stack": False}).state.unrated == ""
    assert default.options == {}


@pytest.mark.django_db
def test_one_person_and_a_bot_are_no_opponents() -> None:
    game = services.open_game(player=uuid4(), variant="mau_mau", seats=2, bots=["novice"], terms=RATED)

    assert store.game_of(store.find(game)).unrated == "no_opponents"  # type: ignore[arg-type]


@pytest.mark.django_db
def test_only_so_many_games_a_day_among_the_same_players_count_whoever_makes_them() -> None:
    one, other = uuid4(), uuid4()
    tables = [opened((one, other) if number % 2 else (other, one)) for number in range(DAILY_LIMIT + 1)]

    assert [table.state.unrated for table in tables] == [""] * DAILY_LIMIT + ["daily_limit"]
    assert opened((one, uuid4())).state.unrated == ""


@pytest.mark.django_db
def test_third_players_do_not_lift_the_limit_of_two() -> None:
    one, other = uuid4(), uuid4()
    tables = [opened((one, other, uuid4())) for _ in range(DAILY_LIMIT - 1)]
    tables += [opened((uuid4(), one, uuid4(), other)), opened((one, other)), opened((one, uuid4(), other))]

    assert [table.state.unrated for table in tables] == [""] * DAILY_LIMIT + ["daily_limit"] * 2
    assert opened((one, uuid4(), uuid4())).state.unrated == ""


@pytest.mark.django_db
def test_a_game_too_many_that_is_made_to_count_is_found_and_named() -> None:
    players = (uuid4(), uuid4())
    for _ in range(DAILY_LIMIT + 1):
        opened(players).play_on()
    assert not list(counting_findings())

    with connection.cursor() as cursor:
        cursor.execute("ALTER TABLE event DISABLE TRIGGER deny_change, DISABLE TRIGGER deny_loss")
        cursor.execute("""UPDATE event SET public = replace(public::text, 'daily_limit', '')::json""")
        cursor.execute("ALTER TABLE event ENABLE ALWAYS TRIGGER deny_change, ENABLE ALWAYS TRIGGER deny_loss")

    (fault,) = counting_findings()
    assert "6 games of" in fault.what
    assert "that started that day count, not 5" in fault.what


@pytest.mark.django_db
def test_games_that_were_resigned_at_once_use_the_limit() -> None:
    players = (uuid4(), uuid4())
    for _ in range(DAILY_LIMIT):
        resign(opened(players), 0)

    assert opened(players).state.unrated == "daily_limit"


@pytest.mark.django_db
def test_bots_alone_have_no_limit() -> None:
    for _ in range(DAILY_LIMIT + 1):
        game = services.open_game(player=None, variant="mau_mau", seats=2, bots=["clever", "novice"], terms=RATED)
        assert store.game_of(store.find(game)).unrated == ""  # type: ignore[arg-type]


@pytest.mark.django_db
def test_days_that_are_over_are_forgotten() -> None:
    players = (uuid4(), uuid4())
    for _ in range(DAILY_LIMIT):
        opened(players)
    RatedStart.objects.update(day="2026-01-01")

    assert opened(players).state.unrated == ""
    rated_starts.forget()
    assert RatedStart.objects.count() == 1


@pytest.mark.django_db
def test_a_guest_sits_at_no_rated_table() -> None:
    with pytest.raises(services.AccountRequired):
        services.open_game(player=uuid4(), variant="mau_mau", seats=2, terms=RATED, lacks=services.AccountRequired)
    game = services.open_game(player=uuid4(), variant="mau_mau", seats=2, terms=RATED)
    with pytest.raises(services.AccountRequired):
        services.take_seat(game, player=uuid4(), lacks=services.AccountRequired)

    assert store.find(game).status == "waiting"  # type: ignore[union-attr]


@pytest.mark.usefixtures("committed_db")
def test_games_that_start_at_once_do_not_pass_the_limit() -> None:
    one, other = uuid4(), uuid4()
    seats = [2 + number % 2 for number in range(DAILY_LIMIT + 3)]
    games = [services.open_game(player=one, variant="mau_mau", seats=many, terms=RATED) for many in seats]
    for game, many in zip(games, seats, strict=True):
        if many > 2:
            services.take_seat(game, player=uuid4())

    at_once(*[lambda game=game: services.take_seat(game, player=other) for game in games])

    reasons = [store.game_of(store.find(game)).unrated for game in games]  # type: ignore[arg-type]
    assert sorted(reasons) == [""] * DAILY_LIMIT + ["daily_limit"] * 3
