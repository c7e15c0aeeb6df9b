"""Only operators can look at the pages, and these change nothing. ``test_moderating`` has what can be changed."""

from http import HTTPStatus
from uuid import UUID

import pytest
from django.contrib import admin
from django.contrib.auth.models import Permission
from django.contrib.staticfiles import finders
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from config.middleware import CONTENT_SECURITY_POLICY
from games import services
from games.models import Checkpoint, Event, FindingReport, Game, LatestSnapshot, Outage, Ruleset
from players.models import Player
from tests.games.admin.reading import crawl
from tests.games.tables import Table

APP = "/admin/games/"
GAMES = f"{APP}game/"
PLAYERS = "/admin/players/player/"
LISTS = ["customvariant", "findingreport", "game", "heartbeat", "ladder", "note", "outage", "projection", "ruleset"]

pytestmark = pytest.mark.django_db


@pytest.fixture
def registers(waiting: Table) -> None:
    """Give every list a row."""
    with connection.cursor() as cursor:
        row: list[str | UUID] = ["house", Player.objects.create(name="Anna").id, waiting.variant.hash]
        cursor.execute("INSERT INTO custom_variant VALUES (%s, %s, %s, 1, clock_timestamp())", row)
        cursor.execute("INSERT INTO outage (began, ended) VALUES (now() - interval '1 hour', now())")
        cursor.execute(
            """INSERT INTO finding_report (what, place, lines)
            VALUES ('read model', 'lobby, shard 3', '{"lobby has"}')"""
        )
        note = "INSERT INTO note (id, game, version, player, text) VALUES (%s, %s, 3, %s, 'Well played.')"
        cursor.execute(note, [waiting.id, waiting.id, row[1]])
    services.record_heartbeat()


@pytest.mark.usefixtures("registers", "running", "over")
def test_every_page_answers_and_keeps_the_policy(operator: Client) -> None:
    seen, files = {}, set[str]()
    for address, answer, page in crawl(operator, "/admin/", PLAYERS, f"{PLAYERS}names/"):
        seen[address] = page
        files |= page.files
        assert page.inline == [], address
        assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert 'name="action"' not in page.text
        assert not any(word in link for link in page.links if APP in link for word in ("/add/", "/delete/"))
    assert {f"/admin/games/{name}/" for name in LISTS} <= seen.keys()
    assert len(seen) > 100
    assert "/static/games/admin.css" in files
    for file in files:
        name = file.removeprefix("/static/")
        assert finders.find(name) if name != file else operator.get(file).status_code == HTTPStatus.OK


@pytest.mark.usefixtures("registers")
def test_pages_of_django_are_styled_as_ours_are(operator: Client, running: Table) -> None:
    for page in (f"game/{running.id}/change/", f"ruleset/{running.variant.hash}/change/", "findingreport/"):
        assert "/static/games/admin.css" in operator.get(APP + page).content.decode(), page


def test_nothing_is_changed_by_any_method(operator: Client, running: Table) -> None:
    before = contents()
    rows = [f"{GAMES}{running.id}/{page}/" for page in ("change", "delete", "history", "events", "table", "proof")]
    others = [f"/admin/games/ruleset/{running.variant.hash}/delete/", "/admin/games/projection/lobby/change/"]
    for address in [
        *rows,
        *others,
        f"{GAMES}log/3/",
        *(f"/admin/games/{name}/{add}" for name in LISTS for add in ("", "add/")),
    ]:
        for method in ("post", "put", "patch", "delete"):
            answer = getattr(operator, method)(address, {"action": "delete_selected", "post": "yes"})
            assert answer.status_code == HTTPStatus.METHOD_NOT_ALLOWED, (method, address)
    assert contents() == before


def contents() -> list[list[object]]:
    models = (Event, Game, LatestSnapshot, Ruleset, Checkpoint, Outage, FindingReport)
    return [sorted(model.objects.values_list("pk", flat=True), key=str) for model in models]


def test_forms_that_write_are_for_nobody(operator: Client, running: Table) -> None:
    for address in (f"{GAMES}add/", f"{GAMES}{running.id}/delete/", "/admin/games/outage/add/"):
        assert operator.get(address).status_code == HTTPStatus.FORBIDDEN


def test_what_is_secret_has_no_page() -> None:
    registered = {model._meta.model_name for model in admin.site._registry if model._meta.app_label == "games"}  # noqa: SLF001
    assert registered == set(LISTS)


@pytest.mark.parametrize("page", ["", "log/3/", "{}/change/", "{}/events/", "{}/table/", "{}/proof/"])
def test_who_is_not_signed_in_is_sent_away(client: Client, running: Table, page: str) -> None:
    answer = client.get(GAMES + page.format(running.id))
    assert answer.status_code == HTTPStatus.FOUND
    assert answer.headers["Location"].startswith("/admin/login/")


@pytest.mark.parametrize("page", ["", "log/3/", "{}/change/", "{}/events/", "{}/table/", "{}/proof/", "{}/history/"])
def test_staff_need_leave_to_look(client: Client, running: Table, page: str) -> None:
    staff, address = Player.objects.create(username="staff", is_staff=True), GAMES + page.format(running.id)
    client.force_login(staff)
    assert client.get(address).status_code == HTTPStatus.FORBIDDEN
    assert client.get("/admin/games/projection/").status_code == HTTPStatus.FORBIDDEN

    staff.user_permissions.add(Permission.objects.get(codename="view_game"))

    assert client.get(address).status_code == HTTPStatus.OK
    assert client.get("/admin/games/projection/").status_code == HTTPStatus.FORBIDDEN


def test_players_are_no_operators(client: Client, running: Table) -> None:
    client.force_login(Player.objects.create(username="anna"))
    assert client.get(f"{GAMES}{running.id}/events/").status_code == HTTPStatus.FOUND


@pytest.mark.parametrize("page", ["no-id/change/", f"{'0' * 8}-0000-7000-8000-{'0' * 12}/events/", "log/16/"])
def test_what_is_not_there_is_404(operator: Client, page: str) -> None:
    assert operator.get(GAMES + page).status_code == HTTPStatus.NOT_FOUND


@pytest.mark.usefixtures("registers")
@pytest.mark.parametrize("name", LISTS)
def test_no_list_counts_a_table(operator: Client, name: str) -> None:
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert operator.get(f"/admin/games/{name}/").status_code == HTTPStatus.OK
    assert [query["sql"] for query in asked if "COUNT(" in query["sql"] and "LIMIT" not in query["sql"]] == []
