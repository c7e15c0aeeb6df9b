"""The examples in docstrings do what they say."""

import doctest
from importlib import import_module

import pytest

from tests.config.service import ROOT

MODULES = [
    ".".join(file.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for part in ("base", "config", "docs", "games", "players")
    for file in sorted((ROOT / part).rglob("*.py"))
    if ">>> " in file.read_text(encoding="utf-8")
]


def test_there_are_examples() -> None:
    assert len(MODULES) > 15


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_of_a_module(name: str) -> None:
    failed, tried = doctest.testmod(import_module(name), optionflags=doctest.ELLIPSIS)

    assert tried > 0
    assert failed == 0
