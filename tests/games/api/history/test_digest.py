import re
from typing import Any

import pytest

from tests.games.api.tables.test_feed import play


def digest(caller: Any, game: str, query: str = "", **headers: str) -> dict[str, Any]:
    answer = caller.get(f"/games/{game}/digest{query}", **headers)
    assert answer.status_code == 200, answer.content
    return dict(answer.json())


def texts(caller: Any, game: str, query: str = "", **headers: str) -> list[str]:
    return [line["text"] for line in digest(caller, game, query, **headers)["items"]]


def test_what_happened_since_one_last_looked(duel: str, anna: Any, bert: Any) -> None:
    before = anna.table(duel)
    mover = (anna, bert)[before["on_turn"]]
    play(duel, anna, bert, moves=1)

    first = digest(anna, duel, f"?since={before['version']}")["items"][0]

    assert first["text"].startswith(mover.tokens["player"]["name"])
    assert (first["seat"], first["turn"]) == (before["on_turn"], before["turn"])
    assert (first["seconds"], first["by_clock"]) == (0, False)
    event = next(one for one in anna.feed(duel) if one["version"] == first["version"])
    assert {name: event[name] for name in ("turn", "at", "seat", "data")} == {
        name: first[name] for name in ("turn", "at", "seat", "data")
    }
    assert first["code"] == event["type"]
    assert digest(anna, duel, f"?since={anna.table(duel)['version']}")["items"] == []


def test_pages(duel: str, anna: Any, bert: Any) -> None:
    play(duel, anna, bert, moves=10)
    whole = digest(anna, duel, "?limit=100")

    found, cursor = [], "0"
    while cursor:
        page = digest(anna, duel, f"?limit=3&cursor={cursor}")
        assert len(page["items"]) <= 3
        found += page["items"]
        cursor = page["next_cursor"]

    assert found == whole["items"]
    assert whole["next_cursor"] is None
    for query in ("since=-1", "since=1&cursor=1", "limit=0", "after=3", "since=x"):
        assert anna.get(f"/games/{duel}/digest?{query}").status_code == 422


@pytest.mark.parametrize(
    ("lang", "sentence"),
    [
        ("en", "All seats are taken: the game begins."),
        ("de", "Alle Plätze sind besetzt: Das Spiel beginnt."),
        ("cs", "Všechna místa jsou obsazená: hra začíná."),
        ("nl", "Alle plaatsen zijn bezet: het spel begint."),
        ("pt", "Todos os lugares estão ocupados: o jogo começa."),
        ("pl", "Wszystkie miejsca są zajęte: gra się zaczyna."),
        ("fr", "Toutes les places sont prises : la partie commence."),
    ],
)
def test_languages(duel: str, anna: Any, lang: str, sentence: str) -> None:
    answer = anna.get(f"/games/{duel}/digest?lang={lang}")

    assert sentence in [line["text"] for line in answer.json()["items"]]
    assert (answer.json()["lang"], answer.headers["Content-Language"]) == (lang, lang)
    assert "Accept-Language" in answer.headers["Vary"]


def test_the_language_is_asked_for_or_ones_own_or_the_clients(duel: str, anna: Any) -> None:
    def spoken(query: str = "", **headers: str) -> str:
        return str(digest(anna, duel, query, **headers)["lang"])

    assert spoken(Accept_Language="de") == "en"
    anna.speaks("pt-BR")
    assert [spoken(), spoken("?lang=cs"), spoken("?lang=de-AT")] == ["pt", "cs", "de"]
    assert [spoken("?lang=DE"), spoken("?lang=pT-br")] == ["de", "pt"]
    anna.speaks("pl-PL")
    assert spoken() == "pl"
    anna.speaks("sv")
    assert spoken(Accept_Language="sv, nl;q=0.5, de;q=0.8") == "de"
    assert spoken(Accept_Language="fr-CA") == "fr"
    assert [spoken(Accept_Language=said) for said in ("fa", "", "*", "%%", "x" * 5000)] == ["en"] * 5
    for lang in ("sv", "", "x" * 600, "../de"):
        assert anna.get(f"/games/{duel}/digest?lang={lang}").status_code == 422


def test_everybody_is_told_what_he_may_know(duel: str, anna: Any, bert: Any, stranger: Any) -> None:
    while True:
        table = anna.table(duel)
        mover = (anna, bert)[table["on_turn"]]
        moves = mover.table(duel)["you"]["moves"]
        if "draw" in moves:
            break
        mover.moves(duel, moves[0], table["turn"])
    assert mover.moves(duel, "draw", table["turn"]).status_code == 201
    since = f"?since={table['version']}"

    told = [texts(who, duel, since)[0] for who in (mover, bert if mover is anna else anna, stranger)]

    assert told[1] == told[2] == f"{mover.tokens['player']['name']} draws a card."
    assert told[0] != told[1]
    assert mover.table(duel)["you"]["hand"][-1][0] in told[0].replace("10", "T")


def test_who_has_left_the_table_keeps_his_name_in_the_story(anna: Any, bert: Any, stranger: Any) -> None:
    game = anna.opens(seats=2)["id"]
    bert.post(f"/games/{game}/seats", {})
    assert anna.table(game)["status"] == "playing"
    game = anna.opens(seats=3)["id"]
    bert.post(f"/games/{game}/seats", {})
    bert.delete(f"/games/{game}/seats/me")

    name = bert.tokens["player"]["name"]
    assert texts(stranger, game)[1:] == [f"{name} sits down.", f"{name} leaves the table."]


def test_nothing_is_sent_twice(duel: str, anna: Any) -> None:
    answer = anna.get(f"/games/{duel}/digest")

    again = anna.get(f"/games/{duel}/digest", If_None_Match=answer.headers["ETag"])

    assert (again.status_code, again.content) == (304, b"")
    assert anna.get(f"/games/{duel}/digest?lang=de", If_None_Match=answer.headers["ETag"]).status_code == 200


def test_a_german_pack_is_told_with_its_own_suits_and_ranks(anna: Any, bert: Any) -> None:
    game = anna.opens(variant="prsi", seats=2)["id"]
    bert.post(f"/games/{game}/seats", {})
    play(game, anna, bert, moves=30)

    told = " ".join(texts(anna, game, "?lang=cs&limit=100"))

    assert not set("♠♥♦♣") & set(told)
    assert re.search(r"(zelen|červen|kulov|žaludov)\w+ (\d|spod|svrš|král|eso)", told)
    assert anna.table(game)["ruleset"]["pack"] == "german"
