"""Parts of the documentation that are generated from the code.

A page contains such a part where a line ends with `<!-- generated: NAME -->`. The line begins with a sentence
for readers of the repository, who do not see the generated part. To add a part, write a function that returns Markdown,
and add it to PAGES.
"""

from collections.abc import Callable
from pathlib import Path
from typing import Final

from docs.generate import events, openapi, operation, problems, rulesets


def decisions() -> str:
    """Return a table of contents of the architecture decision records, in the order of reading."""
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
"""The functions by the NAME that pages use."""
