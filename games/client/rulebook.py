"""The rules of the game that is played, as the server tells them, and why a move was refused."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Any, Final

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.client.api_client import Caller
from games.client.http import Json, Refused
from games.client.menu_view import card, hand
from games.client.names import Names
from games.client.notation import in_order

_MORE: Final = "`rules all` opens the whole text, `rules {paragraph}` one paragraph of it."
_OUR_MARKS: Final = re.compile(r"\*\*|`")


class Rulebook:
    """The rules in force in one game: its ruleset with its switches set. Asked for once, and only when needed."""

    def __init__(self, caller: Caller, game: str) -> None:
        self._caller, self._path = caller, f"/games/{game}/rules?lang=en"
        self._rules: Json | None = None

    def summary(self) -> list[str]:
        """Return the rules of this table in a few lines, and how to read more."""
        rules = self._load()
        first = re.search(r"\*\*([A-Z0-9]+-\d+)\*\*", str(rules["text"]))
        return [*rules["summary"], _settings(rules["switches"]), _MORE.format(paragraph=first[1] if first else "K-1")]

    def whole(self) -> RenderableType:
        """Return the whole text."""
        return Markdown(f"{_settings(self._load()['switches'])}\n\n{self._load()['text']}")

    def paragraph(self, name: str) -> RenderableType:
        """Return the paragraph *name* in words, how this table sets the switch that it speaks of, and its example."""
        text = self._text(name)
        if not text:
            return Text(f"There is no {name} in these rules.")
        chosen = [each for each in self._load()["switches"] if each["paragraph"] == name]
        lines = [Text(f"In this game: {each['name']} = {shown(each['value'])}") for each in chosen]
        return Group(Text(text), *lines, *self._example(lambda each: name in each["proves"]))

    def explain(self, refusal: Refused) -> RenderableType:
        """Return why a move was refused: the sentence, the rule behind it, and an example of it as a table."""
        name = str(refusal.problem.get("paragraph") or "")
        slug = str(refusal.problem.get("example") or "").partition("#")[2]
        parts: list[RenderableType] = [Text(str(refusal), style="bold")]
        if name and (text := self._text(name)):
            parts.append(Text(text))
        return Group(*parts, *self._example(lambda each: each["id"] == slug if slug else name in each["proves"]))

    def how_to_cut(self) -> str:
        """Return how to say where the cards are cut."""
        is_four = self._load()["rules"].get("cut", {}).get("kind") == "four"
        places = "cut 3 9 17 25` cuts at these places" if is_four else "cut 7` cuts at this place"
        return f"`{places}, counted from the top."

    def _text(self, name: str) -> str:
        """Return the paragraph of this number, the variant's or else the kernel's, without marks; or nothing."""
        for page in (str(self._load()["text"]), str(self._load().get("kernel", ""))):
            for block in re.split(r"\n\s*\n", page):
                if block.startswith(f"**{name}**"):
                    return _OUR_MARKS.sub("", " ".join(block.split()))
        return ""

    def _example(self, is_meant: Callable[[Json], bool]) -> Iterator[RenderableType]:
        """Yield the first example that *is_meant* and that shows a table."""
        found = next((each for each in self._load()["examples"] if is_meant(each) and each.get("hands")), None)
        if found:
            pack = self._load()["rules"].get("deck", {}).get("pack", "french")
            yield Text(f"For example: {found['name']}.")
            yield Padding(_table(found, Names([], None, pack)), (0, 0, 0, 2))

    def _load(self) -> Json:
        if self._rules is None:
            self._rules = self._caller.get(self._path).body
        return self._rules


def shown(value: Any) -> str:
    """Return the value of a switch as one types it."""
    return value if isinstance(value, str) else json.dumps(value)


def _settings(switches: list[Json]) -> str:
    """Return in a sentence what was chosen for this game."""
    chosen = [f"{each['name']} = {shown(each['value'])}" for each in switches if each["value"] != each["default"]]
    return f"In this game: {', '.join([*chosen, 'all other switches' if chosen else 'all switches'])} as by default."


def _table(example: Json, names: Names) -> RenderableType:
    """Return the table of an example: what lies there, the hands, the moves made, and those that are refused."""
    grid = Table.grid(padding=(0, 2))
    if up_card := example.get("up_card"):
        grid.add_row("up-card", card(up_card, names))
    if asked := example.get("nominated"):
        grid.add_row("nominated", names.nominated(asked))
    if penalty := example.get("penalty"):
        grid.add_row("penalty", f"{penalty} cards are live")
    for seat, held in enumerate(example["hands"]):
        grid.add_row(f"seat {seat}", hand(in_order(code for code in held.split() if code != "..."), names))
    for move in example.get("moves") or ():
        grid.add_row("then", _move(move))
    refused = example.get("then", {}).get("refused") or ()
    for move in [refused] if isinstance(refused, str) else refused:
        grid.add_row("refused", _move(move))
    return grid


def _move(text: str) -> str:
    seat, _, move = text.partition(" ")
    return f"seat {seat}: {move}"
