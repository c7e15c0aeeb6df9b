"""`make bench`: measure the service against its peers, side by side on this machine."""

import os
import platform
import sys
import time
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
"""Columns of the table if it goes to a file."""


class Command(BaseCommand):
    """Measure each row and its peer in turns, and print medians, spreads and ratios."""

    help = (
        "Measure the engine, moves, long games and reads against peers. Peers are installed in temporary environments."
    )
    requires_system_checks: list[str] = []  # noqa: RUF012  # Django's own declaration

    def add_arguments(self, parser: CommandParser) -> None:
        """Choose rows and effort."""
        parser.add_argument(
            "--only", nargs="+", choices=[*ROWS], metavar="NAME", help=f"only these rows: {', '.join(ROWS)}"
        )
        parser.add_argument("--due", type=int, metavar="N", help="clocks due at once in the row `due`, such as 100000")
        parser.add_argument("--events", type=int, metavar="N", help="events of the row `stored`, such as 10000000")
        parser.add_argument("--load", type=float, metavar="N", help="seconds of load of the row `memory`, such as 3600")
        parser.add_argument(
            "--quick", action="store_true", help="only check that everything runs; the numbers mean nothing"
        )

    def handle(self, *, only: list[str] | None, quick: bool, **given: Any) -> None:
        """Measure and print. Raises CommandError if the service does not start."""
        effort, names = QUICK if quick else Effort(), only or [*ROWS]
        effort = replace(
            effort,
            due=given["due"] or effort.due,
            behind=given["events"] or effort.behind,
            load=given["load"] or effort.load,
        )
        console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)
        python, load = platform.python_version(), os.getloadavg()[0]
        machine = f"{os.cpu_count()} cores, {platform.machine()}, Python {python}, load {load:.1f}"
        console.print(f"{machine}; {effort.rounds} rounds of {effort.seconds:g} s each, in turns")
        rows: list[Row] = []
        try:
            with _progress(len(names) * effort.rounds * 2) as step, Bench(effort, step) as bench:
                for name in names:
                    begun = time.monotonic()
                    rows.extend(ROWS[name](bench))
                    self.stderr.write(f"{name}: {time.monotonic() - begun:.0f} s")
        except NoService as error:
            raise CommandError(f"The service did not start:\n{error}") from error
        finally:
            console.print(_table(rows))
            for row in rows:
                if row.note:
                    console.print(f"{row.work}: {row.note}")


@contextmanager
def _progress(total: int) -> Iterator[Any]:
    """Show the progress on a terminal, and nothing in a pipe."""
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
        goal = goal if row.most is None else f"≤ {row.most:g}"
        reached = {True: "reached", False: "not reached", None: ""}[row.is_reached]
        ratio = "" if row.ratio is None else f"{row.ratio:.2f} ({min(row.ratios):.2f} to {max(row.ratios):.2f})"
        table.add_row(row.work, row.unit, _rate(row.ours), *peer, ratio, goal, reached)
    return table


def _rate(series: Series) -> str:
    digits = 0 if series.median >= 100 else 1
    return f"{series.median:,.{digits}f} ±{series.spread / 2:.0%}"
