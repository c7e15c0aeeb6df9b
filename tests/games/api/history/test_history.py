"""The history of a player: who sees which games, in what order, page by page."""

from typing import Any

import pytest

from base.http.pagination import encode_cursor
from base.identifiers import uuid7
from games.projections import registry
from tests.games.api import seasons


def page(caller: Any, where: str) -> dict[str, Any]:
    registry.catch_up()
    answer = caller.get(where)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def ids(caller: Any, where: str) -> list[str]:
    return [game["id"] for game in page(caller, where)["items"]]


def test_an_entry_tells_how_the_game_ended(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    game = ended(variant="mau_mau", options={"deck": 36})

    (shown,) = page(stranger, f"/players/{anna.id}/games")["items"]

    assert (shown["id"], shown["variant"]) == (game, "mau_mau")
    assert {**shown["ruleset"], "pack": "french"} == anna.table(game)["ruleset"]
    assert shown["ruleset"]["options"] == {"deck": {"number": 36}}
    assert (shown["seat"], shown["result"], shown["place"], shown["score"]) == (0, "won", 1, None)
    assert [(seat["player"]["id"], seat["place"], seat["resigned"]) for seat in shown["seats"]] == [
        (anna.id, 1, False),
        (bert.id, 2, True),
    ]
    assert shown["seats"][1]["player"]["name"] == bert.get("/me").json()["name"]
    assert (shown["deals"], shown["decisions"], shown["rating"]) == (1, 0, None)
    assert (shown["visibility"], shown["rated"], shown["duration"]) == ("public", False, 0)
    assert page(stranger, f"/players/{bert.id}/games")["items"][0]["result"] == "lost"


def test_a_rated_game_tells_what_it_made_of_the_rating(anna: Any, bert: Any) -> None:
    seasons.duel(anna, bert)
    assert page(bert, f"/players/{anna.id}/games")["items"][0]["rating"] is None
    seasons.rate()

    (change,) = (game["rating"] for game in page(bert, f"/players/{anna.id}/games")["items"])

    (told,) = bert.get(f"/players/{anna.id}/ratings").json()["items"]
    assert change == {"before": 0.0, "after": told["after"]["rating"]}
    assert change["after"] > 0
    assert page(bert, f"/players/{bert.id}/games")["items"][0]["rating"]["after"] < change["after"]


def test_running_games_and_waiting_ones_are_not_shown(anna: Any, duel: str) -> None:
    anna.opens()

    assert ids(anna, f"/players/{anna.id}/games") == []
    assert duel not in ids(anna, "/games?status=waiting")


def test_the_lobby_stays_the_lobby(anna: Any, ended: Any) -> None:
    ended()
    waiting = str(anna.opens()["id"])

    assert ids(anna, "/games") == ids(anna, "/games?status=waiting") == [waiting]


def test_bots_are_opponents_too(anna: Any) -> None:
    game = anna.opens(seats=3, bots=["novice", "clever"])["id"]
    anna.post(f"/games/{game}/resignation", Idempotency_Key="r")

    found = page(anna, f"/players/{anna.id}/games")["items"]
    assert found == []  # two bots play on

    game = anna.opens(seats=2, bots=["novice"])["id"]
    anna.post(f"/games/{game}/resignation", Idempotency_Key="r")
    (shown,) = page(anna, f"/players/{anna.id}/games")["items"]
    assert shown["seats"][1] | {"place": 1, "bot": "novice", "player": None} == shown["seats"][1]


def test_filters_narrow_the_list(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    won = ended()
    lost = ended(loser=anna)
    with_three = ended(bert, stranger)
    eights = ended(stranger, variant="crazy_eights")
    whole = page(anna, f"/players/{anna.id}/games")["items"]

    assert [game["id"] for game in whole] == [eights, with_three, lost, won]
    assert ids(bert, f"/players/{anna.id}/games?variant=crazy_eights") == [eights]
    assert ids(bert, f"/players/{anna.id}/games?result=lost") == [lost]
    assert ids(bert, f"/players/{anna.id}/games?result=won&variant=mau_mau") == [with_three, won]
    assert ids(bert, f"/players/{anna.id}/games?opponent={stranger.id}") == [eights, with_three]
    assert ids(bert, f"/players/{anna.id}/games?opponent={stranger.id}&variant=mau_mau&result=won") == [with_three]
    since, until = whole[2]["ended_at"], whole[1]["ended_at"]
    assert ids(bert, f"/players/{anna.id}/games?since={since}&until={until}") == [lost]
    assert ids(bert, f"/players/{anna.id}/games?result=shared") == []


def test_pages_stay_stable_while_games_end(anna: Any, ended: Any) -> None:
    games = [ended() for _ in range(5)]
    whose = f"/players/{anna.id}/games?limit=2"

    first = page(anna, whose)
    later = ended()
    second = page(anna, f"{whose}&cursor={first['next_cursor']}")
    third = page(anna, f"{whose}&cursor={second['next_cursor']}")

    shown = [game["id"] for one in (first, second, third) for game in one["items"]]
    assert shown == games[::-1]
    assert third["next_cursor"] is None
    assert ids(anna, whose)[0] == later


@pytest.mark.parametrize("ended_at", ["2026-11-22T00:00:00", "2026-11-22T00:00:00+23:59", "0001-01-01T00:00:00-14:00"])
@pytest.mark.parametrize("where", ["/players/{anna}/games?limit=1", "/records?limit=1", "/me/games?limit=1"])
def test_a_cursor_whose_instant_is_not_in_utc(anna: Any, where: str, ended_at: str) -> None:
    cursor = encode_cursor(ended_at, uuid7())

    answer = anna.get(f"{where.format(anna=anna.id)}&cursor={cursor}")

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_private_games_are_shown_to_who_sat_there(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    public, private, other = ended(), ended(visibility="private"), ended(stranger)

    assert ids(anna, f"/players/{anna.id}/games") == [other, private, public]
    assert ids(bert, f"/players/{anna.id}/games") == [other, private, public]
    assert ids(bert, f"/players/{anna.id}/games?opponent={bert.id}") == [private, public]
    assert ids(stranger, f"/players/{anna.id}/games") == [other, public]
    assert ids(stranger, f"/players/{bert.id}/games") == [public]
    assert ids(stranger, f"/players/{anna.id}/games?opponent={bert.id}") == [public]
    assert ids(stranger, f"/players/{anna.id}/games?variant=mau_mau&result=won") == [other, public]
    assert page(anna, f"/players/{anna.id}/games")["items"][1]["visibility"] == "private"


def test_a_third_one_sees_the_private_games_that_he_shared(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    shared, _ = ended(bert, stranger, visibility="private"), ended(stranger, visibility="private")

    assert ids(stranger, f"/players/{anna.id}/games?opponent={bert.id}") == [shared]
    assert ids(bert, f"/players/{anna.id}/games?opponent={stranger.id}") == [shared]


def test_a_page_that_has_not_changed_is_not_sent_again(anna: Any, ended: Any) -> None:
    ended()
    registry.catch_up()
    where = f"/players/{anna.id}/games"
    etag = anna.get(where).headers["ETag"]

    assert anna.get(where, If_None_Match=etag).status_code == 304
    ended()
    registry.catch_up()
    assert anna.get(where, If_None_Match=etag).status_code == 200


@pytest.mark.parametrize(
    ("where", "field"),
    [
        ("/players/{anna}/games?status=waiting", "status"),
        ("/players/{anna}/games?status=over", "status"),
        ("/players/{anna}/games?opponent={anna}", "opponent"),
        ("/players/{anna}/games?opponent=%0A", "opponent"),
        ("/players/{anna}/games?result=drawn", "result"),
        ("/players/{anna}/games?variant=chess", "variant"),
        ("/players/{anna}/games?since=yesterday", "since"),
        ("/players/{anna}/games?since=2026-01-01T00:00:00Z&until=2026-01-01T00:00:00Z", "until"),
        ("/players/{anna}/games?until=0001-01-01T00:00:00%2B23:59", "until"),
        ("/players/{anna}/games?limit=0", "limit"),
        ("/players/{anna}/games?result=won&result=won", "result"),
        ("/players/{anna}/games?place=1", "place"),
        ("/games?opponent={anna}", "opponent"),
        ("/games?result=won&status=waiting", "result"),
        ("/games?player={anna}", "player"),
        ("/games?since=2026-01-01T00:00:00Z", "since"),
        ("/games?until=2026-01-01T00:00:00Z", "until"),
    ],
)
def test_what_makes_no_sense_is_refused(anna: Any, where: str, field: str) -> None:
    answer = anna.get(where.format(anna=anna.id))

    assert answer.status_code == 422, answer.content
    assert [*answer.json()["errors"]] == [field]


@pytest.mark.parametrize("cursor", ["x", "AAAA", "bmV2ZXIgMDE5NzVlMGMtN2MxZS03YTUyLTlkMDQtMGMzZDVmMWUyYTQ3", "é"])
def test_a_cursor_of_no_list_is_refused(anna: Any, cursor: str) -> None:
    answer = anna.get(f"/players/{anna.id}/games?cursor={cursor}")

    assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor")


def test_nobody_has_no_history(anna: Any, nobody: Any) -> None:
    assert anna.get(f"/players/{uuid7()}/games").status_code == 404
    assert nobody.get(f"/players/{anna.id}/games").status_code == 401
