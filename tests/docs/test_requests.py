"""The terminal client, and programs and pictures of the documentation, send only requests that OpenAPI describes."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from textwrap import dedent
from typing import Final
from xml.etree import ElementTree as ET

import pytest

from tests.config.service import ROOT
from tests.openapi.document import document

METHODS: Final = {"get": "GET", "post": "POST", "sit": "POST", "_send": "POST", "Request": "GET", "want": "POST"}
"""The method of a request, by the name of the function that gets its path, unless an argument names it."""
PROGRAMS: Final = sorted((ROOT / "games" / "client").glob("*.py"))
PAGES: Final = [ROOT / "docs" / "how-to" / "bot.md", *sorted((ROOT / "docs" / "tutorials").glob("*.md"))]
BASE: Final = "/api/v1"
SVG: Final = "{http://www.w3.org/2000/svg}"


@cache
def described() -> set[tuple[str, str]]:
    """Return the method and the path of each operation, with ``{}`` for each of its parameters."""
    paths = document()["paths"]
    return {
        (method.upper(), re.sub(r"\{\w+\}", "{}", path.removeprefix(BASE)))
        for path, methods in paths.items()
        for method in methods
    }


def text_of(node: ast.expr) -> str:
    """Return a string that a program writes, with ``{}`` for each expression in it."""
    if isinstance(node, ast.JoinedStr):
        return "".join(str(part.value) if isinstance(part, ast.Constant) else "{}" for part in node.values)
    return node.value if isinstance(node, ast.Constant) and isinstance(node.value, str) else ""


def requests_of(source: str) -> Iterator[tuple[str, str]]:
    """Yield the method and the path of each request for which a program writes its path."""
    for call in (node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.Call)):
        words = [text_of(argument) for argument in call.args]
        for path in (re.sub(r"^\{\}(?=/)|\?.*", "", word) for word in words):
            if re.match(r"/[a-z]{2}", path):
                name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, "id", "")
                method = next((word for word in words if word.isupper()), METHODS.get(name, ""))
                yield method, re.sub(r"\{\w+\}", "{}", path.removeprefix(BASE))


@pytest.mark.parametrize("file", [*PROGRAMS, *PAGES], ids=lambda file: str(file.relative_to(ROOT)))
def test_every_request_of_a_program_is_described(file: Path) -> None:
    source = file.read_text(encoding="utf-8")
    fence = re.compile(r"^ *```python\n(.*?)^ *```", re.DOTALL | re.MULTILINE)
    blocks = [source] if file.suffix == ".py" else fence.findall(source)

    unknown = [one for block in blocks for one in requests_of(dedent(block)) if one not in described()]

    assert unknown == []


def test_the_requests_of_the_programs_are_found() -> None:
    client = {one for file in PROGRAMS for one in requests_of(file.read_text(encoding="utf-8"))}

    assert client >= {("POST", "/auth/guest"), ("GET", "/games/{}/events"), ("POST", "/games/{}/moves")}
    assert client >= {("POST", "/invitations/{}/accept"), ("POST", "/games/{}/rematch"), ("GET", "/me/games")}
    assert {one for one in client if one[0] == ""} == set()


def test_the_picture_of_a_client_can_be_read_in_the_dark_and_aloud_and_names_requests_that_exist() -> None:
    picture = ET.fromstring((ROOT / "docs" / "tutorials" / "client-states.svg").read_text())  # noqa: S314  # our own file
    words = " ".join(text.strip() for text in picture.itertext())

    assert all(picture.findtext(f"{SVG}{part}") for part in ("title", "desc"))
    assert picture.get("aria-labelledby") == "title desc"
    assert "prefers-color-scheme: dark" in words
    named = re.findall(r"\b(GET|POST|DELETE) (/[\w/{}-]+)", words)
    assert len(named) > 15
    assert [one for one in named if (one[0], re.sub(r"\{\w+\}", "{}", one[1])) not in described()] == []
