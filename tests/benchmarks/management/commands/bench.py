"""`make bench`: measure the service against its peers, side by side on this machine."""

import signal
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import Any

from django.core.management.base import BaseCommand, CommandError, CommandParser
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeElapsedColumn

from games.client.http import Refused, Unreachable
from tests.benchmarks import report
from tests.benchmarks.environments import NoPeer
from tests.benchmarks.report import Report
from tests.benchmarks.rows import QUICK, ROWS, Bench, Effort
from tests.benchmarks.service import NoService

_FAULTS = (NoPeer, Refused, Unreachable)
"""Faults of one row. The others are measured all the same."""
_WIDE = 240
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
        parser.add_argument("--write", action="store_true", help="write the table into docs/explanation/performance.md")
        parser.add_argument(
            "--quick", action="store_true", help="only check that everything runs; the numbers mean nothing"
        )

    def handle(self, *, only: list[str] | None, quick: bool, write: bool, **given: Any) -> None:
        """Measure and print. Raises CommandError if the service does not start, or a row cannot be measured."""
        if write and quick:
            raise CommandError("The numbers of --quick mean nothing, so they are not written.")
        signal.signal(signal.SIGTERM, signal.default_int_handler)  # whoever is terminated ends the service, too
        effort, names = QUICK if quick else Effort(), only or [*ROWS]
        effort = replace(
            effort,
            due=given["due"] or effort.due,
            behind=given["events"] or effort.behind,
            load=given["load"] or effort.load,
        )
        console = Console(highlight=False, markup=False, width=None if sys.stdout.isatty() else _WIDE)
        found = Report(" ".join(sys.argv[2:]), effort.rounds, effort.seconds)
        console.print(f"{found.machine}; {found.conditions}")
        try:
            with _progress(len(names) * effort.rounds * 2) as step, Bench(effort, step) as bench:
                for name in names:
                    begun = time.monotonic()
                    try:
                        found.rows.extend((name, row) for row in ROWS[name](bench))
                    except _FAULTS as error:
                        found.failed.append(f"{name}: {error}")
                    found.took[name] = time.monotonic() - begun
        except NoService as error:
            raise CommandError(f"The service did not start:\n{error}") from error
        finally:
            console.print(found.table())
            for note in found.notes:
                console.print(note)
            console.print("took " + ", ".join(f"{name} {seconds:.0f} s" for name, seconds in found.took.items()))
        if write:
            report.write(found.markdown())
        if found.failed:
            raise CommandError("\n".join(found.failed))


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
