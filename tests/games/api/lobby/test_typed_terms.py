"""Options and clocks: one flat object in requests and answers, and plain values as a shorthand in requests."""

from typing import Any

import pytest

from games.projections import registry

DAILY = {"preset": "daily", "turn": 86_400, "bank": 259_200}
PRSI = {"variant": "prsi", "seats": 3}


@pytest.mark.parametrize(
    ("variant", "name", "sent", "shown"),
    [
        ("prsi", "leaf_king", {"flag": True}, {"flag": True}),
        ("prsi", "leaf_king", {"flag": True, "number": None, "choice": None}, {"flag": True}),
        ("prsi", "leaf_king", True, {"flag": True}),
        ("mau_mau", "deck", {"number": 36}, {"number": 36}),
        ("mau_mau", "deck", 36, {"number": 36}),
        ("mau_mau", "score", {"choice": "to_100"}, {"choice": "to_100"}),
        ("mau_mau", "score", "to_100", {"choice": "to_100"}),
    ],
)
def test_an_option_is_sent_and_shown(anna: Any, variant: str, name: str, sent: Any, shown: Any) -> None:
    table = anna.opens(variant=variant, options={name: sent}, visibility="public")

    assert table["ruleset"]["options"] == {name: shown}
    assert anna.table(table["id"])["ruleset"]["options"] == {name: shown}
    registry.catch_up()
    assert anna.get("/games").json()["items"][0]["ruleset"]["options"] == {name: shown}
    rules = anna.get(f"/games/{table['id']}/rules").json()
    assert rules["ruleset"]["options"] == {name: shown}
    assert {one["name"]: one["value"] for one in rules["options"]}[name] == shown


def test_the_values_of_a_variant_can_be_sent_back(anna: Any, nobody: Any) -> None:
    for option in nobody.get("/variants/mau_mau").json()["options"]:
        for value in (option["default_value"], *option["choices"]):
            assert len(value) == 1
            anna.opens(options={option["name"]: value})


@pytest.mark.parametrize(
    ("sent", "shown"),
    [
        ({"preset": "daily"}, DAILY),
        ({"preset": "daily", "turn": None, "bank": None}, DAILY),
        ("daily", DAILY),
        (DAILY, DAILY),
        ({"preset": "none"}, {"preset": "none"}),
        ({"turn": 3600, "bank": 7200}, {"turn": 3600, "bank": 7200}),
        ({"preset": None, "turn": 2_592_000, "bank": 0}, {"turn": 2_592_000, "bank": 0}),
    ],
)
def test_a_clock_is_sent_and_shown(anna: Any, sent: Any, shown: Any) -> None:
    table = anna.opens(clock=sent, visibility="public")

    assert table["terms"]["clock"] == shown
    registry.catch_up()
    assert anna.get("/games").json()["items"][0]["terms"]["clock"] == shown
    assert anna.opens(clock=table["terms"]["clock"])["terms"]["clock"] == shown


def test_a_clock_that_contradicts_itself_is_named(anna: Any) -> None:
    def errors(clock: Any) -> Any:
        return anna.post("/games", {**PRSI, "clock": clock}).json()["errors"]

    assert errors({"preset": "daily", "turn": 60, "bank": 0}).keys() == {"clock.preset"}
    assert errors({"turn": 60}).keys() == {"clock.bank"}
    assert errors({}).keys() == {"clock.preset"}
    assert errors({"turn": 0, "bank": 2_592_001}).keys() == {"clock.turn"}


def test_an_option_of_the_wrong_kind_is_named(anna: Any) -> None:
    for sent in ({"number": 1}, {"flag": True, "number": 1}, {"flag": "yes"}, {}, {"value": True}, "on"):
        answer = anna.post("/games", {**PRSI, "options": {"leaf_king": sent}})
        assert answer.json()["errors"].keys() == {"options.leaf_king"}, sent
