"""The references of problem codes and refusals, from the catalogue of the API."""

from docs.generate.markdown import table
from games.api.problems.catalogue import entries


def problems() -> str:
    """Return what each problem code means, what a client should do, and an example."""
    return "\n\n".join(
        f"### {entry.code}\n\nStatus {entry.status}: {entry.title}.\n\n{entry.meaning}\n\n"
        f"*What to do:* {entry.remedy}\n\n*Example:* {entry.detail}"
        for entry in entries().values()
        if entry.reason_of is None
    )


def reasons() -> str:
    """Return a table of the reasons for refusing a move, with their paragraphs."""
    rows = [(f"`{one.code}`", one.detail, one.paragraph or "") for one in entries().values() if one.reason_of]
    return table("reason", "meaning", "paragraph", rows=rows)
