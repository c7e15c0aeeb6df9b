"""One word for one thing: the words that docs/glossary.md bans stay out of names, docstrings, the API and the docs."""

import ast
import re
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

from docs.generate import PAGES
from tests.config.service import ROOT

GLOSSARY = ROOT / "docs" / "glossary.md"
CODE = ("base", "config", "docs", "games", "players", "tests")
PAGES_OF_PEOPLE = ("README.md", "CONTRIBUTING.md", "docs/**/*.md")
NOT_PAGES = ("docs/adr/*",)
"""Decisions may quote what they replaced."""

_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_BANNED = re.compile(r"^\| (`\w+`(?:, `\w+`)*) \| [^|]+ \| (modules|whole names|names|names, text) \|$", re.MULTILINE)


class Banned(NamedTuple):
    word: str
    places: str


def banned() -> list[Banned]:
    section = GLOSSARY.read_text(encoding="utf-8").partition("## Words that we do not use")[2]
    return [Banned(word, match[2]) for match in _BANNED.finditer(section) for word in re.findall(r"\w+", match[1])]


class Source(NamedTuple):
    path: Path
    nodes: list[ast.AST]


@cache
def sources() -> list[Source]:
    files = [file for part in CODE for file in sorted((ROOT / part).rglob("*.py")) if "migrations" not in file.parts]
    trees = (ast.parse(file.read_text(encoding="utf-8")) for file in files)
    return [Source(file.relative_to(ROOT), [*ast.walk(tree)]) for file, tree in zip(files, trees, strict=True)]


@cache
def modules() -> list[tuple[str, str]]:
    return [(str(path), path.parent.name if path.stem == "__init__" else path.stem) for path, _ in sources()]


@cache
def names() -> list[tuple[str, str]]:
    """Return where and what: modules, functions, classes, arguments, and what modules and classes assign.

    The names of tests are sentences, so they count as no names.
    """
    found = [*modules()]
    for path, nodes in sources():
        for node in nodes:
            match node:
                case ast.FunctionDef() | ast.AsyncFunctionDef() | ast.ClassDef() if not node.name.startswith("test_"):
                    found.append((f"{path}:{node.lineno}", node.name))
                case ast.arg():
                    found.append((f"{path}:{node.lineno}", node.arg))
                case _:
                    pass
            if isinstance(node, ast.Module | ast.ClassDef):
                for statement in node.body:
                    match statement:
                        case ast.AnnAssign(target=ast.Name(id=name)) | ast.Assign(targets=[ast.Name(id=name)]):
                            found.append((f"{path}:{statement.lineno}", name))
                        case _:
                            pass
    return found


@cache
def texts() -> list[tuple[str, str]]:
    """Return where and what: docstrings, pages, and what pages are generated from, such as OpenAPI and the commands.

    Code in backticks is left out: names are checked where they are defined.
    """
    found = [(name, page()) for name, page in PAGES.items() if name != "decisions"]
    for pattern in PAGES_OF_PEOPLE:
        for page in ROOT.glob(pattern):
            path = page.relative_to(ROOT)
            if not any(path.match(other) for other in NOT_PAGES):
                text = page.read_text(encoding="utf-8")
                found.append(
                    (str(path), text.partition("## Words that we do not use")[0] if page == GLOSSARY else text)
                )
    for path, nodes in sources():
        found += [
            (f"{path}:{getattr(node, 'lineno', 1)}", ast.get_docstring(node) or "")
            for node in nodes
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef)
        ]
    return [(where, re.sub(r"```.*?```|`[^`\n]*`", "", text, flags=re.DOTALL)) for where, text in found]


@cache
def words_of(name: str) -> list[str]:
    return [word.lower() for word in _WORD.findall(name)]


@cache
def uses_in_texts() -> dict[str, list[str]]:
    """Return where each banned word stands, found in one pass over all texts."""
    phrases = [one.word.replace("_", " ") for one in banned() if one.places == "names, text"]
    any_of_them = re.compile(rf"(?<!\w)(?:{'|'.join(sorted(phrases, key=len, reverse=True))})(?!\w)", re.IGNORECASE)
    found: dict[str, list[str]] = defaultdict(list)
    for where, text in texts():
        for at in any_of_them.finditer(text):
            found[at[0].lower()].append(f"{where}: …{text[max(0, at.start() - 20) : at.end() + 20]!r}…")
    return found


def uses(one: Banned) -> Iterator[str]:
    """Yield where a banned word is used."""
    wanted = one.word.split("_")
    for where, name in modules() if one.places == "modules" else names():
        words = words_of(name)
        whole = words == wanted
        part = any(words[start : start + len(wanted)] == wanted for start in range(len(words)))
        if whole or (part and one.places != "whole names"):
            yield f"{where}: {name}"
    if one.places == "names, text":
        yield from uses_in_texts().get(one.word.replace("_", " "), ())


def test_the_glossary_bans_words_and_explains_each_term_once() -> None:
    terms = re.findall(r"^\| ([\w ,-]+) \| .+ \| `.+` \|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)

    assert len(banned()) > 40
    assert len(terms) == len(set(terms)) > 80
    assert {term.lower() for term in terms}.isdisjoint(one.word for one in banned())


def test_every_place_that_the_glossary_names_is_there() -> None:
    places = re.findall(r"\| `([\w./-]+)` \|$", GLOSSARY.read_text(encoding="utf-8"), re.MULTILINE)

    assert [place for place in places if not (ROOT / place).exists()] == []


@pytest.mark.parametrize("one", banned(), ids=lambda one: one.word)
def test_a_banned_word_is_used_nowhere(one: Banned) -> None:
    assert list(uses(one)) == []
