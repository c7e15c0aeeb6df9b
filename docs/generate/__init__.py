"""The parts of the site that the code knows. A page asks for one by a line `<!-- generated: NAME -->`.

To add one, write a function that returns Markdown and name it in PAGES.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from docs.generate import events, openapi, operation, problems, rulesets


def decisions() -> str:
    """Return the architecture decision records, the oldest first, and put them into the navigation."""
    records = sorted((Path(__file__).parents[1] / "adr").glob("[0-9]*.md"))
    names = "\n".join(f"../adr/{record.stem}" for record in records)
    return f"```{{toctree}}\n:maxdepth: 1\n\n{names}\n```"


PAGES: Final[dict[str, Callable[[], str]]] = {
    "commands": operation.commands,
    "decisions": decisions,
    "endpoints": openapi.endpoints,
    "event-words": events.words,
    "events": events.events,
    "kernel": rulesets.kernel,
    "problems": problems.problems,
    "reasons": problems.reasons,
    "ruleset-keys": rulesets.keys,
    "schemas": openapi.schemas,
    "settings": operation.settings,
    "variants": rulesets.variants,
}
"""Functions by the NAME that pages ask for."""
