"""What `make messages` takes from Python files: sentences in gettext calls, of problems, and of errors for people.

Problems are declared in plain English, as attributes of their classes, and errors with their sentence. Both are
translated where they are answered. So they need no mark; they are found here.
"""

import ast
import io
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import Any, Final

from babel.messages.extract import extract_python

ATTRIBUTES: Final = {"title", "default_detail", "message"}
"""The attributes of a class of problems that people read."""
DJANGOS: Final = {"gettext_lazy": "gettext", "gettext_noop": "gettext", "ngettext_lazy": "ngettext"}
"""Django's functions that take what those of the standard library take."""
ERRORS: Final = {
    "BadName", "FieldErrors", "Malformed", "MalformedJSON", "MalformedRecord", "MalformedTOML",
    "NotationError", "TermsError", "TooLarge", "UnsupportedMediaType", "ValidationError", "WrongNonce",
}  # fmt: skip
"""The errors whose sentence reaches people."""

Found = tuple[int, Any, Any, Any]


def sentences(file: io.BytesIO, keywords: Mapping[str, Any], tags: Collection[str], options: Any) -> Iterator[Found]:
    """Yield line, function, message and comments of each message of *file*, as Babel asks of an extractor."""
    names = dict.fromkeys((*keywords, *DJANGOS))
    for line, function, texts, comments in extract_python(file, names, tags, options):
        yield line, DJANGOS.get(str(function), function), texts, comments
    file.seek(0)
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.ClassDef):
            yield from _of_class(node)
        elif isinstance(node, ast.Call) and _name(node.func) in ERRORS:
            yield from _of_error(node)


def options(file: io.BytesIO, *_args: object, **_options: object) -> Iterator[Found]:
    """Yield what the options of a ruleset do."""
    for option in tomllib.loads(file.read().decode()).get("options", {}).values():
        yield 1, "gettext", option["about"], []


def _of_class(node: ast.ClassDef) -> Iterator[Found]:
    for part in node.body:
        match part:
            case ast.Assign(targets=[ast.Name(id=name)], value=ast.Constant(value=str() as text)) if name in ATTRIBUTES:
                yield part.lineno, "gettext", text, []


def _of_error(node: ast.Call) -> Iterator[Found]:
    for argument in (*node.args, *(one.value for one in node.keywords)):
        for text in _texts(argument):
            yield node.lineno, "gettext", text, []


def _texts(node: ast.expr) -> Iterator[str]:
    """Yield the sentences in an argument: texts of several words, wherever they are but in keys of a dict."""
    match node:
        case ast.Constant(value=str() as text) if " " in text:
            yield text
        case ast.Dict(values=values):
            for value in values:
                yield from _texts(value)
        case ast.List(elts=elements) | ast.Tuple(elts=elements):
            for element in elements:
                yield from _texts(element)
        case _:
            pass


def _name(function: ast.expr) -> str:
    match function:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
        case _:
            return ""
