"""The rules of the game that is played, as the server tells them, and why a move was refused."""

import json
import re
from collections.abc import Iterator
from typing import Any, Final

from rich.console import RenderableType
from rich.markdown import Markdown

from games.management.terminal.caller import Caller
from games.management.terminal.http import Json, Refused

_SHOWN: Final = ("hands", "up_card", "moves", "then")


class Rulebook:
    """The rules in force in one game: its ruleset with its switches set. Asked for once, and only when needed."""

    def __init__(self, caller: Caller, game: str) -> None:
        self._caller, self._path = caller, f"/games/{game}/rules"
        self._rules: Json | None = None

    def read(self, paragraph: str = "") -> RenderableType:
        """Return the rule text; of one *paragraph* alone where one is given, with an example of it."""
        if not paragraph:
            return Markdown(f"{_settings(self._load()['switches'])}\n\n{self._load()['text']}")
        lines = self._paragraph(paragraph)
        if not lines:
            return Markdown(f"There is no {paragraph} in these rules.")
        example = next((each for each in self._load()["examples"] if paragraph in each["proves"]), None)
        return Markdown("\n".join([*lines, *self._switch(paragraph), *_fenced(example)]))

    def explain(self, refusal: Refused) -> Iterator[str]:
        """Yield the lines that say why a move was refused: sentence, paragraph, example."""
        problem = refusal.problem
        yield str(refusal)
        if paragraph := problem.get("paragraph"):
            yield f"reason {problem.get('reason')}, paragraph {paragraph}"
            yield from (line.replace("**", "") for line in self._paragraph(paragraph))
        slug = str(problem.get("example") or "").partition("#")[2]
        yield from next((_example(each) for each in self._load()["examples"] if each["id"] == slug), ())

    def how_to_cut(self) -> str:
        """Return how to say where the cards are cut."""
        is_four = self._load()["rules"].get("cut", {}).get("kind") == "four"
        places = "cut 3 9 17 25` cuts at these places" if is_four else "cut 7` cuts at this place"
        return f"`{places}, counted from the top."

    def _paragraph(self, name: str) -> list[str]:
        """Return the lines that carry the number of a paragraph: the variant's, or else the kernel's."""
        wanted = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        pages = (str(self._load()["text"]), str(self._load().get("kernel", "")))
        found = [[line.strip() for line in page.splitlines() if wanted.search(line)] for page in pages]
        return found[0] if any(line.startswith(f"**{name}**") for line in found[0]) else found[1] or found[0]

    def _switch(self, paragraph: str) -> list[str]:
        """Return what this game has chosen where the paragraph speaks of a switch."""
        found = [each for each in self._load()["switches"] if each["paragraph"] == paragraph]
        return [f"\nIn this game: `{each['name']} = {shown(each['value'])}`" for each in found]

    def _load(self) -> Json:
        if self._rules is None:
            self._rules = self._caller.get(self._path).body
        return self._rules


def shown(value: Any) -> str:
    """Return the value of a switch as one types it."""
    return value if isinstance(value, str) else json.dumps(value)


def _settings(switches: list[Json]) -> str:
    """Return in a sentence what was chosen for this game."""
    chosen = [f"`{each['name']} = {shown(each['value'])}`" for each in switches if each["value"] != each["default"]]
    return f"In this game: {', '.join([*chosen, 'all other switches' if chosen else 'all switches'])} as by default."


def _fenced(example: Json | None) -> list[str]:
    return ["```", *_example(example), "```"] if example else []


def _example(example: Json) -> Iterator[str]:
    """Yield an example, line by line."""
    yield f"for example: {example['name']}"
    yield from (f"  {key}: {example[key]}" for key in _SHOWN if example.get(key))
