"""What everybody may know of a player, and what his games add up to."""

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest

from base.identifiers import uuid7
from games import services
from games.projections import registry
from players.models import Player
from tests.games.services.sitting import Sitting


def player_page(caller: Any, where: str) -> dict[str, Any]:
    registry.catch_up()
    answer = caller.get(f"/players/{where}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_the_profile_of_a_player(anna: Any, stranger: Any, ended: Any) -> None:
    for variant in ("prsi", "mau_mau", "prsi"):
        ended(variant=variant)
    anna.opens()

    profile = player_page(stranger, anna.id)

    own = anna.get("/me").json()
    assert (profile["id"], profile["name"], profile["games"]) == (anna.id, own["name"], 3)
    assert profile["since"] == own["created_at"]
    assert profile["variants"] == [{"variant": "prsi", "games": 2}, {"variant": "mau_mau", "games": 1}]


def test_who_has_not_played_has_no_figures(anna: Any, stranger: Any) -> None:
    stats = player_page(stranger, f"{anna.id}/stats")

    assert stats["variants"] == []
    assert stats["overall"] == {
        "games": 0, "won": 0, "shared": 0, "lost": 0, "resigned": 0, "places": [], "points": 0,
        "streaks": {"current": 0, "longest": 0}, "decisions": 0, "by_clock": 0, "reliability": None,
        "answer_seconds": None, "announcements_missed": 0,
    }  # fmt: skip


def test_games_add_up_over_all_and_by_variant(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    ended()
    ended(variant="prsi", loser=anna)
    ended(variant="prsi")
    ended(bert, stranger)

    stats = player_page(bert, f"{anna.id}/stats")
    overall, (mau_mau, prsi) = stats["overall"], stats["variants"]
    me = anna.get("/me").json()
    assert stats["player"] == {name: me[name] for name in ("id", "name", "username", "guest")}
    assert (overall["games"], overall["won"], overall["lost"], overall["resigned"]) == (4, 3, 1, 1)
    assert overall["places"] == [{"place": 1, "games": 3}, {"place": 2, "games": 1}]
    assert overall["streaks"] == {"current": 2, "longest": 2}
    assert (mau_mau["variant"], mau_mau["won"], mau_mau["streaks"]["current"]) == ("mau_mau", 2, 2)
    assert (prsi["variant"], prsi["games"], prsi["streaks"]) == ("prsi", 2, {"current": 1, "longest": 1})
    assert player_page(bert, f"{bert.id}/stats")["overall"]["places"] == [
        {"place": 1, "games": 1},
        {"place": 2, "games": 3},
    ]


def test_private_games_count_for_oneself_alone(anna: Any, bert: Any, ended: Any) -> None:
    ended()
    ended(visibility="private")

    assert player_page(anna, f"{anna.id}/stats")["overall"]["games"] == 2
    assert player_page(anna, anna.id)["games"] == 2
    assert player_page(bert, f"{anna.id}/stats")["overall"]["games"] == 1
    assert player_page(bert, f"{anna.id}/stats")["overall"]["streaks"]["longest"] == 1
    assert player_page(bert, anna.id)["games"] == 1
    assert player_page(bert, f"{anna.id}/head-to-head/{bert.id}")["overall"]["games"] == 2


def test_head_to_head(anna: Any, bert: Any, stranger: Any, ended: Any) -> None:
    ended()
    ended(variant="prsi", loser=anna)
    ended(bert, stranger, variant="prsi")
    ended(visibility="private")

    found = player_page(stranger, f"{anna.id}/head-to-head/{bert.id}")
    assert (found["player"]["id"], found["other"]["id"]) == (anna.id, bert.id)
    assert found["overall"] == {"games": 3, "ahead": 2, "behind": 1, "tied": 0}
    assert found["variants"] == [
        {"variant": "prsi", "games": 2, "ahead": 1, "behind": 1, "tied": 0},
        {"variant": "mau_mau", "games": 1, "ahead": 1, "behind": 0, "tied": 0},
    ]
    assert player_page(bert, f"{bert.id}/head-to-head/{anna.id}")["overall"] == {
        "games": 4, "ahead": 1, "behind": 3, "tied": 0,
    }  # fmt: skip


def test_decisions_of_the_clock_tell_how_reliable_one_is(anna: Any, bert: Any, duel: str) -> None:
    callers = {0: anna, 1: bert}
    sitting = Sitting(UUID(duel), (UUID(anna.id), UUID(bert.id)))
    late = sitting.row.on_turn
    sitting.age(timedelta(days=30))
    assert services.resolve_late().done == 1
    other = sitting.row.on_turn
    assert late is not None
    assert other is not None
    sitting.move()
    callers[late].post(f"/games/{duel}/resignation", Idempotency_Key="r")

    slow = player_page(bert, f"{callers[late].id}/stats")["overall"]
    assert (slow["decisions"], slow["by_clock"], slow["reliability"], slow["answer_seconds"]) == (1, 1, 0.0, None)
    quick = player_page(bert, f"{callers[other].id}/stats")["overall"]
    assert (quick["decisions"], quick["by_clock"], quick["reliability"]) == (1, 0, 1.0)
    assert 0 <= quick["answer_seconds"] < 60


@pytest.mark.parametrize("where", ["{nobody}", "{nobody}/stats", "{nobody}/head-to-head/{anna}"])
def test_there_is_no_such_player(anna: Any, where: str) -> None:
    asked = where.format(nobody=uuid7(), anna=anna.id)

    assert anna.get(f"/players/{asked}").status_code == 404
    assert anna.get(f"/players/{anna.id}/head-to-head/{uuid7()}").status_code == 404


def test_who_has_left_is_unknown(anna: Any, bert: Any, ended: Any) -> None:
    ended()
    Player.objects.filter(id=UUID(bert.id)).update(is_active=False)

    for where in (bert.id, f"{bert.id}/stats", f"{anna.id}/head-to-head/{bert.id}"):
        assert anna.get(f"/players/{where}").status_code == 404
    assert anna.get(f"/players/{bert.id}/games").status_code == 404


def test_oneself_is_no_opponent(anna: Any) -> None:
    answer = anna.get(f"/players/{anna.id}/head-to-head/{anna.id}")

    assert (answer.status_code, [*answer.json()["errors"]]) == (422, ["other"])


@pytest.mark.parametrize("where", ["", "/stats", "/head-to-head/{bert}"])
def test_pages_of_players_have_tags_and_need_a_sign_in(anna: Any, bert: Any, nobody: Any, where: str) -> None:
    path = f"/players/{anna.id}{where.format(bert=bert.id)}"

    assert nobody.get(path).status_code == 401
    assert anna.get(path, If_None_Match=anna.get(path).headers["ETag"]).status_code == 304
    assert anna.get(f"{path}?limit=1").status_code == 422
