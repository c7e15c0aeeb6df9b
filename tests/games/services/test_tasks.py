"""What workers do by themselves and when they are woken, and the commands of the first start."""

from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from celery import current_app
from django.core.management import call_command
from django.db import connection

from games import loops, selectors, services, store, tasks, wakeups
from games.clocks.reckoning import Happened
from games.log.read import event_of, read
from games.models import Game
from games.rules import variants
from games.services import Allowance, Terms
from games.services.history import clock_of
from tests.games.services.sitting import Sitting

pytestmark = pytest.mark.django_db


def say(command: str) -> str:
    said = StringIO()
    call_command(command, stdout=said)
    return said.getvalue()


def test_the_tasks_have_the_names_that_are_sent() -> None:
    assert {wakeups.BOTS, wakeups.FOLLOWERS, wakeups.CHECKER} <= set(current_app.tasks)


def test_the_clock_shows_its_pulse_and_resolves_what_is_late() -> None:
    table = Sitting.of(2, terms=Terms(clock=Allowance(60, 0)))
    table.age(timedelta(minutes=2))
    turn = table.row.turn

    loops.clock()
    loops.clock()

    assert [one.turn for one in read(table.game) if one.type == "time-ran-out"] == [turn]
    with connection.cursor() as cursor:
        cursor.execute("SELECT clock_timestamp() - at < interval '1 minute' FROM heartbeat WHERE name = 'driver'")
        assert cursor.fetchone() == (True,)


def test_the_follower_fills_the_lobby() -> None:
    waiting = services.open_game(player=uuid4(), variant="mau_mau", seats=3)
    services.open_game(player=uuid4(), variant="crazy_eights", seats=3)
    services.open_game(player=uuid4(), variant="mau_mau", seats=3, terms=Terms(visibility="private"))
    Sitting.of(2)

    tasks.follow()
    tasks.follow()

    assert [one.game for one in selectors.lobby(variant="mau_mau")] == [waiting]
    assert selectors.lobby().count() == 2


def test_the_bank_and_the_deadline_are_the_fold_of_the_log() -> None:
    table = Sitting.of(2, terms=Terms(clock=Allowance(1, 30)))
    began = table.row.turn_began
    assert began is not None
    while table.row.now < began + timedelta(seconds=1.1):
        pass
    while table.row.turn_began == began:
        table.move()

    happened = [Happened(event_of(one), one.recorded_at) for one in read(table.game)]
    clock = clock_of(happened, table.state)
    row = store.lock(table.game)

    assert row is not None
    assert row.banks == clock.banks != {}
    assert (row.on_turn, row.turn_began, row.deadline) == (clock.seat, clock.began, clock.deadline)


def test_the_variants_are_kept_once() -> None:
    said = say("load_variants")

    assert say("load_variants") == said
    for key in variants.KEYS:
        pinned = variants.load(key)
        assert f"{key} {pinned.hash}" in said
        assert store.kept(pinned.hash).key == key


def test_the_first_game_is_made_once() -> None:
    say("first_game")
    say("first_game")

    game = Game.objects.get()
    assert (game.status, game.visibility) == ("playing", "public")
    assert game.bot_due is not None
