"""Moderators stop clocks in the admin, and say why."""

from http import HTTPStatus
from typing import Any
from uuid import UUID

import pytest
from django.contrib.admin.models import LogEntry
from django.contrib.auth.models import Permission
from django.test import Client

from base.identifiers import uuid7
from games import store
from games.integrity.clocks import clock_findings
from games.integrity.games import verify_game
from games.log.read import read
from games.models import RatingChange
from games.projections.registry import catch_up
from players.models import Player
from tests.games.api.seasons import noon, rate, result
from tests.games.tables import Table

GAMES = "/admin/games/game/"

pytestmark = pytest.mark.django_db


def act(moderator: Client, game: UUID, **sent: str) -> Any:
    return moderator.post(f"{GAMES}{game}/moderation/", sent, follow=True)


def pauses(table: Table) -> list[str] | None:
    row = store.find(table.id)
    assert row is not None
    return row.pauses


def test_a_moderator_stops_a_clock_and_lets_it_run_again(operator: Client, running: Table) -> None:
    page = operator.get(f"{GAMES}{running.id}/change/").content.decode()
    assert "Stop it" in page

    page = act(operator, running.id, act="pause", reason="Somebody complains.").content.decode()
    assert pauses(running) == ["moderator"]
    assert "Stopped the clock: Somebody complains." in page
    assert "Let it run again" in page
    page = act(operator, running.id, act="resume", reason="It was a mistake.").content.decode()

    assert pauses(running) is None
    assert [one.type for one in read(running.id)][-2:] == ["clock-paused", "clock-resumed"]
    assert not [*clock_findings("", verify_game(running.id))]
    history = operator.get(f"{GAMES}{running.id}/history/").content.decode()
    assert all(reason in history for reason in ("Somebody complains.", "It was a mistake."))
    assert LogEntry.objects.filter(user__username="operator", object_id=str(running.id)).count() == 2


def test_the_log_does_not_say_who_and_why(operator: Client, running: Table) -> None:
    act(operator, running.id, act="pause", reason="Xylophone")

    last = read(running.id)[-1]
    assert last.actor == "moderator"
    assert "Xylophone" not in f"{last}"


@pytest.mark.parametrize(
    ("sent", "said"),
    [
        ({"act": "pause"}, "Say why"),
        ({"act": "pause", "reason": "  "}, "Say why"),
        ({"act": "pause", "reason": "x" * 501}, "Say why"),
        ({"act": "pause", "reason": "\0"}, "Say why"),
        ({"act": "erase", "reason": "x"}, "Say why"),
        ({"act": "resume", "reason": "x"}, "No moderator has stopped this clock."),
    ],
)
def test_what_makes_no_sense_is_refused(operator: Client, running: Table, sent: dict[str, str], said: str) -> None:
    version = len(read(running.id))

    assert said in act(operator, running.id, **sent).content.decode()

    assert len(read(running.id)) == version
    assert not LogEntry.objects.exists()


def test_games_that_are_not_played_have_no_clock_to_stop(operator: Client, waiting: Table, over: Table) -> None:
    for table, said in ((waiting, "The game has not started."), (over, "The game is over.")):
        assert "Stop it" not in operator.get(f"{GAMES}{table.id}/change/").content.decode()
        assert said in act(operator, table.id, act="pause", reason="x").content.decode()


def test_staff_need_leave_to_stop_clocks(client: Client, running: Table) -> None:
    staff = Player.objects.create(username="staff", is_staff=True)
    staff.user_permissions.add(Permission.objects.get(codename="view_game"))
    client.force_login(staff)
    assert "Stop it" not in client.get(f"{GAMES}{running.id}/change/").content.decode()
    assert act(client, running.id, act="pause", reason="x").status_code == HTTPStatus.FORBIDDEN
    assert pauses(running) is None

    staff.user_permissions.add(Permission.objects.get(codename="change_game"))

    assert act(client, running.id, act="pause", reason="x").status_code == HTTPStatus.OK
    assert pauses(running) == ["moderator"]


def test_nobody_else_can_send_it(operator: Client, client: Client, running: Table) -> None:
    address = f"{GAMES}{running.id}/moderation/"
    assert operator.get(address).status_code == HTTPStatus.METHOD_NOT_ALLOWED
    assert act(operator, UUID(int=0), act="pause", reason="x").status_code == HTTPStatus.NOT_FOUND
    strict = Client(enforce_csrf_checks=True)
    strict.force_login(Player.objects.get(username="operator"))
    assert strict.post(address, {"act": "pause", "reason": "x"}).status_code == HTTPStatus.FORBIDDEN
    client.logout()
    assert client.post(address, {"act": "pause", "reason": "x"}).status_code == HTTPStatus.FOUND
    assert pauses(running) is None


def test_a_moderator_annuls_a_rated_game_once(operator: Client, over: Table) -> None:
    game = result([uuid7(), uuid7()], noon(1), game=over.id)
    rate()
    assert "Annul the game" in operator.get(f"{GAMES}{game}/change/").content.decode()

    page = act(operator, game, act="annul", reason="A farm.").content.decode()

    catch_up()
    assert "Annulled the game: A farm." in page
    assert RatingChange.objects.filter(game=game, annulled=True).count() == 2
    assert "The game is annulled already." in act(operator, game, act="annul", reason="Again.").content.decode()


def test_only_a_game_that_was_rated_can_be_annulled(operator: Client, over: Table) -> None:
    assert "Annul the game" not in operator.get(f"{GAMES}{over.id}/change/").content.decode()
    assert "The game was not rated" in act(operator, over.id, act="annul", reason="A farm.").content.decode()
