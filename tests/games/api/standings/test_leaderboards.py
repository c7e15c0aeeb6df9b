"""Leaderboards: by variant, season and kind, in pages, and around the caller."""

from collections import Counter
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from base.identifiers import uuid7
from games import selectors, store
from games.integrity.ladders import ladder_findings, result_findings
from games.ladders import Kind, Ladder
from tests.games.api.seasons import LADDER, SEASON, duel, noon, rate, result

BOARD = "/leaderboards/mau_mau"


def items(caller: Any, where: str = BOARD) -> list[dict[str, Any]]:
    """Read all pages of a list."""
    found: list[dict[str, Any]] = []
    cursor, sign = "", "&" if "?" in where else "?"
    while True:
        page = caller.get(f"{where}{cursor}")
        assert page.status_code == 200, page.content
        found += page.json()["items"]
        if page.json()["next_cursor"] is None:
            return found
        cursor = f"{sign}cursor={page.json()['next_cursor']}"


def whose(found: list[dict[str, Any]]) -> list[str]:
    return [one["player"]["id"] for one in found]


def test_two_play_for_ratings_and_stand_on_the_board(anna: Any, bert: Any) -> None:
    duel(anna, bert)
    rate()

    board = anna.get(BOARD).json()

    first, second = board["items"]
    assert (board["variant"], board["kind"], board["next_cursor"]) == ("mau_mau", "humans", None)
    assert (first["player"]["id"], first["rank"], first["wins"], first["bot"]) == (anna.id, 1, 1, None)
    assert (second["player"]["id"], second["rank"], second["wins"]) == (bert.id, 2, 0)
    assert first["rating"] == round(first["mu"] - 3 * first["sigma"], 2)
    assert first["provisional"] is True
    assert (first["games"], first["played"]) == (1, 1)
    assert first["player"]["name"] == anna.get("/me").json()["name"]


def test_which_boards_there_are(anna: Any) -> None:
    bots = Ladder("mau_mau", SEASON, Kind.BOTS)
    for ladder in (LADDER, bots, Ladder("prsi", "2026-07", Kind.HUMANS), Ladder("mau_mau", "2026-07", Kind.HUMANS)):
        result(["a" * 8 if ladder is bots else uuid7(), uuid7()], noon(1), ladder=ladder)
    assert items(anna, "/leaderboards") == []
    rate()

    expected = [("mau_mau", SEASON, "bots"), ("mau_mau", "2026-07", "humans"), ("mau_mau", SEASON, "humans")]
    expected.append(("prsi", "2026-07", "humans"))
    assert [(one["variant"], one["season"], one["kind"]) for one in items(anna, "/leaderboards?limit=1")] == expected


def test_past_seasons_stay_and_ratings_are_carried_over(anna: Any) -> None:
    players = [anna.id, str(uuid7()), str(uuid7())]
    summer = Ladder("mau_mau", "2026-07", Kind.HUMANS)
    result(players, noon(1, month=8), ladder=summer)
    rate()
    before = anna.get(f"{BOARD}?season=2026-07").json()
    result(players[:2], noon(1))
    rate()

    after = anna.get(f"{BOARD}?season=2026-07").json()
    assert [one | {"inactive": None} for one in after["items"]] == [one | {"inactive": None} for one in before["items"]]
    now = anna.get(BOARD).json()
    assert now["season"] == SEASON
    assert whose(now["items"]) == players[:2]
    assert [(one["games"], one["played"]) for one in now["items"]] == [(2, 1), (2, 1)]
    assert now["items"][0]["rating"] > before["items"][0]["rating"]


def test_bots_and_programs_stand_on_a_board_of_their_own(anna: Any) -> None:
    result(["clever", anna.id, "novice"], noon(1), ladder=Ladder("mau_mau", SEASON, Kind.BOTS))
    rate()

    found = items(anna, f"{BOARD}?kind=bots")

    assert [one["bot"] for one in found] == ["clever", "program", "novice"]
    assert [one["player"] and one["player"]["id"] for one in found] == [None, anna.id, None]
    assert items(anna) == []


def test_ten_games_against_one_opponent_establish_nobody(anna: Any, bert: Any) -> None:
    for day in range(1, 13):
        result([anna.id, bert.id], noon(day))
    rate()

    assert [(one["games"], one["provisional"]) for one in items(anna)] == [(12, True)] * 2


@pytest.fixture
def rated_players(anna: Any, bert: Any) -> list[str]:
    """Many players with ratings that a number determines, ties among them; some results are equal."""
    chance = Random(7)
    players = [anna.id, bert.id, *(str(uuid7()) for _ in range(40))]
    for number in range(60):
        result(chance.sample(players, chance.choice([2, 2, 3, 4])), noon(1 + number % 28))
    newcomers = [str(uuid7()) for _ in range(12)]
    for one, other in zip(newcomers[::2], newcomers[1::2], strict=True):
        result([one, other], noon(29))
    rate()
    return [*players, *newcomers]


@pytest.mark.usefixtures("rated_players")
@pytest.mark.parametrize("limit", [1, 7, 100])
def test_pages_of_any_size_show_everybody_once_with_his_rank(anna: Any, limit: int) -> None:
    found = items(anna, f"{BOARD}?limit={limit}")

    ratings = [one["rating"] for one in found]
    assert ratings == sorted(ratings, reverse=True)
    assert len(set(whose(found))) == len(found)
    assert [one["rank"] for one in found] == [1 + sum(other > rating for other in ratings) for rating in ratings]
    assert max(Counter(ratings).values()) > 1, "no ties: the test shows too little"


def test_around_me_is_the_middle_of_the_board(anna: Any, bert: Any, rated_players: list[str]) -> None:
    board = items(anna)
    assert set(whose(board)) <= set(rated_players)
    for caller in (anna, bert):
        place = whose(board).index(caller.id)

        around = caller.get(f"{BOARD}/around-me").json()

        assert around["items"] == board[max(place - 5, 0) : place + 6]
        assert around["rank"] == board[place]["rank"]
        assert (around["season"], around["kind"]) == (SEASON, "humans")


def test_the_rank_of_everybody_is_what_counting_says(anna: Any, rated_players: list[str]) -> None:
    board = {one["player"]["id"]: one for one in items(anna)}

    for player in rated_players:
        stands = selectors.around(LADDER, player, neighbours=0)
        if player in board:
            higher = sum(one["rating"] > board[player]["rating"] for one in board.values())
            assert [one.rank for one in stands] == [1 + higher]
        else:
            assert stands == []


def test_around_who_does_not_stand_there(anna: Any, stranger: Any) -> None:
    assert anna.get(f"{BOARD}/around-me").json() == {
        "variant": "mau_mau", "pace": "daily", "season": None, "kind": "humans", "settled": False, "games_needed": 1,
        "opponents_needed": 1, "rank": None, "items": []}  # fmt: skip
    result([anna.id, str(uuid7())], noon(1))
    rate()

    around = stranger.get(f"{BOARD}/around-me").json()

    assert (around["season"], around["rank"], around["items"]) == (SEASON, None, [])


def test_who_has_left_is_a_former_player(anna: Any) -> None:
    result([str(uuid7()), anna.id], noon(1))
    rate()

    assert items(anna)[0]["player"]["name"] == "Former player"


def test_what_is_asked_wrongly(anna: Any, nobody: Any) -> None:
    assert nobody.get(BOARD).status_code == 401
    assert anna.get("/leaderboards/no_such_variant").status_code == 404
    for query in ("season=2026", "season=2026-13", "kind=cats", "limit=0", "page=2"):
        answer = anna.get(f"{BOARD}?{query}")
        assert (answer.status_code, list(answer.json()["errors"])) == (422, [query.split("=")[0]])
    for cursor in ("x", "bm9uZQ", "MSAy", "9" * 300, "OTk5OTk5OTk5OTk5IHg"):
        for where in (BOARD, "/leaderboards", f"/players/{anna.id}/ratings"):
            if (where, cursor) != (BOARD, "MSAy"):
                answer = anna.get(f"{where}?cursor={cursor}")
                assert (answer.status_code, answer.json()["code"]) == (400, "bad_cursor"), (where, cursor)


def test_304_while_nothing_changes(anna: Any, bert: Any) -> None:
    duel(anna, bert)
    rate()
    etag = anna.get(BOARD).headers["ETag"]

    assert anna.get(BOARD, If_None_Match=etag).status_code == 304
    duel(anna, bert)
    rate()
    assert anna.get(BOARD, If_None_Match=etag).status_code == 200


def test_everybody_is_listed_as_provisional_until_the_ladder_is_settled(anna: Any, bert: Any) -> None:
    result([anna.id, bert.id], noon(1))
    rate()

    board = anna.get(BOARD).json()

    assert (board["settled"], board["games_needed"], board["opponents_needed"]) == (False, 1, 1)
    assert [(one["rank"], one["provisional"]) for one in board["items"]] == [(1, True), (2, True)]
    assert anna.get(f"/players/{anna.id}/ratings").json()["ratings"][0]["provisional"] is True


def test_a_settled_leaderboard_lists_and_ranks_the_established_alone(anna: Any, bert: Any) -> None:
    """Each of twenty regulars meets ten others, so all are established; Bert beats Anna alone, and nobody else."""
    regulars = [anna.id, *(str(uuid7()) for _ in range(19))]
    for step in range(1, 6):
        for seat, one in enumerate(regulars):
            result([one, regulars[(seat + step) % 20]], noon(1))
    rate()
    for step in range(1, 6):
        for seat, one in enumerate(regulars):
            result([one, regulars[(seat + step) % 20]], noon(2))
    result([bert.id, anna.id], noon(3))
    rate()

    board, around = anna.get(BOARD, limit=100).json(), bert.get(f"{BOARD}/around-me").json()

    assert (board["settled"], board["games_needed"], board["opponents_needed"]) == (True, 10, 5)
    assert {one["player"]["id"] for one in board["items"]} == {*regulars}
    assert not any(one["provisional"] for one in board["items"])
    ranks, ratings = ([one[name] for one in board["items"]] for name in ("rank", "rating"))
    assert ranks == [1 + sum(other > rating for other in ratings) for rating in ratings]
    assert (around["rank"], around["items"]) == (None, [])
    (own,) = bert.get(f"/players/{bert.id}/ratings").json()["ratings"]
    assert (own["rank"], own["provisional"], own["games"]) == (None, True, 1)
    assert not list(ladder_findings())


def test_who_has_not_played_for_sixty_days_is_marked(anna: Any, bert: Any) -> None:
    today = store.now()
    result([anna.id, bert.id], today - timedelta(days=62))
    result([anna.id, str(uuid7())], today - timedelta(days=2))
    rate()

    marked = {one["player"]["id"]: one["inactive"] for one in items(anna)}

    assert (marked[anna.id], marked[bert.id]) == (False, True)
    assert bert.get(f"/players/{bert.id}/ratings").json()["ratings"][0]["inactive"] is True


def test_two_paces_are_two_skills(anna: Any, bert: Any) -> None:
    duel(anna, bert, clock="live")
    duel(anna, bert, clock={"turn": 3600, "bank": 0})
    duel(bert, anna, clock={"turn": 3601, "bank": 0})
    rate()

    live, daily = anna.get(f"{BOARD}?pace=live").json(), anna.get(BOARD).json()

    assert (live["pace"], daily["pace"]) == ("live", "daily")
    assert [(one["player"]["id"], one["games"]) for one in live["items"]] == [(anna.id, 2), (bert.id, 2)]
    assert [(one["player"]["id"], one["games"]) for one in daily["items"]] == [(bert.id, 1), (anna.id, 1)]
    assert [one["pace"] for one in anna.get("/leaderboards").json()["items"]] == ["daily", "live"]
    own = anna.get(f"/players/{anna.id}/ratings").json()
    assert [(one["pace"], one["rank"]) for one in own["ratings"]] == [("daily", 2), ("live", 1)]
    assert [one["pace"] for one in own["items"]] == ["daily", "live", "live"]
    narrowed = anna.get(f"/players/{anna.id}/ratings?pace=live").json()
    assert ({one["pace"] for one in narrowed["ratings"]}, len(narrowed["items"])) == ({"live"}, 2)
    assert anna.get(f"{BOARD}/around-me?pace=live").json()["rank"] == 1
    plot = anna.get(f"/players/{anna.id}/ratings.svg").content
    assert b"mau_mau live" in plot
    assert b"mau_mau daily" in plot
    assert anna.get(f"{BOARD}?pace=slow").status_code == 422
    assert not [*ladder_findings(), *result_findings()]
