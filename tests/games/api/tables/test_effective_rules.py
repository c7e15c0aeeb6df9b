"""The rules of one game: what the options of its table make of a ruleset."""

from typing import Any

import pytest


def test_the_options_of_the_table_are_in_force(anna: Any, nobody: Any) -> None:
    game = anna.opens(variant="prsi", seats=3, options={"leaf_king": True}, visibility="public")["id"]

    answer = anna.get(f"/games/{game}/rules")

    rules = answer.json()
    assert answer.status_code == 200
    assert rules["ruleset"]["options"] == {"leaf_king": {"flag": True}}
    assert rules["seats"] == 3
    assert {option["name"]: option["value"] for option in rules["options"]}["leaf_king"] == {"flag": True}
    assert any(penalty["cards"] == "KS" for penalty in rules["rules"]["penalty"].values())
    assert "PR-31" in rules["text"]
    assert "K-51" in rules["kernel"]
    unchanged = anna.get(f"/games/{game}/rules", If_None_Match=answer.headers["ETag"])
    assert unchanged.status_code == 304
    assert "Accept-Language" in unchanged.headers["Vary"]
    assert nobody.get(f"/games/{game}/rules").status_code == 200


def test_a_summary_says_the_rules_of_this_table_in_a_few_lines(anna: Any) -> None:
    game = anna.opens(variant="prsi", seats=3, options={"leaf_king": True, "score": "to_100"})["id"]

    answer = anna.get(f"/games/{game}/rules?lang=cs")
    summary = answer.json()["summary"]

    assert any(
        line.startswith("Svršek: nesmí se hrát na: 7, eso; jde na každou jinou kartu; určíš barvu") for line in summary
    )
    assert any(line.startswith("Zelený král: další hráč líže 4 karty") for line in summary)
    assert any("100" in line for line in summary)
    assert len(summary) < 15
    assert (answer.headers["Content-Language"], "Accept-Language" in answer.headers["Vary"]) == ("cs", True)
    english = anna.get(f"/games/{game}/rules", If_None_Match=answer.headers["ETag"])
    assert (
        "Ober: cannot be played on: 7, Ace; fits on any other card; you nominate a suit." in english.json()["summary"]
    )
    assert anna.get(f"/games/{game}/rules?lang=xx").status_code == 422


def test_examples_of_other_options_are_not_in_force(anna: Any) -> None:
    games = [anna.opens(variant="prsi", seats=3, options=options)["id"] for options in ({}, {"leaf_king": True})]

    plain, king = ({one["id"]: one for one in anna.get(f"/games/{game}/rules").json()["examples"]} for game in games)

    def of_the_king(shown: dict[str, Any]) -> int:
        return sum(example.get("options") == {"leaf_king": {"flag": True}} for example in shown.values())

    assert of_the_king(king) > of_the_king(plain)
    assert len(set(plain) & set(king)) > 50, "most examples hold under both"


@pytest.mark.parametrize(("options", "paragraph"), [({}, "PR-22"), ({"wild_not_on": "always"}, "PR-22")])
def test_a_refusal_shows_an_example_that_holds_here(
    anna: Any, bert: Any, options: dict[str, Any], paragraph: str
) -> None:
    game = anna.opens(variant="prsi", seats=2, options=options)["id"]
    assert bert.post(f"/games/{game}/seats", {}).status_code == 201
    shown = {one["id"]: one for one in anna.get(f"/games/{game}/rules").json()["examples"]}

    table = anna.table(game)
    on_turn = (anna, bert)[table["on_turn"]]
    refused = on_turn.moves(game, "pass", table["turn"]).json()

    assert refused["code"] == "illegal_move"
    if refused["example"] is not None:
        address, _, fragment = refused["example"].partition("#")
        assert fragment in shown
        assert refused["paragraph"] in shown[fragment]["proves"]
        assert address.endswith(f"{table['ruleset']['hash'].removeprefix('sha256:')}/examples")
    assert any(paragraph in one["proves"] for one in shown.values())


def test_a_strangers_private_table_has_no_rules(anna: Any, stranger: Any) -> None:
    game = anna.opens(visibility="private")["id"]

    assert stranger.get(f"/games/{game}/rules").status_code == 404
