"""The client uses only HTTP, so it could have a repository of its own."""

import ast
from collections.abc import Iterator

import pytest

from tests.games.client.terminal import ROOT

FOLDER = ROOT / "games" / "client"


def imported(source: str) -> Iterator[str]:
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module


@pytest.mark.parametrize("file", sorted(FOLDER.glob("*.py")), ids=lambda file: file.stem)
def test_it_imports_nothing_of_the_service(file: object) -> None:
    names = list(imported((FOLDER / str(file)).read_text()))
    own = {
        name
        for name in names
        if name.split(".")[0] in {"base", "config", "django", "games", "players", "rest_framework"}
    }
    assert {name for name in own if not name.startswith("games.client")} == set()
