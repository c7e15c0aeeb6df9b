"""Helpers that write Markdown."""

from collections.abc import Iterable, Sequence


def table(*head: str, rows: Iterable[Sequence[str]]) -> str:
    """Return a table with these headings. Cells may contain line breaks and pipes."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join(f"| {' | '.join(map(_cell, line))} |" for line in lines)


def _cell(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")
