"""The rules of the game that is played, as the server tells them, and why a move was refused."""

import re
from collections.abc import Iterator
from typing import Final

from rich.console import RenderableType
from rich.markdown import Markdown

from games.management.terminal.caller import Caller
from games.management.terminal.http import BASE, Json, Refused

_SHOWN: Final = ("hands", "up_card", "moves", "then")


class Rulebook:
    """What the server says under the hash of one ruleset; asked for once."""

    def __init__(self, caller: Caller, href: str) -> None:
        self._caller, self._href = caller, href.removeprefix(BASE)
        self._rules: Json | None = None
        self._examples: list[Json] | None = None

    def read(self, paragraph: str = "") -> RenderableType:
        """Return the rule text; of one *paragraph* alone where one is given."""
        if not paragraph:
            return Markdown(str(self._load()["text"]))
        return Markdown("\n".join(self._paragraph(paragraph)) or f"There is no {paragraph} in these rules.")

    def explain(self, refusal: Refused) -> Iterator[str]:
        """Yield the lines that say why a move was refused: sentence, paragraph, example."""
        problem = refusal.problem
        yield str(refusal)
        if paragraph := problem.get("paragraph"):
            yield f"reason {problem.get('reason')}, paragraph {paragraph}"
            yield from (line.replace("**", "") for line in self._paragraph(paragraph))
        if example := problem.get("example"):
            yield from self._show(str(example))

    def _paragraph(self, name: str) -> list[str]:
        """Return the lines that carry the number of a paragraph: the variant's, or else the kernel's."""
        wanted = re.compile(rf"(?<![\w-]){re.escape(name)}(?![\w-])")
        pages = (str(self._load()["text"]), str(self._load().get("kernel", "")))
        found = [[line.strip() for line in page.splitlines() if wanted.search(line)] for page in pages]
        return found[0] if any(line.startswith(f"**{name}**") for line in found[0]) else found[1] or found[0]

    def _load(self) -> Json:
        if self._rules is None:
            self._rules = self._caller.get(self._href).body
        return self._rules

    def _show(self, address: str) -> Iterator[str]:
        """Yield an example, which an address names by its fragment."""
        if self._examples is None:
            self._examples = self._caller.get(address.partition("#")[0].removeprefix(BASE)).body["items"]
        slug = address.partition("#")[2]
        for example in self._examples:
            if example["id"] == slug:
                yield f"for example: {example['name']}"
                yield from (f"  {key}: {example[key]}" for key in _SHOWN if example.get(key))
