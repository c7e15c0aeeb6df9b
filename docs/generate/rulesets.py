"""The references of ruleset keys and variants, from the rules."""

import inspect
import re
from dataclasses import MISSING, Field, fields
from typing import Annotated, Any, get_args, get_origin, get_type_hints

from docs.generate.markdown import table
from games.api.docstrings import meanings
from games.rules.ruleset import Option, schema
from games.rules.ruleset.values import BySeats, Within
from games.rules.variants import FOLDER, KERNEL, KEYS, Variant, from_bytes, read_folder


def keys() -> str:
    """Return a table for each section of a ruleset, with its keys, their values, defaults and meanings."""
    hints = get_type_hints(schema.Sections)
    return "\n\n".join(_section(name, hint) for name, hint in hints.items())


def _section(name: str, hint: Any) -> str:
    named = get_origin(hint) is dict
    shape: Any = get_args(hint)[1] if named else hint
    title = f"### `{name}{'.NAME' if named else ''}`"
    hints = get_type_hints(shape, include_extras=True)
    said = meanings(shape)
    rows = [(f"`{one.name}`", _type(hints[one.name]), _start(one), said.get(one.name, "")) for one in fields(shape)]
    # Leave out references to the rule book's matrix.
    about = re.sub(r" \([A-Z]\d[^)]*\)", "", inspect.getdoc(shape) or "")
    return f"{title}\n\n{about}\n\n{table('key', 'values', 'default', 'meaning', rows=rows)}"


def _type(hint: Any) -> str:
    """Return which values a key allows."""
    if literals := [one for one in get_args(hint) if isinstance(one, str | int)]:
        return ", ".join(f"`{one}`" for one in literals)
    if get_origin(hint) is tuple:
        return "list of " + ", ".join(f"`{one.name}`" for one in fields(get_args(hint)[0]))
    if get_origin(hint) is Annotated:
        checks = [one for one in hint.__metadata__ if isinstance(one, Within)]
        return f"{checks[0].least:,} to {checks[0].most:,}" if checks else "a selector"
    if hint == BySeats:
        return "a number, by seats"
    if get_origin(hint) is dict:
        return "table of numbers"
    return {bool: "`true`, `false`", int: "a number", str: "text"}[hint]


def _start(one: Field[Any]) -> str:
    if one.default is MISSING:
        return "required" if one.default_factory is MISSING else ""
    if isinstance(one.default, bool):
        return "`true`" if one.default else "`false`"
    return "" if one.default in ("", ()) else f"`{one.default}`"


def variants() -> str:
    """Return each variant with its options and its paragraphs."""
    return "\n\n".join(_variant(from_bytes(read_folder(FOLDER / key))) for key in KEYS)


def _variant(variant: Variant) -> str:
    seats = f"{variant.players.least} to {variant.players.most} players"
    options = [
        (f"`{name}`", f"`{_written(one.default)}`", _others(one), one.about, one.paragraph)
        for name, one in variant.options.items()
    ]
    listed = table("option", "default", "other values", "meaning", "paragraph", rows=options) if options else ""
    return f"## {variant.name}\n\n`{variant.key}`, {seats}\n\n{listed}\n\n{_paragraphs(variant.text)}"


def _others(option: Option) -> str:
    if option.sets:
        return f"{option.least} to {option.most}"
    values = (_written(value) for value in option.values)
    return ", ".join(f"`{value}`" for value in values if value != _written(option.default))


def _written(value: object) -> str:
    return {True: "on", False: "off"}[value] if isinstance(value, bool) else str(value)


def kernel() -> str:
    """Return the paragraphs that hold for all variants, without the title of their file."""
    return KERNEL.read_text(encoding="utf-8").partition("\n")[2]


def _paragraphs(text: str) -> str:
    """Return the chapters of a rule text, one level below the heading of the variant, without title and tables."""
    chapters = re.split(r"^## ", text, flags=re.MULTILINE)[1:]
    return "\n\n".join(f"### {chapter.strip()}" for chapter in chapters)
