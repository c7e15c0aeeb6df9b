"""What OpenAPI says is what the service does: examples, problems, headers, keys and parameters."""

import json
from collections.abc import Callable
from typing import Annotated, Any

import msgspec
import pytest
from django.core.management import call_command
from django.urls import resolve
from drf_spectacular.generators import SchemaGenerator

from base.http.answers import Answer
from base.http.problems import CONTENT_TYPE, ProblemDocument, catalogue
from base.http.renderers import encode
from base.identifiers import uuid7
from games.api.problems.catalogue import entries
from games.api.tables import examples
from games.readers import Reader
from tests.openapi.document import document

CHECKS_ONLY = {"check_move", "check_variant"}
"""Operations that store nothing, and so need no key."""


def test_the_schema_is_valid_without_a_warning(tmp_path: Any) -> None:
    call_command("spectacular", validate=True, fail_on_warn=True, file=str(tmp_path / "openapi.yaml"))


def shape(value: Any) -> Any:
    """Return the names in an answer, however deep."""
    if isinstance(value, dict):
        return {name: shape(entry) for name, entry in value.items()}
    return [shape(entry) for entry in value[:1]] if isinstance(value, list) and value else None


def test_the_examples_look_like_the_answers(anna: Any) -> None:
    table = anna.opens(seats=2, bots=["clever"])
    event = anna.feed(table["id"])[0]

    assert shape(examples.TABLE) | {"you": 0} == shape(anna.table(table["id"])) | {"you": 0}
    assert {*examples.TABLE["you"]} == {*table["you"]}
    assert {*examples.EVENT} == {*event}
    assert {*examples.ILLEGAL_MOVE} == {*anna.moves(table["id"], "believe", table["turn"]).json()}


def operations() -> dict[str, tuple[str, str, dict[str, Any]]]:
    """Return method, path and description of each operation on games, by its name."""
    paths = document()["paths"]
    every = [(method, path, one) for path, methods in paths.items() for method, one in methods.items()]
    ours = ("/api/v1/games", "/api/v1/variants", "/api/v1/rulesets", "/api/v1/me/games", "/api/v1/queue-entries")
    return {one["operationId"]: (method, path, one) for method, path, one in every if path.startswith(ours)}


def described() -> tuple[Any, dict[str, Any]]:
    """Return OpenAPI's document, and the class of each of its components by name."""
    generator: Any = SchemaGenerator()  # type: ignore[no-untyped-call]
    made = generator.get_schema(request=None, public=True)
    return made, {name: one.object for (name, _), one in generator.registry._components.items()}  # noqa: SLF001


def test_all_problems_have_one_flat_schema() -> None:
    document, _ = described()
    entries()  # imports every problem
    for path, methods in document["paths"].items():
        for method, operation in methods.items():
            names = answered(operation, lambda status: not status.startswith("2"), CONTENT_TYPE)
            assert names == {"ProblemDocument"}, (method, path)
    flat = document["components"]["schemas"]["ProblemDocument"]

    assert flat["required"] == ["type", "title", "status", "code", "detail"]
    for code, kind in catalogue().items():
        for name in {*kind.document.__struct_encode_fields__} - {*flat["required"]}:
            assert f"`{code}`" in flat["properties"][name]["description"], (code, name)


def test_a_member_of_problems_has_one_type(monkeypatch: pytest.MonkeyPatch) -> None:
    class Clashing(ProblemDocument, frozen=True, kw_only=True):
        errors: Annotated[int, msgspec.Meta(description="How many.")]

    entries()  # imports every problem
    monkeypatch.setattr(catalogue()["game_over"], "document", Clashing)

    with pytest.raises(TypeError, match="'errors'"):
        described()


def test_each_answer_is_described_by_the_class_that_is_built() -> None:
    document, classes = described()
    examples = [one for one in classes.values() if is_answer(one) and vars(one).get("example")]
    for path, methods in document["paths"].items():
        for operation in methods.values():
            for name in answered(operation, lambda status: status.startswith("2")):
                assert is_answer(classes[name]), (path, name)

    assert examples
    for one in examples:
        assert json.loads(encode(Reader(one)(one.example))) == one.example


def is_answer(described: Any) -> bool:
    return isinstance(described, type) and issubclass(described, Answer)


def answered(operation: Any, is_asked: Callable[[str], bool], media_type: str | None = None) -> set[str]:
    """Return the components that an operation answers with under the statuses that are asked for."""
    answers = [one for status, one in operation["responses"].items() if is_asked(status)]
    contents = [(kind, one["schema"]) for answer in answers for kind, one in answer.get("content", {}).items()]
    schemas = [schema for kind, schema in contents if media_type in (None, kind)]
    return {str(schema["$ref"]).rpartition("/")[2] for schema in schemas if "$ref" in schema}


def named(operation: dict[str, Any], place: str) -> set[str]:
    return {one["name"] for one in operation.get("parameters", ()) if one["in"] == place}


def test_what_has_a_tag_is_described_with_it() -> None:
    gets = {name: one for name, (method, _, one) in operations().items() if method == "get"}
    cached = {name: one for name, one in gets.items() if not name.startswith("stream_")}

    assert {
        "list_games",
        "list_my_games",
        "list_game_events",
        "list_variants",
        "get_variant",
        "get_ruleset",
        "list_ruleset_examples",
    } <= {*cached}
    for name, operation in cached.items():
        assert "304" in operation["responses"], name
        assert "If-None-Match" in named(operation, "header"), name
        assert "ETag" in operation["responses"]["200"]["headers"], name


def test_every_post_of_games_is_described_with_its_key() -> None:
    posts = {name: one for name, (method, _, one) in operations().items() if method == "post"}

    assert {"open_game", "make_move", "check_move", "resign_game", "take_seat", "add_bot", "start_game"} <= {*posts}
    for name, operation in posts.items():
        if name in CHECKS_ONLY:
            continue
        assert "Idempotency-Key" in named(operation, "header"), name
        made = operation["responses"].get("201") or operation["responses"]["202"]
        assert "Idempotency-Replayed" in made["headers"], name


def test_every_parameter_is_described() -> None:
    for name, (_, _, operation) in operations().items():
        for parameter in operation.get("parameters", ()):
            assert parameter.get("description", "").endswith("."), (name, parameter["name"])


def test_what_is_described_of_the_query_is_what_is_taken() -> None:
    described = {(method.upper(), path): named(one, "query") for method, path, one in operations().values()}
    ids = {name: uuid7() for name in ("game", "check", "player", "other", "record", "entry")}
    for (method, path), names in described.items():
        view: Any = resolve(path.format(**ids, key="mau_mau", content="x", proposal=1, version=1)).func
        assert view.cls.queries.get(method, frozenset()) == names, path
