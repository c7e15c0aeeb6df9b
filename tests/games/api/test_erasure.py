"""An account is erased: nothing of it is left in any table, and every answer shows the new name at once."""

from datetime import timedelta
from typing import Any, Final
from uuid import UUID, uuid4

import pytest
from django.apps import apps
from django.db import connection, models

from base.identifiers import uuid7
from games import services, tasks
from games.integrity.games import game_findings
from games.integrity.ladders import ladder_findings
from games.log.shards import SHARDS
from games.models import Invitation, QueueEntry
from games.projections import registry
from games.projections.comparing import differences_from_log
from games.projections.standings import Standings
from games.services import erasures, invitations
from games.services.imports import LINES
from games.store import import_jobs
from players.erasure import SETTLED, erase
from players.models import Erasure, Player, Session
from tests.games.api import seasons
from tests.games.api.conftest import Caller, opened
from tests.openapi.document import document

NAME: Final = "Zdenka Xylophon"
USERNAME: Final = "zdenka.xyl"
EMAIL: Final = "zdenka@xylophon.example"
PASSWORD: Final = "correct horse battery staple"  # noqa: S105
OLD: Final = ("zdenka", "xylophon", "Zdenka", "Xylophon")

VERDICT: Final = {
    **dict.fromkeys(("record", "line", "said", "why", "game", "variant", "winners", "places")),
    "accepted": True,
    "records": 1,
    "signature": "signed",
    "in_log": True,
}
NOBODYS: Final = {
    "puzzle": "the id of a game, and a version",
    "share_link": "it belongs to a game, and any of its players may take it back",
    **dict.fromkeys(
        (
            "game",
            "game_state",
            "snapshot",
            "seat",
            "event",
            "event_link",
            "archive",
            "move_key",
            "lobby",
            "sitting",
            "result",
            "seat_result",
        ),
        "games of others, too; they name players by their ids alone",
    ),
    **dict.fromkeys(("encounter", "tally", "meeting"), "read models of games, with ids alone"),
    **dict.fromkeys(("ladder", "rating", "rated_pair", "unrated", "rated_start", "rung"), "ladders, with ids alone"),
    **dict.fromkeys(("standing", "rating_change"), "the event `entrant-erased` deletes their rows"),
    **dict.fromkeys(("check_job", "export_job", "imported_record"), "`games.store.erasures` deletes their rows"),
    **dict.fromkeys(("projection", "checkpoint", "claim", "heartbeat", "outage", "signing_key"), "the service's own"),
    **dict.fromkeys(("invitation", "queue_entry"), "`games.store.erasures` deletes their rows"),
    "rematch": "the ids of two games",
    "analysis": "it belongs to a game; `games.store.erasures` deletes who asked for it",
    "work_slot": "hashes with a secret and ids of accounts, deleted within an hour",
    "picture": "`games.store.erasures` deletes those of games of a player",
    "finding_report": "places and hashes, but no names",
    "ruleset": "rules that games are played by; who publishes a text publishes it for good",
    "custom_variant": "the key and hash of such a text, with the author's id alone",
    "request_key": "`players.erasure` deletes its rows",
    "rate_bucket": "hashes with a secret, deleted within an hour",
    **dict.fromkeys(("auth_group", "auth_permission", "auth_group_permissions", "django_content_type"), "Django's own"),
    "django_session": "the admin's sign-ins: signed, with an id alone; Django deletes them",
}
"""Tables without a foreign key to the player, and why they need none. A new table needs the key, or a line here."""


def belongs_to_a_player(model: type[models.Model]) -> bool:
    """Return whether rows of a model are deleted with the row of a player, directly or by way of others."""
    for field in model._meta.concrete_fields:
        remote: Any = field.remote_field
        cascades = remote and remote.on_delete is models.CASCADE and remote.model is not model
        if cascades and (remote.model is Player or belongs_to_a_player(remote.model)):
            return True
    return False


def test_every_table_is_deleted_with_its_player_or_has_a_reason() -> None:
    every = {one._meta.db_table: one for one in apps.get_models(include_auto_created=True) if one is not Player}
    owned = {table for table, model in every.items() if belongs_to_a_player(model)}

    assert not owned & NOBODYS.keys()
    assert owned | NOBODYS.keys() == every.keys()
    assert {"session", "refresh_token", "device", "erasure", "known_address", "django_admin_log"} <= owned


def test_no_foreign_key_to_a_player_keeps_its_row() -> None:
    kept = {
        f"{relation.related_model._meta.db_table}.{relation.field.name}"
        for relation in Player._meta.get_fields(include_hidden=True)
        if isinstance(relation, models.ForeignObjectRel) and relation.on_delete is not models.CASCADE
    }
    assert not kept


@pytest.fixture
def zdenka(rules: None) -> Caller:  # noqa: ARG001
    caller = Caller()
    wanted = {"username": USERNAME, "name": NAME, "email": EMAIL, "password": PASSWORD}
    answer = caller.post("/auth/register", wanted, Idempotency_Key=str(uuid4()))
    assert answer.status_code == 201, answer.content
    caller.tokens = answer.json()
    return caller


def erase_and_leave(caller: Caller) -> str:
    """Erase an account, let the worker finish, and return the new name."""
    answer = caller.delete("/me")
    assert answer.status_code == 202, answer.content
    work_off()
    return str(answer.json()["name"])


def work_off() -> None:
    """Let the worker do what is due for erased accounts, as if a minute had passed after each run."""
    for _ in range(20):
        if not Erasure.objects.exists():
            return
        Erasure.objects.update(due_at=models.F("asked_at"), asked_at=models.F("asked_at") - SETTLED)
        erasures.erase_next()
        seasons.rate()
    raise AssertionError(list(Erasure.objects.values()))


def tables_with(text: str) -> set[str]:
    """Return the tables of all schemas that have the text in a row, also as bytes or in another case."""
    found = set()
    with connection.cursor() as cursor:
        cursor.execute(
            """SELECT table_schema, table_name FROM information_schema.tables
               WHERE table_type = 'BASE TABLE' AND table_schema NOT IN ('pg_catalog', 'information_schema')"""
        )
        for schema, table in cursor.fetchall():
            sql = f'SELECT count(*) FROM "{schema}"."{table}" AS t WHERE t::text ILIKE %s OR t::text LIKE %s'  # noqa: S608
            cursor.execute(sql, [f"%{text}%", f"%{text.encode().hex()}%"])
            if cursor.fetchone() != (0,):
                found.add(table)
    return found


@pytest.fixture
def life(zdenka: Caller, anna: Caller, bert: Caller) -> dict[str, str]:
    """What a player leaves behind: games of every status, ratings, records, and all kinds of rows of their own."""
    rated = seasons.duel(zdenka, anna)
    running = str(zdenka.opens()["id"])
    bert.post(f"/games/{running}/seats", {})
    waiting = str(zdenka.opens(seats=3)["id"])
    bert.post(f"/games/{waiting}/seats", {})
    three = str(zdenka.opens(seats=3)["id"])
    for one in (anna, bert):
        one.post(f"/games/{three}/seats", {})
    assert zdenka.post(f"/games/{three}/resignation", Idempotency_Key="k").status_code == 201
    stood_up = str(anna.opens()["id"])
    zdenka.post(f"/games/{stood_up}/seats", {"seat": 1})  # starts it
    left = str(anna.opens(seats=3)["id"])
    zdenka.post(f"/games/{left}/seats", {})
    assert zdenka.delete(f"/games/{left}/seats/me").status_code == 204
    private = opened(zdenka, 2, visibility="private")
    invitations.invite(UUID(private), maker=UUID(zdenka.id), player=UUID(bert.id))
    services.take_seat(UUID(private), player=UUID(bert.id))
    assert bert.post(f"/games/{private}/resignation", Idempotency_Key="k").status_code == 201

    record = zdenka.get(f"/games/{rated}/record", Accept="text/plain").content
    lines = zdenka.get(f"/games/{rated}/record").content + b"\n"
    assert NAME.encode() in record
    for who in (zdenka, bert):
        for kind, content in (("text/plain", record), (LINES, lines)):
            import_jobs.add(UUID(who.id), kind, content)
            sent = import_jobs.take()
            assert sent
            import_jobs.close(sent.id, VERDICT, content)
    assert tables_with(NAME) == {"player", "imported_record"}

    etag = zdenka.get("/me").headers["ETag"]
    zdenka.raw("PATCH", "/me", b'{"preferences": {"signature": "Xylophon"}}', If_Match=etag)
    zdenka.post("/me/tokens", {"name": "Xylophon's bot"}, Idempotency_Key="k")
    device = b'{"kind": "fcm", "token": "token-of-zdenka"}'
    assert zdenka.raw("PUT", f"/me/devices/{uuid4()}", device).status_code == 200
    assert zdenka.post("/me/export", {}).status_code == 202
    hook = {"url": "https://xylophon.example/", "events": ["game.over"], "description": NAME}
    assert zdenka.post("/webhooks", hook).status_code == 201
    assert zdenka.post("/me/subscriptions", {"kind": "news", "name": "Xylophon's phone"}).status_code == 201
    app = {"name": "Xylophon", "kind": "confidential", "redirect_uris": ["https://xylophon.example/"]}
    assert zdenka.post("/me/apps", app).status_code == 201
    assert zdenka.post("/queue-entries", {"variant": "mau_mau", "seats": 2}).status_code == 201
    assert zdenka.post(f"/games/{waiting}/invitations", {}).status_code == 201
    zdenka.post("/auth/token", {"username": USERNAME, "password": PASSWORD})
    seasons.rate()
    return {"rated": rated, "running": running, "waiting": waiting, "three": three, "stood_up": stood_up,
            "left": left, "private": private}  # fmt: skip


def answers(caller: Caller, games: dict[str, str], player: str) -> dict[str, Any]:
    """Return what each GET of the API answers about these games and this player, by its address."""
    found = {}
    for path, methods in document()["paths"].items():
        where = path.removeprefix("/api/v1")
        # A stream has no end. What it sends is in the feed.
        if "get" not in methods or where.startswith(("/metrics", "/openapi", "/readyz")) or where.endswith("/stream"):
            continue
        here = [where.replace("{game}", game).replace("{version}", "3") for game in games.values()]
        for address in here if "{game}" in where else [where]:
            full = address.replace("{player}", player).replace("{other}", caller.id).replace("{key}", "mau_mau")
            if "{" not in full:
                found[full] = caller.get(full)
    record = next(iter(Player.objects.raw("SELECT id FROM imported_record WHERE author = %s", [caller.id])))
    found["record"] = caller.get(f"/records/{record.pk}")
    for seat in ("0", "all"):
        found[f"seen by {seat}"] = caller.get(f"/games/{games['rated']}/states/3?seat={seat}")
    found["playing"] = caller.get("/games?status=playing")
    found["records"] = caller.get("/records")
    return found


def test_nothing_is_left_of_an_erased_account(zdenka: Caller, bert: Caller, life: dict[str, str]) -> None:
    before = answers(bert, life, zdenka.id)
    named = {where: answer for where, answer in before.items() if NAME.encode() in answer.content}
    assert len(named) > 20
    for where, answer in named.items():
        assert answer.headers["Cache-Control"] == "private, no-cache", where

    answer = zdenka.delete("/me")
    assert answer.status_code == 202
    name = answer.json()["name"]
    assert name.startswith("Deleted player ")

    # At once, before any worker has done anything: other people's copies of records are rewritten later.
    for where, answer in named.items():
        if where != "record":
            again = bert.get(where, If_None_Match=answer.headers["ETag"])
            assert again.status_code in (200, 404), where
            assert NAME.encode() not in again.content, where

    work_off()

    assert not QueueEntry.objects.exists()
    assert not Invitation.objects.exists()
    traces = (*OLD, "token-of-")
    assert {text: tables_with(text) for text in traces} == {text: set() for text in traces}
    after = answers(bert, life, zdenka.id)
    assert after.keys() == before.keys()
    for where, answer in after.items():
        assert answer.status_code < 500, where
        assert not [old for old in OLD if old.encode() in answer.content], where
    for where in named:
        # Seats that wait are free, and invitations are gone.
        is_kept = where.startswith("/games/") and life["waiting"] not in where and not where.endswith("/invitations")
        if is_kept and after[where].status_code == 200:
            assert name.encode() in after[where].content, where

    # The games were left, and the log is whole.
    assert bert.table(life["running"])["status"] == "over"
    assert bert.table(life["waiting"])["seats"][0]["player"] is None
    assert bert.table(life["three"])["status"] == "playing", "the others play on"
    for game in (life["running"], life["three"]):
        assert [one["type"] for one in bert.feed(game)].count("seat-resigned") == 1
    assert not [fault for game in life.values() for fault in game_findings(UUID(game))]
    assert not list(ladder_findings())


def test_leaderboards_lose_the_player_and_ranks_close_up(zdenka: Caller, anna: Caller, bert: Caller) -> None:
    seasons.duel(zdenka, anna)
    seasons.rate()
    board = "/leaderboards/mau_mau"
    ranked = [(one["rank"], one["player"]["id"]) for one in bert.get(board).json()["items"]]
    assert ranked == [(1, zdenka.id), (2, anna.id)]

    erase_and_leave(zdenka)

    assert [(one["rank"], one["player"]["id"]) for one in bert.get(board).json()["items"]] == [(1, anna.id)]
    assert not list(ladder_findings())
    assert not [fault for shard in SHARDS for fault in differences_from_log(Standings(), shard)]


def test_all_tokens_fail_from_then_on(zdenka: Caller) -> None:
    bot = Caller(tokens={"access": zdenka.post("/me/tokens", {"name": "Robot"}, Idempotency_Key="k").json()["token"]})
    other = Caller(tokens=zdenka.post("/auth/token", {"username": USERNAME, "password": PASSWORD}).json())
    assert bot.delete("/me").status_code == 403

    assert zdenka.delete("/me").status_code == 202

    for one in (zdenka, bot, other):
        assert one.get("/me").status_code == 401
        assert one.delete("/me").status_code == 401
    assert Caller().post("/auth/refresh", {"refresh": other.tokens["refresh"]}).status_code == 401
    signing_in = {"username": USERNAME, "password": PASSWORD}
    assert Caller().post("/auth/token", signing_in).json()["code"] == "bad_credentials"
    assert Caller().post("/auth/register", {**signing_in, "name": "Somebody else"}).status_code == 201


def test_a_full_account_needs_a_sign_in_of_the_last_minutes(zdenka: Caller) -> None:
    Session.objects.update(created_at=models.F("created_at") - timedelta(minutes=11))
    assert zdenka.delete("/me").json()["code"] == "sign_in_again"
    assert Player.objects.get(id=zdenka.id).name == NAME

    fresh = Caller(tokens=zdenka.post("/auth/token", {"username": USERNAME, "password": PASSWORD}).json())

    assert fresh.delete("/me").status_code == 202


def test_a_guest_needs_only_the_session(anna: Caller) -> None:
    Session.objects.update(created_at=models.F("created_at") - timedelta(days=11))

    assert anna.delete("/me").status_code == 202


def test_a_seat_that_was_taken_during_the_erasure_is_left_too(anna: Caller, bert: Caller) -> None:
    waiting = str(bert.opens(seats=3)["id"])
    assert anna.delete("/me").status_code == 202
    erasures.erase_next()
    services.take_seat(UUID(waiting), player=UUID(anna.id))  # a request that began before

    work_off()

    assert bert.table(waiting)["seats"][1]["player"] is None


def test_an_erasure_stays_open_until_no_earlier_request_can_run(anna: Caller) -> None:
    anna.delete("/me")

    assert erasures.erase_next()

    assert Erasure.objects.count() == 1
    assert not erasures.erase_next(), "it is not due yet"


def test_a_table_at_which_nobody_else_waits_is_in_no_list(anna: Caller, bert: Caller) -> None:
    waiting = str(anna.opens()["id"])
    registry.catch_up()
    assert [one["id"] for one in bert.get("/games?status=waiting").json()["items"]] == [waiting]

    erase_and_leave(anna)

    assert bert.get("/games?status=waiting").json()["items"] == []


def test_erasing_twice_changes_nothing(anna: Caller) -> None:
    first = erase(UUID(anna.id))

    assert (erase(UUID(anna.id)).name, erase(UUID(anna.id)).revision) == (first.name, first.revision)
    work_off()
    assert Player.objects.get(id=anna.id).name == first.name


def test_a_game_that_cannot_be_read_stops_no_other(anna: Caller, bert: Caller, duel: str) -> None:
    broken = str(anna.opens()["id"])
    bert.post(f"/games/{broken}/seats", {})
    with connection.cursor() as cursor:
        cursor.execute("UPDATE game_state SET state = 'x' WHERE game = %s", [broken])
        cursor.execute("UPDATE game SET ruleset = 'sha256:nothing' WHERE id = %s", [broken])
    anna.delete("/me")

    erasures.erase_next()
    Erasure.objects.update(due_at=models.F("asked_at"))
    erasures.erase_next()

    assert bert.table(duel)["status"] == "over"
    assert Erasure.objects.get().tries > 0


def test_guests_without_a_game_for_90_days_are_erased(call: Any, anna: Caller, bert: Caller, duel: str) -> None:
    never, lately, waits, member, new = call(), call(), call(), call().upgrade(), call()
    over = opened(lately, 2)
    services.take_seat(UUID(over), player=UUID(bert.id))
    lately.post(f"/games/{over}/resignation", Idempotency_Key=str(uuid7()))
    waits.opens()
    Player.objects.exclude(id=new.id).update(created_at=models.F("created_at") - timedelta(days=91))

    tasks.sweep()

    gone = {str(one) for one in Player.objects.exclude(erased_at=None).values_list("id", flat=True)}
    assert gone == {never.id}
    assert never.get("/me").status_code == 401
    for one in (lately, waits, member, new, anna, bert):
        assert one.get("/me").status_code == 200
    assert anna.table(duel)["status"] == "playing"

    with connection.cursor() as cursor:
        cursor.execute("UPDATE game SET ended_at = ended_at - interval '91 days' WHERE id = %s", [over])
    assert erasures.erase_expired_guests() == 1
    assert lately.get("/me").status_code == 401


@pytest.mark.usefixtures("rules")
def test_guests_are_erased_in_batches(call: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(erasures, "BATCH", 2)
    guests = [call() for _ in range(5)]
    Player.objects.update(created_at=models.F("created_at") - timedelta(days=91))

    assert erasures.erase_expired_guests() == len(guests)
    assert erasures.erase_expired_guests() == 0
