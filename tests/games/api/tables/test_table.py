import time
from typing import Any

import pytest

from tests.games.api.tables.test_feed import play


def test_a_new_table_waits(anna: Any) -> None:
    table = anna.opens(seats=3, clock="fast", visibility="public")

    assert table["status"] == "waiting"
    assert [seat["player"] and seat["player"]["id"] for seat in table["seats"]] == [anna.id, None, None]
    assert table["you"] == {
        "seat": 0,
        "hand": [],
        "drawn": None,
        "looked": [],
        "offered": None,
        "moves": [],
        "choices": [],
        "resignation": None,
        "effects": {},
        "may_return": False,
        "claims": [],
        "leaves_without_loss": False,
    }
    assert table["terms"]["clock"] == {"preset": "fast", "turn": 7200, "bank": 43200}
    assert table["layout"] is None


def test_the_last_seat_starts_the_game(duel: str, anna: Any, bert: Any) -> None:
    seen = [anna.table(duel), bert.table(duel)]

    assert {table["status"] for table in seen} == {"playing"}
    assert [len(table["you"]["hand"]) for table in seen] == [5, 5]
    on_turn = seen[0]["on_turn"]
    assert seen[on_turn]["you"]["moves"]
    assert not seen[1 - on_turn]["you"]["moves"]
    assert seen[0]["deadline"] > seen[0]["server_time"]


def test_what_is_not_ones_own_is_a_number_or_a_question_mark(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    hand = anna.table(duel)["you"]["hand"]
    for other in (bert.table(duel), stranger.table(duel)):
        assert other["seats"][0]["cards"] == 5
        assert other["seats"][0]["hand"] is None
        assert other["layout"].split("/")[0] == "?????"
        assert not set(hand) & {other["up_card"], *(other["you"] or {"hand": []})["hand"]}
    assert stranger.table(duel)["you"] is None


def test_nothing_new_is_304_and_reads_no_state(duel: str, anna: Any, django_assert_num_queries: Any) -> None:
    etag = anna.get(f"/games/{duel}").headers["ETag"]

    with django_assert_num_queries(2) as queries:
        answer = anna.get(f"/games/{duel}", If_None_Match=etag)

    assert (answer.status_code, answer.content) == (304, b"")
    assert not any("game_state" in query["sql"] for query in queries)


def test_the_table_with_what_happened_since_a_version(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    before, etag = anna.table(duel), anna.get(f"/games/{duel}").headers["ETag"]
    move = (anna, bert)[before["on_turn"]].table(duel)["you"]["moves"][0]
    assert (anna, bert)[before["on_turn"]].moves(duel, move, before["turn"]).status_code == 201
    anna.speaks("de")

    for viewer in (anna, bert, stranger):
        answer = viewer.get(f"/games/{duel}?since={before['version']}&wait=5", If_None_Match=etag)
        table = answer.json()
        digest = viewer.get(f"/games/{duel}/digest?since={before['version']}").json()
        assert (answer.status_code, table.pop("digest")) == (200, digest)
        assert digest["items"][0]["seat"] == before["on_turn"]
        assert answer.headers["Content-Language"] == digest["lang"] == ("de" if viewer is anna else "en")
        assert "Accept-Language" in answer.headers["Vary"]
        plain = viewer.get(f"/games/{duel}")
        assert answer.headers["ETag"] == plain.headers["ETag"]
        del table["server_time"]
        assert table == {name: value for name, value in plain.json().items() if name != "server_time"}


def test_many_lines_come_in_pages(duel: str, anna: Any, bert: Any) -> None:
    play(duel, anna, bert, moves=40)

    answer = anna.get(f"/games/{duel}?since=0&lang=cs")
    unchanged = anna.get(f"/games/{duel}?since=0&lang=cs", If_None_Match=answer.headers["ETag"])
    assert unchanged.status_code == 304
    assert all("Accept-Language" in one.headers["Vary"] for one in (answer, unchanged))
    first = answer.json()["digest"]
    rest = anna.get(f"/games/{duel}/digest?lang=cs&cursor={first['next_cursor']}").json()

    assert len(first["items"]) == 50
    assert first["items"] + rest["items"] == anna.get(f"/games/{duel}/digest?lang=cs&limit=100").json()["items"]


def test_the_table_of_today_and_later_has_no_lines(duel: str, anna: Any) -> None:
    version = anna.table(duel)["version"]

    for since in (version, version + 1, 2**31 - 1):
        digest = anna.get(f"/games/{duel}?since={since}").json()["digest"]
        assert digest == {"lang": "en", "items": [], "next_cursor": None}
    for query in (
        "since=-1",
        "since=x",
        f"since={2**31}",
        "wait=26",
        "wait=-1",
        "lang=sv",
        "after=1",
        "since=1&since=2",
    ):
        assert anna.get(f"/games/{duel}?{query}").status_code == 422


def test_nobody_waits_for_a_game_that_is_over(anna: Any, ended: Any) -> None:
    game = ended()
    etag = anna.get(f"/games/{game}").headers["ETag"]

    begun = time.monotonic()
    answer = anna.get(f"/games/{game}?wait=25", If_None_Match=etag)

    assert answer.status_code == 304
    assert time.monotonic() - begun < 10


def test_a_new_name_is_a_new_table(duel: str, anna: Any, bert: Any) -> None:
    etag = anna.get(f"/games/{duel}").headers["ETag"]
    profile = bert.get("/me").headers["ETag"]
    assert bert.raw("PATCH", "/me", b'{"name": "Robert"}', If_Match=profile).status_code == 200

    answer = anna.get(f"/games/{duel}", If_None_Match=etag)

    assert answer.status_code == 200
    assert answer.json()["seats"][1]["player"]["name"] == "Robert"


def test_a_private_game_is_not_there_for_others(anna: Any, stranger: Any) -> None:
    game = anna.opens(visibility="private")["id"]

    for where in ("", "/events", "/events?wait=1"):
        assert anna.get(f"/games/{game}{where}").status_code == 200
        assert stranger.get(f"/games/{game}{where}").status_code == 404
    for where, body in (("seats", {}), ("bots", {"level": "novice"}), ("start", {}), ("resignation", {})):
        assert stranger.post(f"/games/{game}/{where}", body).status_code == 404
    assert stranger.moves(game, "draw", 0).status_code == 404
    assert stranger.delete(f"/games/{game}/seats/me").status_code == 404
    missing = stranger.get("/games/01975e0c-7c1e-7a52-9d04-0c3d5f1e2a47").json()
    assert stranger.get(f"/games/{game}").json() == missing


def test_who_is_not_signed_in_watches_a_public_game(duel: str, anna: Any, stranger: Any, nobody: Any) -> None:
    """They see what a spectator sees, and can do nothing."""
    assert nobody.table(duel) | {"server_time": ""} == stranger.table(duel) | {"server_time": ""}
    for where in ("/rules", "/events", "/digest", "/states", "/states/1", "/fairness", "/record"):
        seen, also = nobody.get(f"/games/{duel}{where}"), stranger.get(f"/games/{duel}{where}")
        assert (seen.status_code, seen.content) == (200, also.content), where
        assert seen["Cache-Control"].startswith("private"), where
    private = anna.opens(visibility="private")["id"]
    assert nobody.get(f"/games/{private}").status_code == 401
    assert nobody.moves(duel, "draw", 0).status_code == 401


def test_who_is_not_signed_in_has_no_seat_of_a_bot(anna: Any, nobody: Any) -> None:
    """A bot has no id of a player, and neither has somebody who is not signed in."""
    game = anna.opens(seats=2, bots=["novice"])["id"]

    states = nobody.get(f"/games/{game}/states?limit=100").json()["items"]

    assert states[-1]["status"] == "playing"
    assert {state["you"] is None for state in states} == {True}
    assert {seat["hand"] is None for state in states for seat in state["seats"]} == {True}


def test_requests_of_people_who_are_not_signed_in_are_counted(
    duel: str, nobody: Any, stranger: Any, settings: Any
) -> None:
    settings.RATE_LIMITS = {"spectator": {"address": (2, 60)}}

    assert [nobody.get(f"/games/{duel}").status_code for _ in range(3)] == [200, 200, 429]
    assert stranger.get(f"/games/{duel}").status_code == 200


def test_whoever_makes_a_table_says_how_long_bots_wait(anna: Any) -> None:
    tables = [anna.opens(seats=2, bots=["novice"], **wish) for wish in ({}, {"bot_pause": 0}, {"bot_pause": 120})]

    assert [table["terms"]["bot_pause"] for table in tables] == [1, 0, 120]


def test_the_table_tells_what_the_game_goes_to_and_how_far_each_seat_is(anna: Any) -> None:
    single = anna.opens(seats=2, bots=["novice"])
    points = anna.opens(seats=2, bots=["novice"], options={"score": "to_100"})
    lost = anna.opens(variant="faraon", seats=2, bots=["novice"])

    assert (single["goal"], [seat["progress"] for seat in single["seats"]]) == (
        {"end": "single", "at": None},
        [None] * 2,
    )
    assert (points["goal"], [seat["progress"] for seat in points["seats"]]) == ({"end": "to", "at": 100}, [0, 0])
    assert (lost["goal"], [seat["progress"] for seat in lost["seats"]]) == ({"end": "deals_lost", "at": 5}, [0, 0])


def test_ones_moves_come_with_what_they_would_do(anna: Any, bert: Any) -> None:
    """The effects of one's own plays, and of nobody else's."""
    game = anna.opens(variant="prsi", seats=2)["id"]
    bert.post(f"/games/{game}/seats", {})
    seen = 0
    for _ in range(60):
        mover = (anna, bert)[anna.table(game)["on_turn"]]
        table, other = mover.table(game), (bert if mover is anna else anna).table(game)
        assert other["you"]["effects"] == {}
        plays = {move.partition(">")[0].partition("!")[0] for move in table["you"]["moves"]}
        assert table["you"]["effects"].keys() <= plays
        for card, effects in table["you"]["effects"].items():
            assert effects.keys() == {"7": {"draws"}, "A": {"skips"}}[card[0]]
            seen += 1
        mover.moves(game, table["you"]["moves"][0], table["turn"])
        if anna.table(game)["status"] == "over":
            break
    assert seen


@pytest.mark.parametrize("since", [0, 1, 12, 40, 10_000])
def test_a_table_with_its_digest_takes_two_round_trips(
    duel: str, anna: Any, bert: Any, since: int, django_assert_num_queries: Any
) -> None:
    play(duel, anna, bert, moves=30)
    lines = anna.get(f"/games/{duel}/digest?since={since}").json()
    anna.table(duel)

    # One for the session, one for the header, and one for state and events together.
    with django_assert_num_queries(3) as queries:
        table = anna.get(f"/games/{duel}?since={since}").json()

    assert table["digest"] == lines
    assert "; " in queries[2]["sql"]
