"""`GET /games?status=playing`: public games that are played, for everybody who wants to watch."""

from typing import Any
from uuid import UUID

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from games import services
from games.models import Game
from games.projections import registry
from games.services import invitations
from tests.games.api.conftest import opened
from tests.games.api.tables.test_feed import play


def page(caller: Any, query: str = "") -> dict[str, Any]:
    registry.catch_up()
    answer = caller.get(f"/games?status=playing{query}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def ids(caller: Any, query: str = "") -> list[str]:
    return [game["id"] for game in page(caller, query)["items"]]


def started(caller: Any, other: Any, **wanted: Any) -> str:
    game = str(caller.opens(**wanted)["id"])
    assert other.post(f"/games/{game}/seats", {}).status_code == 201
    return game


def test_a_game_is_listed_from_its_start_to_its_end(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    waits = anna.opens()["id"]
    play(duel, anna, bert, moves=4)
    table = stranger.table(duel)

    (game,) = page(stranger)["items"]

    names = [caller.tokens["player"]["name"] for caller in (anna, bert)]
    assert [seat["player"]["name"] for seat in game["seats"]] == names
    assert (game["id"], game["status"], game["variant"], game["free"]) == (duel, "playing", "mau_mau", 0)
    assert game["variant_name"] == stranger.get("/variants/mau_mau").json()["name"]
    assert {name: game[name] for name in ("deal", "on_turn")} == {name: table[name] for name in ("deal", "on_turn")}
    start = next(event["at"] for event in anna.feed(duel) if event["type"] == "game-started")
    assert game["started_at"] == start
    (waiting,) = stranger.get("/games").json()["items"]
    assert (waiting["id"], waiting["status"]) == (waits, "waiting")
    assert (waiting["started_at"], waiting["deal"], waiting["on_turn"]) == (None, 0, None)
    assert stranger.get("/games?status=waiting").json()["items"] == [waiting]

    assert bert.post(f"/games/{duel}/resignation", Idempotency_Key="r").status_code == 201
    # Even before the list has heard of the end.
    assert stranger.get("/games?status=playing").json()["items"] == []
    assert ids(stranger) == []


def test_who_is_not_signed_in_reads_both_lists(duel: str, anna: Any, stranger: Any, nobody: Any, settings: Any) -> None:
    waits, hidden = anna.opens()["id"], anna.opens(visibility="private")["id"]
    registry.catch_up()

    for status, game in (("waiting", waits), ("playing", duel)):
        seen, also = (caller.get(f"/games?status={status}") for caller in (nobody, stranger))
        assert (seen.status_code, seen.content) == (200, also.content)
        assert [one["id"] for one in seen.json()["items"]] == [game]
        assert hidden not in seen.content.decode()
        assert seen["Cache-Control"].startswith("private")
    assert nobody.post("/games", {"variant": "mau_mau", "seats": 2}).status_code == 401
    settings.RATE_LIMITS = {"spectator": {"address": (1, 60)}}
    assert [caller.get("/games").status_code for caller in (nobody, nobody, stranger)] == [200, 429, 200]


def test_a_game_of_bots_alone_is_listed_too(stranger: Any) -> None:
    game = services.open_game(player=None, variant="mau_mau", seats=2, bots=["novice"] * 2)

    assert ids(stranger) == [str(game)]


def test_private_games_are_not_listed(anna: Any, bert: Any) -> None:
    game = opened(anna, 2, visibility="private")
    invitations.invite(UUID(game), maker=UUID(anna.id), player=UUID(bert.id))
    services.take_seat(UUID(game), player=UUID(bert.id))
    assert anna.table(game)["status"] == "playing"

    assert ids(anna) == ids(bert) == []


def test_by_variant_and_by_rating(anna: Any, bert: Any) -> None:
    anna.upgrade()
    bert.upgrade()
    plain, other = started(anna, bert), started(anna, bert, variant="crazy_eights")
    rated = started(anna, bert, rated=True)
    waiting = anna.opens(rated=True)["id"]

    assert ids(anna) == [rated, other, plain]
    assert ids(anna, "&variant=crazy_eights") == [other]
    assert ids(anna, "&rated=true") == [rated]
    assert ids(anna, "&rated=false&variant=mau_mau") == [plain]
    assert [game["id"] for game in anna.get("/games?rated=true").json()["items"]] == [waiting]
    assert anna.get("/games?rated=false").json()["items"] == []


def test_pages_with_the_last_start_first(anna: Any, bert: Any) -> None:
    games = [started(anna, bert) for _ in range(5)]

    found, cursor = list[str](), ""
    for _ in range(3):
        one = page(anna, f"&limit=2{cursor}")
        found += [game["id"] for game in one["items"]]
        cursor = f"&cursor={one['next_cursor']}"

    assert (found, cursor) == (games[::-1], "&cursor=None")
    first = page(anna, "&limit=1")["next_cursor"]
    assert anna.get(f"/games?limit=1&cursor={first}").json()["code"] == "bad_cursor"


@pytest.mark.parametrize(
    "query", ["status=over", "status=", "rated=1", "rated=", "status=playing&variant=x", "seats=2"]
)
def test_wrong_queries_are_refused(anna: Any, query: str) -> None:
    assert anna.get(f"/games?{query}").status_code == 422


def test_nothing_new_is_304(duel: str, anna: Any, bert: Any) -> None:
    registry.catch_up()
    etag = anna.get("/games?status=playing").headers["ETag"]
    assert anna.get("/games?status=playing", If_None_Match=etag).status_code == 304

    play(duel, anna, bert, moves=1)

    assert anna.get("/games?status=playing", If_None_Match=etag).status_code == 200


def test_the_cost_does_not_depend_on_the_number_of_games(anna: Any, bert: Any) -> None:
    def cost() -> int:
        registry.catch_up()
        with CaptureQueriesContext(connection) as queries:
            assert anna.get("/games?status=playing").status_code == 200
        return len(queries)

    for _ in range(2):
        started(anna, bert)
    two = cost()
    for _ in range(10):
        started(anna, bert)
    assert cost() == two <= 6
    assert len(ids(anna)) == 12


def test_a_game_that_cannot_be_read_does_not_hide_the_others(duel: str, anna: Any, bert: Any) -> None:
    other = started(anna, bert)
    registry.catch_up()
    Game.objects.filter(id=UUID(duel)).update(ruleset="sha256:lost")

    assert ids(anna) == [other]
