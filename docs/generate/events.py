"""The reference of events, from the descriptions of their classes."""

import json
from collections.abc import Iterator
from inspect import getdoc

from docs.generate.markdown import table
from docs.generate.openapi import type_text
from games.api.docstrings import meanings
from games.api.tables.event_reference import WORDS, EventReference, FieldReference, references
from games.ladders.events import Entry, Returned
from games.ladders.ratings import Basis

CHAPTERS = {
    "games.rules.events.of_game": "The game and its seats",
    "games.rules.events.dealing": "Dealing",
    "games.rules.events.turns": "Turns",
    "games.rules.events.effects": "Effects and announcements",
    "games.rules.events.of_clock": "The clock, pauses and proposals",
    "games.ladders.events": "Ladders",
}
"""The headings by the module of the events, in the order of the page."""


_PARTS = (Entry, Returned, Basis)
"""The parts of events of ladders. Their chapters stand behind the events."""


def events() -> str:
    """Return a chapter about each type of event. Raises KeyError for a module without a heading."""
    chapters: dict[str, list[str]] = {module: [] for module in CHAPTERS}
    for one in references().values():
        chapters[one.kind.__module__].append("\n\n".join(_event(one)))
    for part in _PARTS:
        rows = [(f"`{name}`", text) for name, text in meanings(part).items()]
        chapters[Entry.__module__].append(
            f"### {part.__name__}\n\n{getdoc(part)}\n\n{table('field', 'meaning', rows=rows)}"
        )
    return "\n\n".join(f"## {CHAPTERS[module]}\n\n" + "\n\n".join(found) for module, found in chapters.items())


def _event(one: EventReference) -> Iterator[str]:
    yield f"### {one.name}"
    yield f"{one.meaning} Schema {one.schema}; {'it has a `seat`' if one.has_seat else '`seat` is null'}."
    if one.fields:
        rows = [(f"`{field.name}`", _type(field), field.seen_by, field.meaning) for field in one.fields]
        yield table("field", "type", "seen by", "meaning", rows=rows)
    yield f"```json\n{json.dumps(one.example, ensure_ascii=False)}\n```"


def _type(field: FieldReference) -> str:
    text = type_text(field.schema)
    for part in _PARTS:
        text = text.replace(f"schemas.md#{part.__name__.lower()}", f"#{part.__name__.lower()}")
    return text


def words() -> str:
    """Return a table for each set of words that a field of an event may hold."""
    return "\n\n".join(
        f"### {word.__name__}\n\n{getdoc(word)}\n\n"
        + table(
            "word",
            "meaning",
            rows=[(f"`{member.value}`", meanings(word).get(name, "")) for name, member in word.__members__.items()],
        )
        for word in WORDS
    )
