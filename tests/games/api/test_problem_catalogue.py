"""The catalogue of problems: complete, without dead entries, and served where the `type` of each problem points."""

import ast
from functools import cache
from typing import Any

import pytest

from base.http.problems import Problem, catalogue
from config.middleware import CONTENT_SECURITY_POLICY
from docs.generate import PAGES
from games.api.problems.catalogue import entries
from games.rules.refusal_reasons import Reason
from tests.config.service import ROOT

OURS = ("base", "config", "games", "players")


def kinds(base: type[Problem] = Problem) -> list[type[Problem]]:
    entries()  # imports them all
    found = [one for kind in base.__subclasses__() for one in (kind, *kinds(kind))]
    return [kind for kind in found if kind.__module__.split(".")[0] in OURS]


@cache
def used() -> frozenset[str]:
    """Every name, and every `name.attribute`, that the product's code uses; definitions and imports apart."""
    files = [path for part in OURS for path in (ROOT / part).rglob("*.py")]
    nodes = [node for path in files for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))]
    found = {ast.unparse(node) for node in nodes if isinstance(node, ast.Name | ast.Attribute)}
    return frozenset(found | {name.rpartition(".")[2] for name in found if name.startswith("problems.")})


def test_every_problem_is_in_the_catalogue_once() -> None:
    with_code = [kind for kind in kinds() if "code" in vars(kind)]

    assert len(with_code) == len({kind.code for kind in with_code}) > 40
    assert {kind.code for kind in with_code} <= set(entries())
    assert {kind.__name__ for kind in kinds() if "code" not in vars(kind)} == {"Conflict", "Unauthorized"}


@pytest.mark.parametrize("kind", [kind for kind in kinds() if "code" in vars(kind)])
def test_a_problem_explains_itself(kind: type[Problem]) -> None:
    own = vars(kind)

    assert {"code", "remedy", "default_detail", "__doc__"} <= own.keys()
    assert own["__doc__"], "it would say what its base means"
    assert kind.title
    assert 400 <= kind.status_code < 600
    for text in (own["__doc__"].rstrip(), kind.remedy, str(kind.default_detail)):
        assert text.endswith((".", ":")), text


def test_every_reason_is_in_the_catalogue_with_its_rule() -> None:
    for reason in Reason:
        entry = entries()[reason]
        assert (entry.reason_of, entry.paragraph, entry.detail) == ("illegal_move", reason.paragraph, reason.sentence)
        assert entry.meaning


def test_no_problem_and_no_reason_is_unused() -> None:
    assert {kind.__name__ for kind in kinds() if "code" in vars(kind)} - used() == set()
    assert {f"Reason.{name}" for name in Reason.__members__} - used() == set()


def test_problems_and_reasons_share_no_code() -> None:
    assert set(catalogue()).isdisjoint(Reason)


def test_it_is_served_as_json(nobody: Any) -> None:
    listed = nobody.get("/problems").json()["items"]

    assert [one["code"] for one in listed] == [*entries()]
    for one in ("illegal_move", "does_not_fit"):
        answer = nobody.get(f"/problems/{one}")
        assert answer.headers["Content-Type"] == "application/json"
        assert answer.headers["Cache-Control"] == "public, max-age=300"
        assert answer.json() in listed
    rule = nobody.get("/problems/does_not_fit").json()
    assert (rule["paragraph"], rule["reason_of"]) == ("K-42", "illegal_move")


def test_browsers_get_a_page(nobody: Any) -> None:
    for where in ("/problems", "/problems/turn_required", "/problems/does_not_fit"):
        answer = nobody.get(where, Accept="text/html,*/*;q=0.8")
        page = answer.content.decode()
        assert answer.headers["Content-Type"] == "text/html; charset=utf-8"
        assert answer.headers["Content-Security-Policy"] == CONTENT_SECURITY_POLICY
        assert "turn_required" in page or "does_not_fit" in page
        assert "`" not in page


@pytest.mark.parametrize("accept", ["application/json", "text/html"])
def test_an_unknown_code_is_not_found_and_says_where_that_is_explained(nobody: Any, accept: str) -> None:
    answer = nobody.get("/problems/no_such_code", Accept=accept)

    assert (answer.status_code, answer.headers["Content-Type"]) == (404, "application/problem+json")
    where = answer.json()["type"].removeprefix("/api/v1")
    assert nobody.get(where).json()["code"] == "not_found"


def test_the_documentation_has_every_code() -> None:
    page = PAGES["problems"]() + PAGES["reasons"]()

    for code in entries():
        assert f"### {code}\n" in page or f"| `{code}` |" in page
