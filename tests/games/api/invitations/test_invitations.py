"""Invitations: who gets one, what it shows, and when it ends."""

import hashlib
from typing import Any
from uuid import UUID

import pytest
from django.db import connection

from games.models import Invitation
from games.services import invitations
from games.store.invitations import forget

NOBODY = "01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47"


def invites(caller: Any, game: str, body: Any = None, **headers: str) -> dict[str, Any]:
    """Make an invitation, and return it."""
    answer = caller.post(f"/games/{game}/invitations", body or {}, **headers)
    assert answer.status_code == 201, answer.content
    return dict(answer.json())


def accepts(caller: Any, key: str, body: Any = None) -> Any:
    return caller.post(f"/invitations/{key}/accept", body or {})


def refused(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def expire(invitation: str) -> None:
    with connection.cursor() as cursor:
        cursor.execute(
            "UPDATE invitation SET expires_at = clock_timestamp() - interval '1 s' WHERE id = %s", [invitation]
        )


@pytest.fixture
def private(anna: Any) -> str:
    """The id of a private table of three seats that waits; anna made it."""
    return str(anna.opens(seats=3, visibility="private")["id"])


def test_a_link_seats_whoever_has_it(anna: Any, bert: Any, private: str) -> None:
    made = invites(anna, private)

    assert (made["uses"], made["used"], made["state"], made["player"]) == (2, 0, "open", None)
    assert made["url"] == f"https://play.example/i/{made['code']}"
    assert bert.get(f"/games/{private}").status_code == 404
    table = accepts(bert, made["code"], {"seat": 2})
    assert (table.status_code, table.json()["you"]["seat"]) == (201, 2)
    assert bert.table(private)["you"]["seat"] == 2
    (listed,) = anna.get(f"/games/{private}/invitations").json()["items"]
    assert listed == {name: value for name, value in made.items() if name not in ("code", "url")} | {"used": 1}


def test_only_the_hash_of_a_code_is_stored(anna: Any, bert: Any, private: str) -> None:
    made = invites(anna, private, Idempotency_Key="k")

    assert len(made["code"]) == 32
    (digest,) = Invitation.objects.values_list("digest", flat=True)
    assert bytes(digest or b"") == hashlib.sha256(made["code"].encode()).digest()
    assert bert.post(f"/invitations/{made['code']}/accept", {}, Idempotency_Key="b").status_code == 201
    with connection.cursor() as cursor:
        for table in ("invitation", "request_key", "event", "move_key"):
            cursor.execute(f"SELECT string_agg(t::text, '') FROM {table} AS t")  # noqa: S608
            assert made["code"] not in (cursor.fetchone()[0] or "")


def test_the_same_key_gets_the_same_link_again(anna: Any, bert: Any, private: str) -> None:
    first, again = (invites(anna, private, Idempotency_Key="k") for _ in range(2))

    assert first == again
    assert Invitation.objects.count() == 1
    accept = f"/invitations/{first['code']}/accept"
    one, two = (bert.post(accept, {}, Idempotency_Key="k") for _ in range(2))
    assert (one.status_code, two.status_code) == (201, 201)
    assert two.headers["Idempotency-Replayed"] == "true"
    other = invites(anna, private)
    assert refused(bert.post(f"/invitations/{other['code']}/accept", {}, Idempotency_Key="k")) == (422, "key_reused")


def test_a_link_shows_the_table_to_everybody_who_has_it(anna: Any, nobody: Any, private: str) -> None:
    made = invites(anna, private)

    answer = nobody.get(f"/invitations/{made['code']}")

    shown = answer.json()
    name = anna.get("/me").json()["name"]
    assert shown["inviter"] == {"id": anna.id, "name": name, "username": None, "guest": True}
    assert (shown["game"], shown["variant"], shown["variant_name"], shown["free"]) == (
        private,
        "mau_mau",
        "Mau-Mau",
        2,
    )
    assert shown["seats"] == [{"player": shown["inviter"], "bot": None}, *[{"player": None, "bot": None}] * 2]
    assert (shown["terms"]["visibility"], shown["terms"]["clock"]["preset"]) == ("private", "daily")
    assert nobody.get(f"/invitations/{made['code']}", If_None_Match=answer.headers["ETag"]).status_code == 304
    assert nobody.get(f"/invitations/{made['id']}").status_code == 404


def test_an_invitation_by_name(anna: Any, bert: Any, stranger: Any, private: str) -> None:
    bert.upgrade()
    username = bert.get("/me").json()["username"]
    etag = bert.get("/me/invitations").headers["ETag"]

    made = invites(anna, private, {"username": username.upper()})

    assert (made["player"]["id"], made["code"], made["url"], made["uses"]) == (bert.id, None, None, 1)
    answer = bert.get("/me/invitations", If_None_Match=etag)
    (shown,) = answer.json()["items"]
    assert (shown["id"], shown["game"], shown["inviter"]["id"]) == (made["id"], private, anna.id)
    assert bert.get("/me/invitations", If_None_Match=answer.headers["ETag"]).status_code == 304
    assert bert.table(private)["you"] is None, "they may see the table before they accept"
    assert stranger.get("/me/invitations").json()["items"] == []
    assert accepts(stranger, made["id"]).status_code == 404
    assert accepts(bert, made["id"]).json()["you"]["seat"] == 1
    assert bert.get("/me/invitations").json()["items"] == []
    assert anna.get(f"/games/{private}/invitations").json()["items"][0]["state"] == "accepted"


def test_who_is_invited_by_name_may_simply_sit_down(anna: Any, bert: Any, private: str) -> None:
    made = invites(anna, private, {"player": bert.id})

    assert bert.post(f"/games/{private}/seats", {}).status_code == 201

    assert refused(accepts(bert, made["id"])) == (409, "already_seated")
    assert bert.delete(f"/games/{private}/seats/me").status_code == 204
    assert refused(accepts(bert, made["id"])) == (410, "invitation_gone")
    assert bert.get(f"/games/{private}").status_code == 404


def test_the_soonest_expiry_comes_first(anna: Any, bert: Any) -> None:
    games = [anna.opens(seats=3)["id"] for _ in range(3)]
    made = [
        invites(anna, game, {"player": bert.id, "expires_in": seconds})["id"]
        for game, seconds in zip(games, (7_200, 3_600, 10_800), strict=True)
    ]

    first = bert.get("/me/invitations?limit=2").json()
    rest = bert.get(f"/me/invitations?limit=2&cursor={first['next_cursor']}").json()

    assert [one["id"] for one in first["items"] + rest["items"]] == [made[1], made[0], made[2]]
    assert rest["next_cursor"] is None


def test_declining(anna: Any, bert: Any, stranger: Any, private: str) -> None:
    made = invites(anna, private, {"player": bert.id})
    decline = f"/invitations/{made['id']}/decline"

    assert stranger.post(decline).status_code == 404
    assert [bert.post(decline).status_code for _ in range(2)] == [204, 204]

    assert bert.get("/me/invitations").json()["items"] == []
    assert bert.get(f"/games/{private}").status_code == 404
    gone = accepts(bert, made["id"])
    assert (*refused(gone), gone.json()["state"]) == (410, "invitation_gone", "declined")
    again = anna.post(f"/games/{private}/invitations", {"player": bert.id})
    assert refused(again) == (409, "already_invited")
    link = invites(anna, private)
    assert bert.post(f"/invitations/{link['code']}/decline", {}).status_code == 204
    assert accepts(bert, link["code"]).status_code == 201, "a link is not for one player alone"


def test_revoking(anna: Any, bert: Any, stranger: Any, call: Any, private: str) -> None:
    assert accepts(bert, invites(anna, private, {"uses": 1})["code"]).status_code == 201
    link, named = invites(bert, private), invites(anna, private, {"player": stranger.id})

    other = call()
    assert other.delete(f"/invitations/{link['id']}").status_code == 404
    assert refused(bert.delete(f"/invitations/{named['id']}")) == (403, "forbidden")
    assert bert.delete(f"/invitations/{link['code']}").status_code == 404
    assert [anna.delete(f"/invitations/{link['id']}").status_code for _ in range(2)] == [204, 204]
    assert anna.delete(f"/invitations/{named['id']}").status_code == 204

    gone = accepts(other, link["code"])
    assert (*refused(gone), gone.json()["state"]) == (410, "invitation_gone", "revoked")
    assert refused(other.get(f"/invitations/{link['code']}")) == (410, "invitation_gone")
    assert accepts(stranger, named["id"]).json()["state"] == "revoked"
    assert stranger.get("/me/invitations").json()["items"] == []
    assert stranger.get(f"/games/{private}").status_code == 404


def test_why_a_link_is_gone(anna: Any, bert: Any, stranger: Any, private: str) -> None:
    once, late, open_ = invites(anna, private, {"uses": 1}), invites(anna, private), invites(anna, private)
    expire(late["id"])
    assert accepts(stranger, late["code"]).json()["state"] == "expired"
    assert accepts(bert, once["code"]).status_code == 201
    assert accepts(stranger, once["code"]).json()["state"] == "used_up"
    assert anna.post(f"/games/{private}/bots", {"level": "novice"}).json()["status"] == "playing"
    assert accepts(stranger, open_["code"]).json()["state"] == "started"
    assert stranger.get(f"/invitations/{open_['code']}").json()["state"] == "started"
    assert refused(anna.post(f"/games/{private}/invitations", {})) == (409, "in_progress")


@pytest.mark.parametrize("key", ["x", "A" * 32, NOBODY, "A" * 300])
def test_unknown_invitations(bert: Any, nobody: Any, key: str) -> None:
    answers = [nobody.get(f"/invitations/{key}"), accepts(bert, key), bert.post(f"/invitations/{key}/decline"),
               bert.delete(f"/invitations/{key}")]  # fmt: skip

    assert [answer.status_code for answer in answers] == [404] * 4
    assert len({answer.content for answer in answers}) == 1
    assert nobody.post(f"/invitations/{key}/accept", {}).status_code == 401


@pytest.mark.parametrize(
    ("body", "field"),
    [
        ({"uses": 3}, "uses"),
        ({"uses": 0}, "uses"),
        ({"uses": 1, "player": NOBODY}, "uses"),
        ({"player": NOBODY}, "player"),
        ({"player": "bert"}, "player"),
        ({"username": "nobody.has.this"}, "username"),
        ({"username": "!"}, "username"),
        ({"username": "a-name", "player": NOBODY}, "username"),
        ({"expires_in": 59}, "expires_in"),
        ({"expires_in": 30 * 86_400 + 1}, "expires_in"),
        ({"maker": NOBODY}, "maker"),
    ],
)
def test_bounds(anna: Any, private: str, body: Any, field: str) -> None:
    answer = anna.post(f"/games/{private}/invitations", body)

    assert answer.status_code == 422
    assert [*answer.json()["errors"]] == [field]
    assert not Invitation.objects.exists()


def test_an_invitation_lasts_a_week_by_default(anna: Any, private: str) -> None:
    invites(anna, private)

    (made,) = Invitation.objects.all()
    assert (made.expires_at - made.created_at).total_seconds() == pytest.approx(7 * 86_400, abs=5)


def test_only_players_at_the_table_invite(anna: Any, bert: Any, private: str) -> None:
    public = anna.opens(seats=3)["id"]

    assert refused(bert.post(f"/games/{public}/invitations", {})) == (403, "not_seated")
    assert refused(bert.get(f"/games/{public}/invitations")) == (403, "not_seated")
    assert bert.post(f"/games/{private}/invitations", {}).status_code == 404
    assert bert.get(f"/games/{private}/invitations").status_code == 404
    assert anna.post(f"/games/{private}/invitations", {"player": anna.id}).json()["errors"].keys() == {"player"}


def test_nobody_is_invited_twice_while_they_think(anna: Any, bert: Any, private: str) -> None:
    made = invites(anna, private, {"player": bert.id})
    assert refused(anna.post(f"/games/{private}/invitations", {"player": bert.id})) == (409, "already_invited")

    expire(made["id"])

    assert invites(anna, private, {"player": bert.id})["state"] == "open"
    assert len(bert.get("/me/invitations").json()["items"]) == 1


def test_nobody_gets_more_than_a_few_invitations_of_one_player(
    anna: Any, bert: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    games = [anna.opens(seats=3)["id"] for _ in range(invitations.MOST_TO_PLAYER + 1)]
    made = [invites(anna, game, {"player": bert.id}) for game in games[:-1]]
    last = f"/games/{games[-1]}/invitations"

    assert refused(anna.post(last, {"player": bert.id})) == (409, "too_many_invitations")
    assert anna.delete(f"/invitations/{made[0]['id']}").status_code == 204
    assert anna.post(last, {"player": bert.id}).status_code == 201
    for name in ("MOST_OF_GAME", "MOST_OF_MAKER"):
        with monkeypatch.context() as patch:
            patch.setattr(invitations, name, 1)
            assert refused(anna.post(last, {})) == (409, "too_many_invitations"), name
    assert anna.post(last, {}).status_code == 201


def test_a_blocked_player_gets_no_invitation_and_the_answer_does_not_show_why(
    anna: Any, bert: Any, stranger: Any, private: str
) -> None:
    assert bert.raw("PUT", f"/me/blocks/{anna.id}", b"").status_code in (200, 201, 204)

    hidden, plain = (invites(anna, private, {"player": one.id}) for one in (bert, stranger))

    assert {name: value for name, value in hidden.items() if name in ("state", "uses", "used", "code")} == {
        name: value for name, value in plain.items() if name in ("state", "uses", "used", "code")
    }
    assert bert.get("/me/invitations").json()["items"] == []
    assert bert.get(f"/games/{private}").status_code == 404
    assert bert.post(f"/games/{private}/seats", {}).status_code == 404
    assert accepts(bert, hidden["id"]).status_code == 404
    assert bert.post(f"/invitations/{hidden['id']}/decline").status_code == 404
    assert refused(accepts(bert, invites(anna, private)["code"])) == (403, "seat_refused")
    own = bert.opens(seats=2)["id"]
    assert "blocked" in bert.post(f"/games/{own}/invitations", {"player": anna.id}).json()["errors"]["player"][0]


def test_a_guest_accepts_no_seat_at_a_rated_table(anna: Any, bert: Any) -> None:
    game = anna.upgrade().opens(seats=2, rated=True, visibility="private")["id"]
    made = invites(anna, game)

    assert refused(accepts(bert, made["code"])) == (403, "account_required")
    assert accepts(bert.upgrade(), made["code"]).json()["status"] == "playing"


def test_a_sealed_table_takes_a_seal(anna: Any, bert: Any) -> None:
    seal = hashlib.sha256(b"a nonce").hexdigest()
    game = anna.opens(seats=2, sealed=True, seal=hashlib.sha256(b"another").hexdigest(), visibility="private")["id"]
    made = invites(anna, game)

    assert [*accepts(bert, made["code"], {"nonce": "open"}).json()["errors"]] == ["nonce"]
    assert accepts(bert, made["code"], {"seal": seal}).json()["nonces_due"] == {"ask": "open", "seats": [0, 1]}


def test_old_invitations_are_deleted(anna: Any, private: str) -> None:
    invites(anna, private)
    with connection.cursor() as cursor:
        cursor.execute("UPDATE invitation SET expires_at = clock_timestamp() - interval '31 days'")
    new = UUID(invites(anna, private)["id"])

    forget()

    assert [*Invitation.objects.values_list("id", flat=True)] == [new]
