"""Players keep webhooks: they make, change, rotate, test and replay them. Nobody else sees or changes any."""

import json
from collections.abc import Iterator
from ipaddress import ip_network
from typing import Any
from uuid import UUID, uuid4

import pytest
from pytest_django.fixtures import Settings
from standardwebhooks import Webhook

from games.db import rows
from games.models import Webhook as WebhookRow
from games.models import WebhookDelivery
from games.services import webhooks
from games.webhooks import signing
from players.models import Player
from tests.games.api.conftest import Caller

URL = "https://hook.example.org/mau-mau?key=1"
OTHER = str(UUID(int=7))
WANTED = {"url": URL, "events": ["game.your_turn", "game.over"]}


@pytest.fixture
def anna(anna: Caller) -> Caller:
    return anna.upgrade()


def made(caller: Caller, **wanted: Any) -> dict[str, Any]:
    answer = caller.post("/webhooks", {**WANTED, **wanted})
    assert answer.status_code == 201, answer.content
    assert answer.headers["Location"] == f"/api/v1/webhooks/{answer.json()['id']}"
    return dict(answer.json())


def patch(caller: Caller, where: str, **change: Any) -> Any:
    return caller.raw("PATCH", where, json.dumps(change).encode())


def test_a_webhook_shows_its_secret_once(anna: Caller) -> None:
    webhook = made(anna, description="my bot")
    secret = webhook.pop("secret")

    Webhook(secret)  # the published library takes it
    assert webhook["events"] == ["game.your_turn", "game.over"]
    assert (webhook["url"], webhook["description"], webhook["enabled"]) == (URL, "my bot", True)
    assert (webhook["disabled_reason"], webhook["failing_since"], webhook["old_secret_until"]) == (None, None, None)
    assert anna.get(f"/webhooks/{webhook['id']}").json() == webhook
    assert anna.get("/webhooks").json() == {"items": [webhook], "next_cursor": None}


def test_the_same_request_makes_one_webhook(anna: Caller) -> None:
    first = anna.post("/webhooks", WANTED, Idempotency_Key="a-key")
    again = anna.post("/webhooks", WANTED, Idempotency_Key="a-key")

    assert (first.status_code, again.status_code) == (201, 201)
    assert first.content == again.content
    assert again.headers["Idempotency-Replayed"] == "true"
    assert WebhookRow.objects.count() == 1


def test_the_secret_is_stored_encrypted(anna: Caller) -> None:
    secret = made(anna)["secret"]
    ((row,),) = rows("SELECT webhook::text FROM webhook")

    assert secret not in row
    assert secret.encode().hex() not in row
    assert signing.open_sealed(bytes(WebhookRow.objects.get().sealed)) == (secret, False)


def test_a_secret_outlives_the_key_of_the_service_as_a_fallback(settings: Settings) -> None:
    sealed = signing.seal("whsec_MTIzNA==")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key", [settings.SECRET_KEY]
    assert signing.open_sealed(sealed) == ("whsec_MTIzNA==", True)

    settings.SECRET_KEY_FALLBACKS = []
    with pytest.raises(signing.LostSecret):
        signing.open_sealed(sealed)


def test_only_what_is_sent_is_changed(anna: Caller) -> None:
    webhook = made(anna, description="old")
    del webhook["secret"]
    where = f"/webhooks/{webhook['id']}"

    changed = patch(anna, where, description="", events=["game.move"])
    assert changed.json() == {**webhook, "description": "", "events": ["game.move"]}
    assert anna.get(where).json() == changed.json()
    off = patch(anna, where, enabled=False).json()
    assert (off["enabled"], off["disabled_reason"]) == (False, "you")
    on = patch(anna, where, enabled=True, url="https://other.example.org/").json()
    assert (on["enabled"], on["disabled_reason"], on["url"]) == (True, None, "https://other.example.org/")


def test_a_rotation_leaves_the_old_secret_for_a_day(anna: Caller) -> None:
    webhook = made(anna)
    answer = anna.post(f"/webhooks/{webhook['id']}/secret", {})

    assert answer.status_code == 201
    assert answer.json()["secret"] != webhook["secret"]
    assert answer.json()["old_secret_until"] is not None
    row = WebhookRow.objects.get()
    assert signing.open_sealed(bytes(row.sealed))[0] == answer.json()["secret"]
    assert signing.open_sealed(bytes(row.sealed_before or b""))[0] == webhook["secret"]


def test_a_test_waits_to_be_delivered_and_can_be_replayed(anna: Caller) -> None:
    where = f"/webhooks/{made(anna)['id']}"
    ping = anna.post(f"{where}/test", {}, Idempotency_Key="a-key")
    assert ping.status_code == 201
    assert anna.post(f"{where}/test", {}, Idempotency_Key="a-key").json() == ping.json()
    assert (ping.json()["type"], ping.json()["status"], ping.json()["attempts"]) == ("ping", "waiting", 0)
    assert anna.get(f"{where}/deliveries").json() == {"items": [ping.json()], "next_cursor": None}

    WebhookDelivery.objects.update(status="failed", attempts=10, due_at=None, error="status", response_status=500)
    failed = anna.get(f"{where}/deliveries").json()["items"][0]
    assert (failed["status"], failed["error"], failed["next_attempt_at"]) == ("failed", "status", None)
    replayed = anna.post(f"{where}/deliveries/{failed['id']}/replay", {})
    assert replayed.status_code == 201
    assert (replayed.json()["status"], replayed.json()["attempts"]) == ("waiting", 0)
    assert replayed.json()["next_attempt_at"] is not None
    assert WebhookRow.objects.get().due_at is not None


def test_the_log_has_pages(anna: Caller) -> None:
    webhook = made(anna)
    ids = [str(webhooks.ping(UUID(webhook["id"]))) for _ in range(3)]
    where = f"/webhooks/{webhook['id']}/deliveries?limit=2"

    first = anna.get(where).json()
    second = anna.get(f"{where}&cursor={first['next_cursor']}").json()
    assert [one["id"] for one in (*first["items"], *second["items"])] == ids[::-1]
    assert second["next_cursor"] is None


def test_nothing_is_sent_to_a_webhook_that_is_off(anna: Caller) -> None:
    where = f"/webhooks/{made(anna)['id']}"
    ping = anna.post(f"{where}/test", {}).json()
    patch(anna, where, enabled=False)

    assert anna.post(f"{where}/test", {}).json()["code"] == "webhook_off"
    assert anna.post(f"{where}/deliveries/{ping['id']}/replay", {}).json()["code"] == "webhook_off"
    (delivery,) = anna.get(f"{where}/deliveries").json()["items"]
    assert (delivery["status"], delivery["error"]) == ("failed", "off")


def test_a_deleted_webhook_is_gone_with_its_log(anna: Caller) -> None:
    where = f"/webhooks/{made(anna)['id']}"
    anna.post(f"{where}/test", {})

    assert anna.delete(where).status_code == 204
    assert anna.get(where).status_code == 404
    assert anna.delete(where).status_code == 404
    assert not WebhookDelivery.objects.exists()


def test_webhooks_go_with_their_player(anna: Caller) -> None:
    anna.post(f"/webhooks/{made(anna)['id']}/test", {})
    Player.objects.get(id=anna.id).delete()

    assert not WebhookRow.objects.exists()
    assert not WebhookDelivery.objects.exists()


def test_an_account_has_a_few_webhooks(anna: Caller) -> None:
    for _ in range(webhooks.MOST):
        made(anna)
    refused = anna.post("/webhooks", WANTED)

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_webhooks")
    assert WebhookRow.objects.count() == webhooks.MOST


def test_guests_and_programs_have_no_webhooks(anna: Caller, bert: Caller) -> None:
    assert bert.post("/webhooks", WANTED).json()["code"] == "account_required"
    token = anna.post("/me/tokens", {"name": "a program"}).json()["token"]
    for method, where in every_operation(str(uuid4()), str(uuid4())):
        program = anna.raw(
            method, where, b"{}" if method in ("POST", "PATCH") else b"", Authorization=f"Bearer {token}"
        )
        assert program.status_code == 403, where


def every_operation(webhook: str, delivery: str) -> Iterator[tuple[str, str]]:
    one = f"/webhooks/{webhook}"
    yield from (("GET", one), ("PATCH", one), ("DELETE", one), ("POST", f"{one}/secret"), ("POST", f"{one}/test"))
    yield from (("GET", f"{one}/deliveries"), ("POST", f"{one}/deliveries/{delivery}/replay"))


def test_webhooks_of_others_cannot_be_told_from_none(anna: Caller, stranger: Caller, nobody: Caller) -> None:
    stranger.upgrade()
    own = made(stranger)["id"]
    webhook = made(anna)["id"]
    ping = anna.post(f"/webhooks/{webhook}/test", {}).json()["id"]

    def tried(caller: Caller, *ids: str) -> list[tuple[int, bytes]]:
        answers = [
            caller.raw(method, where, b"{}" if method in ("POST", "PATCH") else b"")
            for method, where in every_operation(*ids)
        ]
        return [(answer.status_code, answer.content) for answer in answers]

    before = rows("SELECT to_jsonb(w)::text FROM webhook AS w ORDER BY id")
    missing = tried(stranger, str(uuid4()), str(uuid4()))
    assert {status for status, _ in missing} == {404}
    assert tried(stranger, webhook, ping) == missing
    assert {status for status, _ in tried(nobody, webhook, ping)} == {401}
    assert stranger.post(f"/webhooks/{own}/deliveries/{ping}/replay", {}).status_code == 404
    assert [one["id"] for one in stranger.get("/webhooks").json()["items"]] == [own]
    assert rows("SELECT to_jsonb(w)::text FROM webhook AS w ORDER BY id") == before


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("url", "http://example.org/"), ("url", "https://127.0.0.1/"), ("url", "https://me:pass@example.org/"),
        ("url", "https://example.org/\r\nX-Evil: 1"), ("url", "https://localhost./"), ("url", "https://0x7f.1/"),
        ("url", f"https://example.org/{'x' * 1000}"), ("url", 7), ("url", None), ("events", []),
        ("events", "game.over"),
        ("events", ["game.over", "game.over"]), ("events", ["ping"]), ("events", ["game.cards"]), ("events", None),
        ("description", "two\nlines"), ("description", "x" * 201), ("id", OTHER), ("player", OTHER),
        ("secret", "whsec_MTIzNA=="), ("disabled_reason", ""),
    ],
)  # fmt: skip
def test_a_bad_field_is_named_and_nothing_is_stored(anna: Caller, field: str, value: Any) -> None:
    refused = anna.post("/webhooks", {**WANTED, field: value})
    assert refused.status_code == 422, refused.content
    assert field in " ".join(refused.json()["errors"])
    assert not WebhookRow.objects.exists()

    where = f"/webhooks/{made(anna)['id']}"
    before = anna.get(where).json()
    # A change may leave out every field, and null counts as left out.
    assert patch(anna, where, **{field: value}).status_code == (200 if value is None else 422)
    assert anna.get(where).json() == before


def test_networks_of_the_host_are_taken(anna: Caller, settings: Settings) -> None:
    settings.WEBHOOK_NETWORKS = [ip_network("127.0.0.0/8")]

    assert made(anna, url="http://127.0.0.1:8999/hook")["url"] == "http://127.0.0.1:8999/hook"
    assert anna.post("/webhooks", {**WANTED, "url": "http://10.0.0.1/"}).status_code == 422


def test_a_private_answer_has_an_etag(anna: Caller) -> None:
    where = f"/webhooks/{made(anna)['id']}"
    etag = anna.get(where).headers["ETag"]

    assert anna.get(where, If_None_Match=etag).status_code == 304
    assert "private" in anna.get(where).headers["Cache-Control"]
