"""Players make, rotate and delete the secret addresses at which their programs read."""

from collections.abc import Sequence
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.test import Client

from games.models import Subscription
from games.services import subscriptions
from players import erasure
from players.models import Player
from tests.games.api.conftest import Caller
from tests.games.api.subscriptions.reading import read, subscribe
from tests.games.api.test_programs import program_of

KINDS = [("calendar", ".ics", "text/calendar; charset=utf-8"), ("news", ".atom", "application/atom+xml; charset=utf-8")]


@pytest.mark.parametrize(("kind", "ending", "media_type"), KINDS)
def test_a_program_reads_an_address_without_signing_in(anna: Caller, kind: str, ending: str, media_type: str) -> None:
    made = subscribe(anna, kind, name="My phone")
    listed = anna.get("/me/subscriptions").json()["items"]

    answer = read(made)

    assert made["url"].startswith("https://play.example/subscriptions/")
    assert made["url"].endswith(ending)
    assert (answer.status_code, answer.headers["Content-Type"]) == (200, media_type)
    assert listed == [
        {"id": made["id"], "kind": kind, "name": "My phone", "created_at": made["created_at"], "used_at": None}
    ]
    assert anna.get("/me/subscriptions").json()["items"][0]["used_at"] is not None


@pytest.mark.parametrize("kind", ["calendar", "news"])
def test_what_is_read_stays_with_its_reader(anna: Caller, kind: str) -> None:
    made = subscribe(anna, kind)

    answer = read(made, Accept_Encoding="gzip, br")

    assert answer.headers["Cache-Control"] == "private, no-cache"
    assert answer.headers["Referrer-Policy"] == "no-referrer"
    assert answer.headers["X-Robots-Tag"] == "noindex"
    assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert "Content-Encoding" not in answer.headers
    assert code_of(made) not in answer.content.decode()


@pytest.mark.parametrize("kind", ["calendar", "news"])
def test_a_program_that_has_the_present_version_gets_a_304(anna: Caller, duel: str, kind: str) -> None:
    made = subscribe(anna, kind)
    first = read(made)
    tag = first.headers["ETag"]

    same = read(made, If_None_Match=f'"other", {tag}')

    assert (same.status_code, same.content, same.headers["ETag"]) == (304, b"", tag)
    assert same.headers["Cache-Control"] == "private, no-cache"
    assert read(made, If_None_Match='"other"').content == first.content
    anna.speaks("cs")
    assert read(made, If_None_Match=tag).status_code == 200, f"{duel} is told in another language"


def test_a_new_address_ends_the_old_one(anna: Caller) -> None:
    first = subscribe(anna, "calendar")
    where = f"/me/subscriptions/{first['id']}/address"

    second = anna.post(where, {}, Idempotency_Key="once").json()
    again = anna.post(where, {}, Idempotency_Key="once")

    assert again.json() == second | {"used_at": again.json()["used_at"]}
    assert again.headers["Idempotency-Replayed"] == "true"
    assert [read(one).status_code for one in (first, second)] == [404, 200]
    assert anna.post(where, {}).json()["url"] not in (first["url"], second["url"])
    assert read(second).status_code == 404


def test_a_lost_answer_can_be_asked_for_again(anna: Caller) -> None:
    wanted = {"kind": "news"}

    first, again = (anna.post("/me/subscriptions", wanted, Idempotency_Key="lost").json() for _ in range(2))

    assert first == again
    assert len(anna.get("/me/subscriptions").json()["items"]) == 1


def test_a_deleted_subscription_leads_nowhere(anna: Caller) -> None:
    made = subscribe(anna, "news")

    assert anna.delete(f"/me/subscriptions/{made['id']}").status_code == 204

    assert read(made).status_code == 404
    assert anna.get("/me/subscriptions").json()["items"] == []
    assert anna.delete(f"/me/subscriptions/{made['id']}").status_code == 404


def test_others_neither_see_nor_change_a_subscription(anna: Caller, bert: Caller) -> None:
    made = subscribe(anna, "calendar")
    where = f"/me/subscriptions/{made['id']}"

    assert bert.get("/me/subscriptions").json()["items"] == []
    assert (bert.delete(where).status_code, bert.post(f"{where}/address", {}).status_code) == (404, 404)
    assert read(made).status_code == 200


def test_bots_have_no_subscriptions_of_their_player(anna: Caller) -> None:
    program = program_of(anna)

    assert program.get("/me/subscriptions").status_code == 403
    assert program.post("/me/subscriptions", {"kind": "calendar"}).status_code == 403


def test_a_player_has_at_most_ten(anna: Caller) -> None:
    for _ in range(subscriptions.MOST):
        subscribe(anna, "calendar")

    refused = anna.post("/me/subscriptions", {"kind": "news"})

    assert (refused.status_code, refused.json()["code"]) == (409, "too_many_subscriptions")
    assert Subscription.objects.count() == subscriptions.MOST


@pytest.mark.parametrize(
    "body", [{}, {"kind": "rss"}, {"kind": ["news"]}, {"kind": "news", "name": "x" * 101}, {"kind": "news", "url": ""}]
)
def test_a_wrong_request_makes_nothing(anna: Caller, body: dict[str, Any]) -> None:
    assert anna.post("/me/subscriptions", body).status_code == 422
    assert not Subscription.objects.exists()


def test_an_unknown_address_says_nothing(anna: Caller, client: Client) -> None:
    made, known = subscribe(anna, "calendar"), uuid4()
    paths = [
        "/subscriptions/x.ics", f"/subscriptions/{known}.atom", f"/subscriptions/{made['id']}.ics",
        f"/subscriptions/{code_of(made)}.atom", f"/subscriptions/{code_of(made)}",
        "/subscriptions/žluť.ics",
    ]  # fmt: skip

    answers = [client.get(path) for path in paths]

    assert {answer.status_code for answer in answers} == {404}
    assert len({answer.content for answer in answers}) == 1
    assert client.post(f"/subscriptions/{code_of(made)}.ics").status_code == 405


def test_nobody_reads_for_a_player_who_is_gone(anna: Caller, bert: Caller) -> None:
    erased, off = subscribe(anna, "calendar"), subscribe(bert, "calendar")

    erasure.erase(UUID(anna.id))
    Player.objects.filter(id=bert.id).update(is_active=False)

    assert [read(one).status_code for one in (erased, off)] == [404, 404]
    assert not Subscription.objects.filter(player=UUID(anna.id)).exists()


def test_an_address_is_read_so_many_times_an_hour(anna: Caller, settings: Any) -> None:
    first, second = subscribe(anna, "calendar"), subscribe(anna, "news")
    settings.RATE_LIMITS = {"subscription": {"account": (2, 3_600)}}

    answers = [read(first) for _ in range(3)]

    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert int(answers[-1].headers["Retry-After"]) > 0
    assert read(second).status_code == 200


def test_the_code_is_not_stored(anna: Caller) -> None:
    made = subscribe(anna, "calendar")
    (row,) = Subscription.objects.values_list()

    assert code_of(made) not in str(row)
    assert len(code_of(made)) == 32


def test_an_address_outlives_a_change_of_the_secret_key(anna: Caller, settings: Any) -> None:
    made = subscribe(anna, "calendar")
    settings.SECRET_KEY, settings.SECRET_KEY_FALLBACKS = "another key, as long as it must be", [settings.SECRET_KEY]

    assert read(made).status_code == 200


def code_of(subscription: dict[str, Any]) -> str:
    parts: Sequence[str] = subscription["url"].rpartition("/")[2].split(".")
    return parts[0]
