import tomllib
from typing import Any

import pytest
from jsonschema import Draft202012Validator  # type: ignore[import-untyped]

from games.rules import variants

pytestmark = pytest.mark.usefixtures("rules")


def test_variants_name_their_current_ruleset(nobody: Any) -> None:
    answer = nobody.get("/variants")

    found = {variant["key"]: variant for variant in answer.json()["items"]}
    assert {"mau_mau", "crazy_eights"} <= set(found)
    assert "no-cache" in answer.headers["Cache-Control"]
    assert nobody.get("/variants/mau_mau").json() == found["mau_mau"]
    assert nobody.get("/variants", If_None_Match=answer.headers["ETag"]).status_code == 304


def test_a_variant_says_what_it_is_like(nobody: Any) -> None:
    found = nobody.get("/variants/prsi?lang=de").json()

    assert found["sketch"].startswith("Das schnelle Spiel aus Tschechien")
    assert found["pack"] == "german"
    assert found["in_short"][0] == {"text": "Alle beginnen mit 4 Karten. Das Spiel hat 32 Karten.", "cards": []}
    about = {card: line["text"] for line in found["in_short"] for card in line["cards"]}
    assert {card[0] for card in about} == {"Q", "7", "A"}
    # At a table for two a Jack of Haft Khabis or a ten would say something else.
    texts = [line["text"] for line in nobody.get("/variants/haft_khabis").json()["in_short"]]
    assert "10: play changes direction." in texts


def test_the_schema_takes_every_ruleset_of_the_service(nobody: Any) -> None:
    answer = nobody.get("/rulesets/schema")
    schema = answer.json()
    validator = Draft202012Validator(schema)
    validator.check_schema(schema)
    penalty = schema["properties"]["penalty"]["additionalProperties"]["properties"]["at"]
    assert penalty["enum"] == ["next", "previous"]
    assert penalty["description"].startswith("Which seat draws.")
    for key in variants.KEYS:
        for name in ("ruleset", "examples"):
            tables = tomllib.loads((variants.FOLDER / key / f"{name}.toml").read_text(encoding="utf-8"))
            tables = {"key": key, "name": key, **tables}
            tables.pop("variant", None)
            assert [error.message for error in validator.iter_errors(tables)] == [], key
    wrong = {"key": "x", "name": "x", "penalty": {"seven": {"cards": 7, "amout": 2, "at": "nobody"}}}
    assert {error.json_path for error in validator.iter_errors(wrong)} == {
        "$.penalty.seven", "$.penalty.seven.cards", "$.penalty.seven.at"
    }  # fmt: skip
    assert nobody.get("/rulesets/schema", If_None_Match=answer.headers["ETag"]).status_code == 304


@pytest.mark.parametrize("prefix", ["sha256:", ""])
@pytest.mark.parametrize("what", ["", "/examples"])
def test_a_ruleset_is_immutable(nobody: Any, prefix: str, what: str) -> None:
    content = nobody.get("/variants/mau_mau").json()["hash"].removeprefix("sha256:")

    answer = nobody.get(f"/rulesets/{prefix}{content}{what}")

    assert answer.status_code == 200
    assert answer.headers["Cache-Control"] == "public, max-age=31536000, immutable"
    etag = answer.headers["ETag"]
    assert etag.startswith('"')
    unchanged = nobody.get(f"/rulesets/{prefix}{content}{what}", If_None_Match=etag)
    assert (unchanged.status_code, unchanged.headers["Cache-Control"]) == (304, answer.headers["Cache-Control"])


def test_a_ruleset_has_rules_text_and_options(nobody: Any) -> None:
    ruleset = nobody.get(nobody.get("/variants/mau_mau").json()["ruleset"].removeprefix("/api/v1")).json()

    assert ruleset["rules"]["deck"]["ranks"] == "7 8 9 T J Q K A"
    assert "MM-1" in ruleset["text"]
    for option in ruleset["options"]:
        is_listed = option["default_value"] in option["choices"]
        assert is_listed or option["least"] <= option["default_value"]["number"] <= option["most"]


def test_every_example_has_an_id_of_its_own(nobody: Any) -> None:
    content = nobody.get("/variants/mau_mau").json()["hash"]
    examples = nobody.get(f"/rulesets/{content}/examples").json()["items"]

    assert len({example["id"] for example in examples}) == len(examples) > 100
    assert all(example["name"] and example["proves"] for example in examples)


@pytest.mark.parametrize("content", ["x", "0" * 64, "sha256:" + "0" * 64, "md5:" + "0" * 64, "sha256:", "é", "A" * 64])
def test_what_is_no_ruleset(nobody: Any, content: str) -> None:
    for what in ("", "/examples"):
        assert nobody.get(f"/rulesets/{content}{what}").status_code == 404
    assert nobody.get(f"/variants/{content}").status_code == 404
