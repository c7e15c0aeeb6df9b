"""The examples of a file as the parameters of a test, each with its name."""

import tomllib
from functools import cache
from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.variants import FOLDER, KEYS
from tests.rules.tables import KERNEL

OF_VARIANTS: Final = tuple(FOLDER / key / "examples.toml" for key in KEYS)
OF_KERNEL: Final = tuple(sorted(path for path in KERNEL.glob("*.toml") if path.name != "ruleset.toml"))


@cache
def content(path: Path) -> dict[str, Any]:
    return tomllib.loads(path.read_text(encoding="utf-8"))


def examples(path: Path) -> list[Any]:
    """Return one parameter an example of the file *path*."""
    found = content(path)
    return [pytest.param(found["variant"], one, id=one["name"]) for one in found["example"]]


def proved(path: Path) -> set[str]:
    """Return the paragraphs that the examples of the file *path* prove."""
    return {paragraph for one in content(path)["example"] for paragraph in one.get("proves", ())}
