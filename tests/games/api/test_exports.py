"""An account as one document: everything of its owner, nothing that they may not know, and for nobody else."""

import json
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.db.models import ForeignObjectRel

from games import loops
from games.records import parse_record
from games.services import exports
from games.store import export_jobs
from players.export import columns_of
from players.models import Erasure, Player
from tests.games.api.conftest import Caller

COLUMNS: Final = {
    "player": "last_login is_superuser id username email email_verified name name_skeletons username_skeleton "
    "locale time_zone quiet_from quiet_until preferences searchable invitations_from revision is_active is_staff "
    "created_at erased_at",
    "player_groups": "id player group",
    "player_user_permissions": "id player permission",
    "app": "id owner name redirect_uris created_at",
    "session": "id player scope app name created_at used_at expires_at ended_at",
    "block": "id player blocked created_at",
    "puzzle_solution": "player puzzle solved_at",
    "note": "id game version player text created_at changed_at reported_at hidden_at",
    "authorization_code": "app player scope redirect_uri expires_at session",
    "device": "id player session installation kind created_at updated_at",
    "known_address": "player seen_at",
    "outgoing_mail": "id kind player recipient due_at tries",
    "mail_code": "player kind email expires_at",
    "notice": "id player kind game seat began about turn deadline due_at until issued_at read_at",
    "notice_preference": "id player kind channel is_on",
    "plan": "shard game seat player deal steps delay turn due_at",
    "vacation": "id player began until is_settled",
    "subscription": "id player kind name rotations created_at used_at",
    "webhook": "id player events description before_until enabled disabled_reason created_at failures failing_since "
    "slow ready_at due_at",
    "django_admin_log": "id action_time user content_type object_id object_repr action_flag change_message",
}
"""What an export has of each table. Before you add a column here, check that it is no secret and no hash of one."""


def ordered(caller: Caller) -> str:
    answer = caller.post("/me/export", {}, Idempotency_Key=str(uuid4()))
    assert answer.status_code == 202, answer.content
    where = str(answer.headers["Location"])
    assert where == f"/api/v1/me/exports/{answer.json()['id']}"
    return where.removeprefix("/api/v1")


def test_an_export_is_ordered_made_and_fetched(anna: Caller, bert: Caller, duel: str) -> None:
    where = ordered(anna)
    waits = anna.get(where)
    assert (waits.json()["status"], waits.json()["document"]) == ("waiting", None)
    assert anna.get(where, If_None_Match=waits.headers["ETag"]).status_code == 304

    loops.accounts()

    made = anna.get(where, If_None_Match=waits.headers["ETag"]).json()
    assert made["status"] == "done"
    document = made["document"]
    assert document["account"]["player"][0]["name"] == Player.objects.get(id=anna.id).name
    assert [one["id"] for one in document["account"]["session"]] == [anna.get("/me/sessions").json()["items"][0]["id"]]
    (game,) = document["games"]
    assert (game["id"], game["seat"]) == (duel, 0)
    assert bert.get(where).status_code == 404


def test_an_export_has_of_a_running_game_what_its_owner_may_see(anna: Caller, bert: Caller, duel: str) -> None:
    document = json.loads(json.dumps(exports.document_of(UUID(anna.id)), default=str))

    (game,) = document["games"]
    shown = anna.get(f"/games/{duel}/record", Accept="text/plain").content.decode()
    assert parse_record(game["record"]).lines == parse_record(shown).lines
    assert parse_record(game["record"]).tags.seed == ""
    hidden = bert.table(duel)["you"]["hand"]
    assert hidden
    assert not any(json.dumps(hidden)[1:-1] in one for one in (game["record"], shown))


def test_an_export_has_every_table_of_the_account_and_no_secret(anna: Caller) -> None:
    anna.upgrade()
    token = anna.post("/me/tokens", {"name": "Robot"}, Idempotency_Key="k").json()["token"]
    device = b'{"kind": "apns", "token": "push-token"}'
    assert anna.raw("PUT", f"/me/devices/{uuid4()}", device).status_code == 200
    hook = anna.post("/webhooks", {"url": "https://hook.example/?key=in-the-url", "events": ["game.over"]}).json()
    asked = {"name": "App", "kind": "confidential", "redirect_uris": ["https://app.example/"]}
    app = anna.post("/me/apps", asked, Idempotency_Key="k").json()

    document = exports.document_of(UUID(anna.id))

    tables = {
        one.related_model._meta.db_table
        for one in Player._meta.get_fields(include_hidden=True)
        if isinstance(one, ForeignObjectRel)
    }
    assert document["account"].keys() == {"player", *tables} - {"erasure"}
    written = json.dumps(document, default=str)
    player = Player.objects.get(id=anna.id)
    secrets = (token, anna.tokens["access"], anna.tokens["refresh"], "push-token", player.password, "argon2",
               hook["secret"], "in-the-url", app["secret"])  # fmt: skip
    for secret in secrets:
        assert secret not in written
    assert str(player.username) in written


def test_only_columns_that_were_checked_are_exported() -> None:
    owned: set[Any] = {
        one.related_model
        for one in Player._meta.get_fields(include_hidden=True)
        if isinstance(one, ForeignObjectRel) and one.related_model is not Erasure
    }
    assert {
        one._meta.db_table: " ".join(column.name for column in columns_of(one)) for one in (Player, *owned)
    } == COLUMNS


def test_an_export_does_not_tell_who_has_blocked_its_owner(anna: Caller, bert: Caller) -> None:
    assert bert.raw("PUT", f"/me/blocks/{anna.id}", b"").status_code < 300

    assert exports.document_of(UUID(anna.id))["account"]["block"] == []
    assert len(exports.document_of(UUID(bert.id))["account"]["block"]) == 1


def test_while_an_export_is_kept_another_order_gives_the_same(anna: Caller) -> None:
    where = ordered(anna)

    assert ordered(anna) == where
    loops.accounts()
    assert ordered(anna) == where
    with connection.cursor() as cursor:
        cursor.execute("UPDATE export_job SET expires_at = clock_timestamp()")
    assert anna.get(where).status_code == 404
    assert ordered(anna) != where


def test_a_bot_orders_and_fetches_no_export(anna: Caller) -> None:
    bot = Caller(tokens={"access": anna.post("/me/tokens", {"name": "Robot"}, Idempotency_Key="k").json()["token"]})

    assert bot.post("/me/export", {}).status_code == 403
    assert bot.get(ordered(anna)).status_code == 403


def test_an_export_whose_worker_died_is_made_by_the_next_one(anna: Caller) -> None:
    where = ordered(anna)
    assert export_jobs.take(), "a worker takes it, and dies"
    assert export_jobs.take() is None
    with connection.cursor() as cursor:
        cursor.execute("UPDATE export_job SET due_at = clock_timestamp()")

    loops.accounts()

    assert anna.get(where).json()["status"] == "done"


def test_an_export_that_fails_waits_again(anna: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    where = ordered(anna)

    def fail(_: Any) -> Any:
        raise ValueError("a fault")

    monkeypatch.setattr(exports, "document_of", fail)
    loops.accounts()

    assert anna.get(where).json()["status"] == "waiting"
    assert export_jobs.take() is None, "not before a pause"


def test_expired_exports_are_deleted(anna: Caller) -> None:
    ordered(anna)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE export_job SET expires_at = clock_timestamp()")

    export_jobs.forget()

    with connection.cursor() as cursor:
        cursor.execute("SELECT count(*) FROM export_job")
        assert cursor.fetchone() == (0,)
