"""`make bench`: the ratios of speed that matter, measured side by side on this machine."""

import os
import platform
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn
from rich.table import Table

from tests.benchmarks.measuring import Row, Series
from tests.benchmarks.rows import QUICK, ROWS, Bench, Effort
from tests.benchmarks.service import NoService

_WIDE = 150
"""Columns of the table where it goes to a file."""


class Command(BaseCommand):
    """Measures each row against its peer, round by round in turns, and prints medians, spread and ratios."""

    help = (
        "Print the ratios of speed: engine, move, long games, reads. Peers are installed into throw-away environments."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose rows and effort."""
        parser.add_argument("--only", nargs="+", choices=[*ROWS], metavar="NAME", help=f"of {', '.join(ROWS)}")
        parser.add_argument("--due", type=int, metavar="N", help="clocks due at once in the row `due`, such as 100000")
        parser.add_argument("--quick", action="store_true", help="a smoke run: its numbers mean nothing")

    def handle(self, *, only: list[str] | None, quick: bool, due: int | None, **_: Any) -> None:
        """Measure and print; CommandError when the service does not start."""
        effort, names = QUICK if quick else Effort(), only or [*ROWS]
        effort = replace(effort, due=due or effort.due)
        console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)
        console.print(f"{_machine()}; {effort.rounds} rounds of {effort.seconds:g} s each, in turns")
        rows: list[Row] = []
        try:
            rows.extend(_measured(names, effort))
        except NoService as error:
            raise CommandError(f"The service did not start:\n{error}") from error
        finally:
            console.print(_table(rows))
            for row in rows:
                if row.note:
                    console.print(f"{row.work}: {row.note}")


def _measured(names: list[str], effort: Effort) -> Iterator[Row]:
    with _progress(len(names) * effort.rounds * 2) as step, Bench(effort, step) as bench:
        for name in names:
            yield from ROWS[name](bench)


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """Show how far it is on a terminal, and nothing in a pipe."""
    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), TimeElapsedColumn())
    with Progress(*columns, console=console, disable=not console.is_terminal, transient=True) as progress:
        task = progress.add_task("", total=total)

        def step(what: str) -> None:
            if what:
                progress.update(task, description=what)
            else:
                progress.advance(task)

        yield step


def _table(rows: Iterable[Row]) -> Table:
    table = Table(box=None, header_style="bold", padding=(0, 2, 0, 0))
    for heading in ("work", "unit", "ours", "peer's", "peer", "ratio", "goal", ""):
        is_word = heading in {"work", "unit", "peer", ""}
        table.add_column(heading, justify="left" if is_word else "right", no_wrap=True)
    for row in rows:
        peer = (_rate(row.peer), row.peer.name) if row.peer else ("", "")
        goal = "" if row.goal is None else f"{row.goal:.2f}"
        reached = {True: "reached", False: "not reached", None: ""}[row.is_reached]
        table.add_row(row.work, row.unit, _rate(row.ours), *peer, _ratio(row), goal, reached)
    return table


def _rate(series: Series) -> str:
    return f"{series.median:,.0f} ±{series.spread / 2:.0%}"


def _ratio(row: Row) -> str:
    if row.ratio is None:
        return ""
    return f"{row.ratio:.2f} ({min(row.ratios):.2f} to {max(row.ratios):.2f})"


def _machine() -> str:
    load = os.getloadavg()[0]
    return f"{os.cpu_count()} cores, {platform.machine()}, Python {platform.python_version()}, load {load:.1f}"
