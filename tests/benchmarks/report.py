"""What a run of the benchmark found: a table for the terminal, and the same one for the documentation."""

import os
import platform
import subprocess
import time
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from rich.table import Table

from tests.benchmarks.environments import ROOT
from tests.benchmarks.measuring import Row, Series

PAGE: Final = ROOT / "docs" / "explanation" / "performance.md"
BEGIN: Final = "<!-- `make bench ARGS=--write` writes what follows. -->"
END: Final = "<!-- Here it ends. -->"
_HEADINGS: Final = ("--only", "work", "unit", "ours", "peer's", "peer", "ratio", "goal", "")
_WORDS: Final = {"--only", "work", "unit", "peer", ""}


@dataclass(slots=True)
class Report:
    """The rows of a run, and where and when it was made."""

    arguments: str
    """Those of the command."""
    rounds: int
    seconds: float
    """How long a measure took in each round."""
    rows: list[tuple[str, Row]] = field(default_factory=list)
    """The name for ``--only``, and a row."""
    took: dict[str, float] = field(default_factory=dict)
    """Seconds of each name."""
    failed: list[str] = field(default_factory=list)
    """Names whose rows could not be measured, and why."""
    load: float = field(default_factory=lambda: os.getloadavg()[0])
    """The load average at the beginning, before the benchmark added its own."""

    @property
    def machine(self) -> str:
        """The machine and the programs."""
        return f"{os.cpu_count()} cores ({_processor()}), {platform.system()}, Python {platform.python_version()}"

    @property
    def conditions(self) -> str:
        """How it was measured."""
        return f"load average {self.load:.1f} before; {self.rounds} rounds of {self.seconds:g} s each, in turns"

    @property
    def notes(self) -> Iterator[str]:
        """What else was measured, or why a peer is missing."""
        notes = [f"{row.work}: {row.note}" for _, row in self.rows if row.note]
        return iter([*notes, *(f"not measured: {failure}" for failure in self.failed)])

    def table(self) -> Table:
        """Return the table for a terminal."""
        table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
        for heading in _HEADINGS:
            table.add_column(heading, justify="left" if heading in _WORDS else "right", no_wrap=True)
        for name, row in self.rows:
            table.add_row(name, *_cells(row))
        return table

    def markdown(self) -> str:
        """Return all of it for the documentation."""
        today, minutes = time.strftime("%d %B %Y", time.gmtime()), sum(self.took.values()) / 60
        align = ["---" if heading in _WORDS else "--:" for heading in _HEADINGS]
        lines = [[f"`{name}`", *_cells(row)] for name, row in self.rows]
        table = "\n".join(_line(cells) for cells in [_HEADINGS, align, *lines])
        notes = "\n".join(f"- {note}" for note in self.notes)
        made = f"in {minutes:.0f} minutes on {today}, commit `{_commit()}`"
        return (
            f'Measured by `make bench ARGS="{self.arguments}"` {made}. {self.machine}; {self.conditions}, '
            f"{os.getloadavg()[0]:.1f} after.\n\n{table}\n\nNotes on the rows:\n\n{notes}\n"
        )


def write(markdown: str, page: Path = PAGE) -> None:
    """Put *markdown* into *page*, in place of what an earlier run put there. Raises ValueError without marks."""
    before, _, rest = page.read_text(encoding="utf-8").partition(BEGIN)
    _, found, after = rest.partition(END)
    if not found:
        raise ValueError(f"{page} lacks the marks between which the table belongs")
    page.write_text(f"{before}{BEGIN}\n\n{markdown}\n{END}{after}", encoding="utf-8")


def _cells(row: Row) -> list[str]:
    peer = (_rate(row.peer), row.peer.name) if row.peer else ("", "")
    ratio = "" if row.ratio is None else f"{row.ratio:.2f} ({min(row.ratios):.2f} to {max(row.ratios):.2f})"
    goal = "" if row.goal is None else f"{row.goal:.2f}"
    goal = goal if row.most is None else f"≤ {row.most:g}"
    reached = {True: "reached", False: "not reached", None: ""}[row.is_reached]
    return [row.work, row.unit, _rate(row.ours), *peer, ratio, goal, reached]


def _rate(series: Series) -> str:
    """Return the median, and half of the distance from the lowest to the highest as a share of it."""
    digits = 0 if series.median >= 100 else 1
    noise = f" ±{series.spread / 2:.0%}" if len(series.rates) > 1 else ""
    return f"{series.median:,.{digits}f}{noise}"


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def _processor() -> str:
    """Return the name of the processor, as Linux has it."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        return platform.machine()
    return next((line.partition(": ")[2] for line in lines if line.startswith("model name")), platform.machine())


def _commit() -> str:
    told = subprocess.run(
        ["git", "rev-parse", "--short", "HEAD"], cwd=PAGE.parent, capture_output=True, text=True, check=False
    )
    return told.stdout.strip() or "unknown"
