"""The rules of one game, as the server gives them, and why a move was refused."""

import json
import re
from collections.abc import Callable, Iterator
from typing import Final

from rich.console import Group, RenderableType
from rich.markdown import Markdown
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from games.client.api_client import ApiClient
from games.client.http import Json, Refused
from games.client.menu_view import card, hand
from games.client.names import Names
from games.client.notation import sorted_hand

_MORE: Final = "`rules all` opens the whole text, `rules {paragraph}` one paragraph of it."
_MARKUP: Final = re.compile(r"\*\*|`")


class Rulebook:
    """The rules of one game: its ruleset with the options of this table. They are fetched once, when first needed."""

    def __init__(self, api: ApiClient, game: str) -> None:
        self._api, self._path = api, f"/games/{game}/rules?lang=en"
        self._rules: Json | None = None

    def summary(self) -> list[str]:
        """Return the rules of this table in a few lines. The last one says how to read more."""
        rules = self._load()
        first = re.search(r"\*\*([A-Z0-9]+-\d+)\*\*", str(rules["text"]))
        return [*rules["summary"], _settings(rules["options"]), _MORE.format(paragraph=first[1] if first else "K-1")]

    def whole(self) -> RenderableType:
        """Return the options of this table and the whole text of its rules."""
        return Markdown(f"{_settings(self._load()['options'])}\n\n{self._load()['text']}")

    def paragraph(self, name: str) -> RenderableType:
        """Return the paragraph *name*, the value of its option at this table, and its example."""
        text = self._text(name)
        if not text:
            return Text(f"There is no {name} in these rules.")
        chosen = [each for each in self._load()["options"] if each["paragraph"] == name]
        lines = [Text(f"In this game: {each['name']} = {option_text(each['value'])}") for each in chosen]
        return Group(Text(text), *lines, *self._example(lambda each: name in each["proves"]))

    def explain(self, refusal: Refused) -> RenderableType:
        """Return why a move was refused: the reason, the paragraph behind it, and its example as a table."""
        name = str(refusal.problem.get("paragraph") or "")
        slug = str(refusal.problem.get("example") or "").partition("#")[2]
        parts: list[RenderableType] = [Text(str(refusal), style="bold")]
        if name and (text := self._text(name)):
            parts.append(Text(text))
        return Group(*parts, *self._example(lambda each: each["id"] == slug if slug else name in each["proves"]))

    def how_to_cut(self) -> str:
        """Return a hint on how to type the places at which to cut."""
        is_four = self._load()["rules"].get("cut", {}).get("kind") == "four"
        places = "cut 3 9 17 25` cuts at these places" if is_four else "cut 7` cuts at this place"
        return f"`{places}, counted from the top."

    def _text(self, name: str) -> str:
        """Return the paragraph with this number, without markup. Empty if neither the variant nor the kernel has it."""
        for page in (str(self._load()["text"]), str(self._load().get("kernel", ""))):
            for block in re.split(r"\n\s*\n", page):
                if block.startswith(f"**{name}**"):
                    return _MARKUP.sub("", " ".join(block.split()))
        return ""

    def _example(self, is_meant: Callable[[Json], bool]) -> Iterator[RenderableType]:
        """Yield the first example that *is_meant* and has hands, drawn as a table with its moves and refused moves."""
        found = next((each for each in self._load()["examples"] if is_meant(each) and each.get("hands")), None)
        if not found:
            return
        yield Text(f"For example: {found['name']}.")
        names = Names([], None, self._load()["rules"].get("deck", {}).get("pack", "french"))
        grid = Table.grid(padding=(0, 2))
        if up_card := found.get("up_card"):
            grid.add_row("up-card", card(up_card, names))
        if nominated := found.get("nominated"):
            grid.add_row("nominated", names.nominated(nominated))
        if penalty := found.get("penalty"):
            grid.add_row("penalty", f"{penalty} cards are live")
        for seat, held in enumerate(found["hands"]):
            grid.add_row(f"seat {seat}", hand(sorted_hand(code for code in held.split() if code != "..."), names))
        refused = found.get("then", {}).get("refused") or ()
        moves = [("then", move) for move in found.get("moves") or ()]
        moves += [("refused", move) for move in ([refused] if isinstance(refused, str) else refused)]
        for title, text in moves:
            mover, _, move = text.partition(" ")
            grid.add_row(title, f"seat {mover}: {move}")
        yield Padding(grid, (0, 0, 0, 2))

    def _load(self) -> Json:
        if self._rules is None:
            self._rules = self._api.get(self._path).body
        return self._rules


def option_text(option: Json) -> str:
    """Return the value of an option as it is typed: ``true``, ``3``, ``last``.

    >>> option_text({"flag": True}), option_text({"choice": "last"})
    ('true', 'last')
    """
    (value,) = option.values()
    return value if isinstance(value, str) else json.dumps(value)


def _settings(options: list[Json]) -> str:
    """Return a sentence with the options that differ from their defaults."""
    chosen = [
        f"{each['name']} = {option_text(each['value'])}" for each in options if each["value"] != each["default_value"]
    ]
    if not chosen:
        return "In this game all options have their defaults."
    return f"In this game: {', '.join(chosen)}. All other options have their defaults."
