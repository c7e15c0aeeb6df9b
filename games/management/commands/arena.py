"""Let two levels of bots play against each other, and print who wins how often."""

from argparse import ArgumentParser
from collections.abc import Sequence
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots import LEVELS
from games.management.bot_matches import Score, meet
from games.rules.variants import KEYS, load

SEATS = (2, 4)


class Command(BaseCommand):
    """Play each deal twice, seats swapped, in each variant at each size of table."""

    help = "Let two levels of bots play against each other, by turns round the table, seats swapped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say who plays, what, at which tables, and how long."""
        parser.add_argument("first", nargs="?", default="clever", choices=sorted(LEVELS))
        parser.add_argument("second", nargs="?", default="novice", choices=sorted(LEVELS))
        parser.add_argument("--variant", action="append", choices=KEYS, dest="variants", help="may be given again")
        parser.add_argument(
            "--seats",
            action="append",
            type=int,
            help="may be given again (default 2 and 4, where a variant takes them)",
        )
        parser.add_argument("--deals", type=int, default=500, help="each is played twice (default 500)")

    def handle(self, *_args: Any, first: str, second: str, deals: int, **options: Any) -> None:
        """Play, and print the table. Raises CommandError where nobody would play."""
        console = Console(file=self.stdout)  # type: ignore[arg-type] # it has all that is used of a file
        tables = [table for key in options["variants"] or KEYS for table in _tables(key, options["seats"] or SEATS)]
        if deals < 1:
            raise CommandError("At least one deal is needed.")
        if not tables:
            raise CommandError("No such variant is played at tables of this size.")
        scores = {table: Score() for table in tables}
        with _progress(console) as progress:
            for key, seats in tables:
                for number in progress.track(range(deals), description=f"{key}, {seats} seats"):
                    met = meet(key, first, second, number, seats=seats)
                    scores[key, seats].games += met.games
                    scores[key, seats].won += met.won
        console.print(_table(f"{first} against {second}", scores))


def _tables(key: str, sizes: Sequence[int]) -> list[tuple[str, int]]:
    """Return the tables of variant *key* at those of *sizes* that it takes."""
    players = load(key).players
    return [(key, seats) for seats in sizes if players.least <= seats <= players.most]


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


def _table(title: str, scores: dict[tuple[str, int], Score]) -> Table:
    table = Table("variant", "seats", "games", "won", "95 % interval", title=title)
    for (key, seats), score in scores.items():
        low, high = score.interval()
        table.add_row(key, str(seats), str(score.games), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}")
    mean = sum(score.share for score in scores.values()) / len(scores) if scores else 0.0
    table.add_row("mean", "", str(sum(score.games for score in scores.values())), f"{mean:.1%}", "", style="bold")
    return table
