from typing import Any
from urllib.parse import quote

import pytest
from django.db import connection

from players.models import Player
from players.search import search


def made(*usernames: str, **fields: Any) -> list[Player]:
    return [Player.objects.create(username=username, **fields) for username in usernames]


def found(caller: Any, prefix: str, more: str = "") -> list[str]:
    answer = caller.send("GET", f"/players?prefix={quote(prefix)}{more}")
    assert answer.status_code == 200, answer.content
    assert answer.json()["next_cursor"] is None
    return [one["username"] for one in answer.json()["items"]]


def test_players_are_found_by_the_beginning_of_their_usernames_the_exact_one_first(guest: Any) -> None:
    made("berta", "bert", "bert-2", "albert", "bertold", "berenike")

    assert found(guest, "bert") == ["bert", "bert-2", "berta", "bertold"]
    assert found(guest, "BERT", "&limit=2") == ["bert", "bert-2"]
    assert found(guest, "zz") == []


def test_an_answer_says_who_it_is_and_nothing_private(guest: Any) -> None:
    (bert,) = made("bert", name="Bert B.", email="bert@example.org")

    (shown,) = guest.send("GET", "/players?prefix=be").json()["items"]

    assert shown == {"id": str(bert.id), "name": "Bert B.", "username": "bert", "guest": False}


def test_there_are_at_most_twenty(guest: Any) -> None:
    made(*(f"bert{number:03}" for number in range(25)))

    assert found(guest, "be") == [f"bert{number:03}" for number in range(20)]


@pytest.mark.parametrize(
    ("username", "prefix"),
    [("jiří", "JIŘ"), ("jiří", "jir\u030c"), ("strasse", "STRAß"), ("abc", "\uff41\uff22"), ("王小明", "王小")],
)
def test_a_prefix_is_spelled_as_usernames_are(guest: Any, username: str, prefix: str) -> None:
    made(username)

    assert found(guest, prefix) == [username]


def test_letters_of_other_scripts_that_look_alike_find_nobody(guest: Any) -> None:
    made("anna")

    assert found(guest, "\u0430nn") == []


@pytest.mark.parametrize("prefix", ["", "a", "a" * 31, "a%", "_a", "a b", "%an", "a\u200bn"])
def test_what_begins_no_username_is_refused(guest: Any, prefix: str) -> None:
    answer = guest.send("GET", f"/players?prefix={quote(prefix)}")

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["prefix"])
    assert guest.send("GET", "/players").status_code == 422


@pytest.mark.parametrize("limit", ["0", "21", "x"])
def test_a_limit_beyond_twenty_is_refused(guest: Any, limit: str) -> None:
    answer = guest.send("GET", f"/players?prefix=an&limit={limit}")

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["limit"])


def test_guests_and_those_who_have_left_and_the_caller_are_not_found(member: Any) -> None:
    made("annabel", is_active=False)
    Player.objects.create(name="anna")

    assert found(member, "anna") == []


def test_players_choose_whether_they_are_found(guest: Any, member: Any) -> None:
    assert found(guest, "ann") == ["anna"]
    assert member.send("GET", "/me").json()["searchable"] is True

    def choose(searchable: object) -> Any:
        etag = member.send("GET", "/me").headers["ETag"]
        return member.send("PATCH", "/me", {"searchable": searchable}, If_Match=etag)

    assert choose(searchable=False).json()["searchable"] is False
    assert found(guest, "ann") == []
    assert choose(searchable="yes").status_code == 422
    assert choose(searchable=True).status_code == 200
    assert found(guest, "ann") == ["anna"]


@pytest.mark.parametrize("who", ["searcher", "other"])
def test_blocked_players_do_not_find_each_other(guest: Any, member: Any, who: str) -> None:
    one, other = (guest, member) if who == "searcher" else (member, guest)
    one.send("PUT", f"/me/blocks/{other.player.id}")

    assert found(guest, "ann") == []


def test_the_search_has_a_limit_of_its_own(guest: Any, settings: Any) -> None:
    settings.RATE_LIMITS = {"search": {"player": (2, 300)}, "read": {"player": (100, 60)}}

    answers = [guest.send("GET", "/players?prefix=an").status_code for _ in range(3)]

    assert answers == [200, 200, 429]
    assert guest.send("GET", "/me").status_code == 200


@pytest.mark.usefixtures("db")
def test_the_search_reads_only_the_index_from_the_prefix_on() -> None:
    Player.objects.bulk_create(Player(username=f"{letter}{number:04}") for letter in "abc" for number in range(700))
    searcher = Player.objects.create()
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE player")
        found, values = search("b1", searcher=searcher)[:20].query.sql_with_params()
        cursor.execute(f"EXPLAIN (ANALYZE, COSTS OFF, TIMING OFF, SUMMARY OFF) {found}", values)
        plan = "\n".join(line for (line,) in cursor.fetchall())

    assert "Index Scan using player_search" in plan
    assert "Sort" not in plan
    assert "Rows Removed" not in plan
