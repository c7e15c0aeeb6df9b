"""The references of settings and commands, from their declarations in the code."""

import argparse
import ast
import inspect
import textwrap
from collections.abc import Iterator
from itertools import zip_longest
from pathlib import Path
from typing import Final

from django.core.management import get_commands, load_command_class
from django.core.management.base import BaseCommand

from config import environment
from docs.generate.markdown import table

ROOT: Final = Path(__file__).resolve().parents[2]
OUR_APPS: Final = ("base", "config", "games", "players")
EMBEDDED, PRODUCTION = "default with `make up`", "default in production"
READERS: Final = {"base": (EMBEDDED, PRODUCTION), "embedded": (EMBEDDED,), "production": (PRODUCTION,)}
"""The services that read a settings module."""
DECLARING: Final = frozenset(
    name
    for name, function in inspect.getmembers(environment, inspect.isfunction)
    if next(iter(inspect.signature(function).parameters), "") == "name" and not name.startswith("_")
)
"""The functions of `config.environment` that read a variable."""


def settings() -> str:
    """Return a table of the environment variables that settings modules read. A dash means: this service does not."""
    starts: dict[str, dict[str, str]] = {}
    meanings: dict[str, str] = {}
    for module, services in READERS.items():
        for name, default, meaning in _declared(ROOT / "config" / "settings" / f"{module}.py"):
            for service in services:
                known = starts.setdefault(name, {})
                known[service] = "required" if known.get(service) == "required" else default
            meanings[name] = meanings.get(name) or meaning
    rows = (
        (f"`{name}`", meanings[name], *(starts[name].get(service, "-") for service in (EMBEDDED, PRODUCTION)))
        for name in sorted(starts)
    )
    return table("variable", "meaning", EMBEDDED, PRODUCTION, rows=rows)


def _declared(module: Path) -> Iterator[tuple[str, str, str]]:
    """Yield name, default and meaning of each variable. The meaning is the string below the assignment."""
    body = ast.parse(module.read_text(encoding="utf-8")).body
    for statement, after in zip_longest(body, body[1:]):
        said = after.value if isinstance(after, ast.Expr) else None
        meaning = " ".join(said.value.split()) if isinstance(said, ast.Constant) and isinstance(said.value, str) else ""
        for call in ast.walk(statement):
            match call:
                case ast.Call(
                    func=ast.Attribute(value=ast.Name(id="environment"), attr=reader),
                    args=[ast.Constant(value=str(name)), *others],
                ) if reader in DECLARING:
                    optional = "" if reader == "word_with" else _default(call, others)  # that names another variable
                    yield name, "required" if reader == "required" else optional, meaning


def _default(call: ast.Call, others: list[ast.expr]) -> str:
    """Return the default of a variable: a constant, or a path in the repository."""
    given = [*others, *(word.value for word in call.keywords if word.arg == "default")]
    match given:
        case [ast.Constant(value=bool(value)), *_]:
            return f"`{int(value)}`"
        case [ast.Constant(value=int() | str() as value), *_]:
            return f"`{value}`" if value != "" else ""
        case [ast.Call(func=ast.Name(id="str"), args=[path]), *_]:
            parts = [part.value for part in ast.walk(path) if isinstance(part, ast.Constant)]
            return f"`{'/'.join(map(str, reversed(parts)))}`"
        case _:
            return ""


def commands() -> str:
    """Return a chapter about each command of `manage.py`, with its usage and its arguments."""
    ours = sorted((name, app) for name, app in get_commands().items() if str(app).split(".")[0] in OUR_APPS)
    return "\n\n".join(_command(name, load_command_class(str(app), name)) for name, app in ours)


def _command(name: str, command: BaseCommand) -> str:
    everywhere = {action.dest for action in BaseCommand().create_parser("manage.py", name)._actions}  # noqa: SLF001
    parser = command.create_parser("manage.py", name)
    own = [action for action in parser._actions if action.dest not in everywhere]  # noqa: SLF001  # no other way
    formatter = argparse.RawTextHelpFormatter("", width=100)
    formatter.add_usage(None, own, parser._mutually_exclusive_groups, f"manage.py {name}")  # noqa: SLF001  # as above
    usage = textwrap.dedent(formatter.format_help()).strip()
    rows = [
        (
            f"`{', '.join(action.option_strings) or action.metavar or action.dest}`",
            str(action.help or "") % {"default": action.default},
            _value(action),
        )
        for action in own
    ]
    arguments = f"\n\n{table('argument', 'meaning', 'default', rows=rows)}" if rows else ""
    return f"## {name}\n\n{command.help}\n\n```text\n{usage}\n```{arguments}"


def _value(action: argparse.Action) -> str:
    value = action.default
    if (
        value in (None, "", False, argparse.SUPPRESS)
        or isinstance(value, list | tuple | Path)
        or not str(value).strip()
    ):
        return ""
    return f"`{value}`"
