"""The plot of the arena: how often the first level won at each table, with 95 % intervals."""

from collections.abc import Sequence
from pathlib import Path
from typing import Final

from matplotlib import rc_context
from matplotlib.figure import Figure

from games.management.bot_matches import Score

_WIDTH: Final = 9.0
_ROW: Final = 0.32
"""Inches of each table."""


def draw(scores: Sequence[tuple[str, Score]], title: str, path: Path) -> None:
    """Draw *scores* into the file *path*, a PNG or an SVG by its suffix. Raises OSError if it cannot be written."""
    # A fixed salt and no date: the same numbers give the same file. In an SVG, text stays text.
    with rc_context({"svg.hashsalt": "maumau", "svg.fonttype": "none"}):
        figure = Figure(figsize=(_WIDTH, 1.4 + _ROW * len(scores)), layout="constrained")
        axes = figure.subplots()
        rows = list(range(len(scores)))[::-1]
        shares, spans = [score.share for _, score in scores], [score.interval() for _, score in scores]
        errors = [
            [max(0.0, share - low) for share, (low, _) in zip(shares, spans, strict=True)],
            [max(0.0, high - share) for share, (_, high) in zip(shares, spans, strict=True)],
        ]
        axes.errorbar(shares, rows, xerr=errors, fmt="o", capsize=3, color="tab:blue")
        axes.axvline(0.5, color="grey", linestyle=":")
        axes.set_yticks(rows, [name for name, _ in scores])
        axes.set(title=title, xlabel="share of games won, with 95 % intervals", xlim=(0, 1))
        figure.savefig(path, dpi=120, metadata={"Date": None} if path.suffix == ".svg" else None)
