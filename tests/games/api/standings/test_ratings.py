"""The ratings of a player: as data, in pages, as a plot; and what others are not told of private games."""

import base64
from typing import Any
from uuid import UUID
from xml.etree import ElementTree as ET

import pytest

from base.identifiers import uuid7
from games.ladders import Kind, Ladder
from games.models import Game, Unrated
from players.models import Player
from tests.games.api.seasons import SEASON, duel, noon, rate, result

SVG = "{http://www.w3.org/2000/svg}"


def ratings(caller: Any, whose: Any, query: str = "") -> dict[str, Any]:
    answer = caller.get(f"/players/{whose.id}/ratings{query}")
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def test_ratings_and_how_they_came(anna: Any, bert: Any) -> None:
    games = [duel(anna, bert), duel(anna, bert)]
    rate()

    told = ratings(bert, anna)

    (stand,) = told["ratings"]
    second, first = told["items"]
    me = anna.get("/me").json()
    assert told["player"] == {name: me[name] for name in ("id", "name", "username", "guest")}
    assert [first["game"], second["game"]] == games
    assert (first["before"]["rating"], first["games"], first["place"]) == (0.0, 1, 1)
    assert first["after"] == second["before"]
    assert {name: stand[name] for name in second["after"]} == second["after"]
    assert (stand["variant"], stand["kind"], stand["rank"], stand["games"], stand["wins"]) == (
        "mau_mau",
        "humans",
        1,
        2,
        2,
    )
    assert ratings(bert, bert)["ratings"][0]["rank"] == 2


def test_by_variant_and_season_in_pages(anna: Any) -> None:
    other = str(uuid7())
    prsi, summer = Ladder("prsi", SEASON, Kind.HUMANS), Ladder("mau_mau", "2026-07", Kind.HUMANS)
    made = [result([anna.id, other], noon(day)) for day in range(1, 6)]
    made += [result([other, anna.id], noon(day), ladder=prsi) for day in range(6, 9)]
    made.insert(0, result([anna.id, other], noon(1, month=8), ladder=summer))
    rate()
    newest_first = [str(game) for game in reversed(made)]

    pages, cursor = list[str](), ""
    while True:
        page = ratings(anna, anna, f"?limit=2{cursor}")
        pages += [one["game"] for one in page["items"]]
        if page["next_cursor"] is None:
            break
        cursor = f"&cursor={page['next_cursor']}"
    assert pages == newest_first
    assert [(one["variant"], one["season"]) for one in page["ratings"]] == [("mau_mau", SEASON), ("prsi", SEASON)]

    by_variant = ratings(anna, anna, "?variant=prsi")
    assert [one["game"] for one in by_variant["items"]] == newest_first[:3]
    assert [one["variant"] for one in by_variant["ratings"]] == ["prsi"]
    by_season = ratings(anna, anna, "?season=2026-07")
    assert [one["game"] for one in by_season["items"]] == newest_first[-1:]
    assert [(one["season"], one["games"]) for one in by_season["ratings"]] == [("2026-07", 1)]
    assert ratings(anna, anna, "?season=9999-12")["items"] == []


def test_private_games_count_but_are_told_to_those_alone_who_sat_there(anna: Any, bert: Any, stranger: Any) -> None:
    open_game, secret = UUID(duel(anna, bert)), UUID(duel(anna, bert))
    Game.objects.filter(id=secret).update(visibility="private")
    Unrated.objects.filter(game=secret).update(private=True)
    rate()

    for viewer in (anna, bert):
        assert [one["game"] for one in ratings(viewer, anna)["items"]] == [str(secret), str(open_game)]
    shown = ratings(stranger, anna, "?limit=1")
    assert [(one["game"], one["place"]) for one in shown["items"]] == [(None, None)]
    assert shown["ratings"] == ratings(anna, anna)["ratings"]
    cursor = base64.urlsafe_b64decode(shown["next_cursor"] + "==").decode()
    assert str(secret) not in cursor
    assert str(secret) not in stranger.get(f"/players/{anna.id}/ratings").content.decode()


def test_nobody_and_nothing(anna: Any, nobody: Any) -> None:
    assert nobody.get(f"/players/{anna.id}/ratings").status_code == 401
    assert anna.get(f"/players/{uuid7()}/ratings").status_code == 404
    assert anna.get(f"/players/{uuid7()}/ratings.svg").status_code == 404
    told = ratings(anna, anna)
    assert (told["ratings"], told["items"], told["next_cursor"]) == ([], [], None)
    for query in ("variant=none", "season=x", "after=1"):
        for what in ("ratings", "ratings.svg"):
            answer = anna.get(f"/players/{anna.id}/{what}?{query}")
            assert (answer.status_code, list(answer.json()["errors"])) == (422, [query.split("=")[0]])


def test_a_history_names_the_change_of_the_rating(anna: Any, bert: Any) -> None:
    duel(anna, bert)
    rate()

    (game,) = anna.get(f"/players/{anna.id}/games").json()["items"]

    (step,) = ratings(anna, anna)["items"]
    assert game["rating"] == {name: step[name]["rating"] for name in ("before", "after")}


@pytest.fixture
def plotted(anna: Any, bert: Any) -> Any:
    Player.objects.filter(id=anna.id).update(name="</title><script>alert(1)</script>&\"'")
    for day in range(1, 8):
        result([anna.id, bert.id] if day % 3 else [bert.id, anna.id], noon(day))
    result([anna.id, bert.id], noon(8), ladder=Ladder("prsi", SEASON, Kind.HUMANS))
    rate()
    return anna.get(f"/players/{anna.id}/ratings.svg")


def test_the_plot_is_a_picture_and_nothing_else(plotted: Any) -> None:
    sheet = ET.fromstring(plotted.content)  # noqa: S314 - our own

    assert plotted.status_code == 200
    assert plotted.headers["Content-Type"].startswith("image/svg+xml")
    assert plotted.headers["Content-Security-Policy"] == "default-src 'none'; sandbox"
    assert plotted.headers["X-Content-Type-Options"] == "nosniff"
    assert {element.tag for element in sheet.iter()} == {
        f"{SVG}{tag}" for tag in ("svg", "title", "rect", "text", "path", "polyline", "circle")
    }
    assert not [
        name for element in sheet.iter() for name in element.attrib if name.startswith(("on", "{", "href", "style"))
    ]
    title = sheet.find(f"{SVG}title")
    assert title is not None
    assert title.text == "Ratings of </title><script>alert(1)</script>&\"'"


def test_the_plot_has_a_line_for_each_ladder_that_ends_at_the_rating(anna: Any, plotted: Any) -> None:
    sheet = ET.fromstring(plotted.content)  # noqa: S314 - our own
    lines = [element.attrib["points"].split() for element in sheet.iter(f"{SVG}polyline")]
    texts = [element.text for element in sheet.iter(f"{SVG}text")]

    assert [len(points) for points in lines] == [7, 1]
    for points in lines:
        across = [float(point.split(",")[0]) for point in points]
        assert across == sorted(across)
        assert all(40 <= float(point.split(",")[1]) <= 300 for point in points)
    for one in ratings(anna, anna)["ratings"]:
        assert f"{one['variant']} daily {one['rating']:.2f}" in texts
    assert {"2026-11-01", "2026-11-08"} <= set(texts)


def test_the_plot_of_nothing_of_one_variant_and_304(anna: Any, bert: Any, plotted: Any) -> None:
    where = f"/players/{anna.id}/ratings.svg"
    assert anna.get(where, If_None_Match=plotted.headers["ETag"]).status_code == 304
    assert anna.get(where, Accept="image/*").content == plotted.content
    assert anna.get(f"{where}?variant=prsi").content.count(b"<polyline") == 1
    assert b"No rated games." in bert.get(f"/players/{bert.id}/ratings.svg?variant=switch").content
