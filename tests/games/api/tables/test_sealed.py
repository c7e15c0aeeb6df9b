"""A sealed table over HTTP: taken, opened, started, checked; and what is refused."""

from typing import Any

from games.projections import registry
from games.rules.fairness import seal
from tests.games.api.tables.test_fairness_api import fairness
from tests.games.fairness.checking import faults


def sealed(anna: Any, bert: Any) -> str:
    game = str(anna.opens(sealed=True, seal=seal("tulip"))["id"])
    assert bert.post(f"/games/{game}/seats", {"seal": seal("rose")}).status_code == 201
    return game


def code_of(answer: Any) -> tuple[int, str]:
    return answer.status_code, answer.json()["code"]


def test_the_lobby_and_the_table_say_that_it_is_sealed(anna: Any, bert: Any) -> None:
    game = anna.opens(sealed=True, seal=seal("tulip"))["id"]
    registry.catch_up()
    (listed,) = bert.get("/games").json()["items"]

    assert listed["terms"]["sealed"]
    assert (anna.table(game)["terms"]["sealed"], anna.table(game)["nonces_due"]) == (True, None)
    assert not anna.opens()["terms"]["sealed"]


def test_when_every_seat_is_taken_the_nonces_are_opened_and_the_game_starts(anna: Any, bert: Any) -> None:
    game = sealed(anna, bert)
    table = anna.table(game)
    assert (table["status"], table["nonces_due"]) == ("waiting", {"ask": "open", "seats": [0, 1]})
    assert table["deadline"]
    assert fairness(bert, game)["nonces"] == [None, None]

    first = bert.post(f"/games/{game}/nonces", {"nonce": "rose"})
    assert (first.status_code, first.json()["nonces_due"]) == (201, {"ask": "open", "seats": [0]})
    assert fairness(anna, game)["nonces"] == [None, "rose"]
    last = anna.post(f"/games/{game}/nonces", {"nonce": "tulip"})
    again = anna.post(f"/games/{game}/nonces", {"nonce": "tulip"})

    assert (last.json()["status"], last.json()["nonces_due"], again.status_code) == ("playing", None, 201)
    assert again.json()["version"] == last.json()["version"]
    anna.post(f"/games/{game}/resignation", {})
    assert faults(fairness(bert, game), bert.feed(game)) == []


def test_what_a_sealed_table_refuses(anna: Any, bert: Any, stranger: Any) -> None:
    open_game, game = anna.opens()["id"], anna.opens(sealed=True, seal=seal("tulip"))["id"]
    nonces = f"/games/{game}/nonces"
    assert "nonce" in bert.post(f"/games/{game}/seats", {"nonce": "rose"}).json()["errors"]
    assert "seal" in bert.post(f"/games/{open_game}/seats", {"seal": seal("rose")}).json()["errors"]
    assert (
        "nonce"
        in anna.post("/games", {"variant": "mau_mau", "seats": 2, "sealed": True, "nonce": "x"}).json()["errors"]
    )
    assert code_of(anna.post(nonces, {"nonce": "tulip"})) == (409, "nonce_not_asked")
    bert.post(f"/games/{game}/seats", {"seal": seal("rose")})

    assert "nonce" in anna.post(nonces, {"nonce": "rose"}).json()["errors"]
    assert code_of(anna.post(nonces, {"seal": seal("better")})) == (409, "nonce_not_asked")
    assert code_of(anna.post(f"/games/{game}/start", {})) == (409, "nonces_missing")
    assert code_of(stranger.post(nonces, {"nonce": "x"})) == (403, "not_seated")
    assert code_of(anna.post(f"/games/{open_game}/nonces", {"nonce": "x"})) == (409, "nonce_not_asked")


def test_who_is_left_at_the_table_is_asked_for_a_new_seal(anna: Any, bert: Any, stranger: Any) -> None:
    game = sealed(anna, bert)
    anna.post(f"/games/{game}/nonces", {"nonce": "tulip"})

    assert bert.delete(f"/games/{game}/seats/me").status_code == 204

    assert anna.table(game)["nonces_due"] == {"ask": "seal", "seats": [0]}
    assert anna.table(game)["deadline"] is None
    assert stranger.post(f"/games/{game}/seats", {"seal": seal("lily")}).status_code == 201
    assert anna.table(game)["deadline"]
    assert anna.post(f"/games/{game}/nonces", {"seal": seal("iris")}).json()["nonces_due"]["ask"] == "open"
    digest = anna.get(f"/games/{game}/digest").json()["items"]
    assert any("new ones are needed" in line["text"] for line in digest)


def awaiting(player: Any) -> list[tuple[str, str | None]]:
    """What waits for *player*, and which nonce; the badge counts the same."""
    found = player.get("/me/games?awaiting=me").json()
    assert (
        found["badge"] == len(found["items"]) == sum(one["awaiting"] for one in player.get("/me/games").json()["items"])
    )
    assert all(one["awaiting"] for one in found["items"])
    return [(one["id"], one["nonce_due"]) for one in found["items"]]


def test_own_games_tell_whose_nonce_a_table_waits_for(anna: Any, bert: Any, stranger: Any) -> None:
    game = str(anna.opens(sealed=True, seal=seal("tulip"))["id"])
    anna.opens()
    assert awaiting(anna) == []
    bert.post(f"/games/{game}/seats", {"seal": seal("rose")})
    assert awaiting(anna) == awaiting(bert) == [(game, "open")]
    (listed,) = bert.get("/me/games").json()["items"]
    assert listed["deadline"] == bert.table(game)["deadline"]

    anna.post(f"/games/{game}/nonces", {"nonce": "tulip"})
    assert (awaiting(anna), awaiting(bert)) == ([], [(game, "open")])

    bert.delete(f"/games/{game}/seats/me")
    assert (awaiting(anna), awaiting(bert)) == ([(game, "seal")], [])
    stranger.post(f"/games/{game}/seats", {"seal": seal("lily")})
    assert (awaiting(anna), awaiting(stranger)) == ([(game, "seal")], [])
    anna.post(f"/games/{game}/nonces", {"seal": seal("iris")})
    assert awaiting(anna) == awaiting(stranger) == [(game, "open")]

    anna.post(f"/games/{game}/nonces", {"nonce": "iris"})
    stranger.post(f"/games/{game}/nonces", {"nonce": "lily"})
    on_turn = anna.table(game)["on_turn"]
    assert [awaiting(anna), awaiting(stranger)][on_turn] == [(game, None)]
