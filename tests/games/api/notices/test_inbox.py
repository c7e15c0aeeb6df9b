"""Players read their notices, in their language, and choose the channels by which they get them."""

import json
from typing import Any

import pytest

from players.models import Player
from tests.games.api.conftest import Caller
from tests.games.services.noticing import issue


def inbox(caller: Caller, query: str = "") -> dict[str, Any]:
    answer = caller.get(f"/me/notices{query}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def kinds(caller: Caller, query: str = "") -> list[str]:
    return [one["kind"] for one in inbox(caller, query)["items"]]


def a_duel(anna: Caller, bert: Caller) -> str:
    game = str(anna.opens()["id"])
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    issue()
    return game


def test_a_notice_says_what_concerns_its_reader(anna: Caller, bert: Caller) -> None:
    game = a_duel(anna, bert)
    mover, other = (anna, bert) if anna.table(game)["on_turn"] == 0 else (bert, anna)
    found = {one["kind"]: one for one in inbox(mover)["items"]}

    assert found["your-turn"]["game"] == game
    assert found["your-turn"]["title"].startswith("Your turn: Mau-Mau, ")
    assert found["your-turn"]["title"].endswith(Player.objects.get(id=other.id).name)
    assert "Your time is up at " in found["your-turn"]["body"]
    assert found["your-turn"]["deadline"] == mover.table(game)["deadline"]
    assert "seat-taken" in kinds(anna)


def test_notices_are_in_the_language_and_the_time_zone_of_the_reader(anna: Caller, bert: Caller) -> None:
    game = a_duel(anna, bert)
    mover = anna if anna.table(game)["on_turn"] == 0 else bert
    mover.speaks("de")
    Player.objects.filter(id=mover.id).update(time_zone="Europe/Berlin")
    (notice,) = inbox(mover, "?kind=your-turn")["items"]

    assert notice["title"].startswith("Du bist am Zug: Mau-Mau, ")
    assert notice["body"].endswith(" (Europe/Berlin) ab.")
    assert inbox(mover, "?lang=cs")["items"] != inbox(mover)["items"]


def test_what_was_read_stays_read(anna: Caller, bert: Caller) -> None:
    a_duel(anna, bert)
    first = inbox(anna)
    assert first["unread"] == len(first["items"]) > 0

    for _ in range(2):
        answer = anna.post("/me/notices/read", {"up_to": first["items"][0]["id"]})
        assert answer.json() == {"unread": 0}
    assert inbox(anna, "?unread=true")["items"] == []
    assert all(one["read_at"] for one in inbox(anna)["items"])


def test_nobody_reads_or_marks_the_notices_of_others(anna: Caller, bert: Caller) -> None:
    a_duel(anna, bert)
    before = inbox(anna)
    own = {one["id"] for one in before["items"]}
    assert own.isdisjoint(one["id"] for one in inbox(bert)["items"])

    for one in own:
        assert bert.post("/me/notices/read", {"up_to": one}).status_code == 200
    assert inbox(anna) == before


def test_the_inbox_is_read_page_by_page(anna: Caller, bert: Caller) -> None:
    for _ in range(3):
        a_duel(anna, bert)
    whole = [one["id"] for one in inbox(anna)["items"]]
    read: list[str] = []
    cursor: str | None = ""
    while cursor is not None:
        page = inbox(anna, f"?limit=2{cursor and f'&cursor={cursor}'}")
        read += [one["id"] for one in page["items"]]
        cursor = page["next_cursor"]

    assert read == whole
    assert len(whole) >= 3


def test_an_invitation_names_who_invites(anna: Caller, bert: Caller) -> None:
    game = anna.opens(seats=3)["id"]
    made = anna.post(f"/games/{game}/invitations", {"player": bert.id}).json()
    issue()
    (notice,) = inbox(bert)["items"]

    assert (notice["kind"], notice["invitation"], notice["seat"]) == ("invitation", made["id"], None)
    name = Player.objects.get(id=anna.id).name
    assert notice["title"] == f"{name} invites you to a game: Mau-Mau"
    assert notice["inviter"] == {"id": anna.id, "name": name, "username": None, "guest": True}


@pytest.mark.parametrize("query", ["?unread=false", "?kind=nothing", "?cursor=x", "?limit=0", "?other=1"])
def test_a_wrong_query_is_refused(anna: Caller, query: str) -> None:
    assert anna.get(f"/me/notices{query}").status_code in (400, 422)


def test_channels_are_switched_by_kind(anna: Caller) -> None:
    found = anna.get("/me/notices/preferences").json()
    assert not found["mail_ready"]
    assert all(one["push"] and not one["mail"] for one in found["items"])

    change = {"items": [{"kind": "game-over", "push": False}, {"kind": "your-turn", "mail": True}]}
    answer = anna.raw("PATCH", "/me/notices/preferences", json.dumps(change).encode())
    changed = {one["kind"]: (one["push"], one["mail"]) for one in answer.json()["items"]}
    assert (changed["game-over"], changed["your-turn"], changed["invitation"]) == (
        (False, False), (True, True), (True, False),
    )  # fmt: skip
    assert anna.get("/me/notices/preferences").json() == answer.json()
    for nothing in (b"{}", b'{"items": []}'):
        assert anna.raw("PATCH", "/me/notices/preferences", nothing).json() == answer.json()


@pytest.mark.parametrize(
    "items",
    [[{"kind": "nothing"}], [{"kind": "game-over"}, {"kind": "game-over"}], [{"kind": "game-over", "x": 1}]],
)
def test_a_wrong_preference_is_refused(anna: Caller, items: list[Any]) -> None:
    answer = anna.raw("PATCH", "/me/notices/preferences", json.dumps({"items": items}).encode())
    assert answer.status_code == 422


@pytest.mark.parametrize("up_to", [0, False, "0", None])
def test_only_an_id_says_up_to_where_notices_are_read(anna: Caller, up_to: Any) -> None:
    answer = anna.post("/me/notices/read", {"up_to": up_to})

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["up_to"])
