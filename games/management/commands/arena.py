"""Let two levels of bots play against each other, and print who wins how often."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table

from games.bots import LEVELS
from games.management.matches import Score, meet
from games.rules.variants import KEYS


class Command(BaseCommand):
    """Play each deal twice, seats swapped, in each variant."""

    help = "Let two levels of bots play against each other at two seats, seats swapped."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Say who plays, what, and how long."""
        parser.add_argument("first", nargs="?", default="clever", choices=sorted(LEVELS))
        parser.add_argument("second", nargs="?", default="novice", choices=sorted(LEVELS))
        parser.add_argument("--variant", action="append", choices=KEYS, dest="variants", help="may be given again")
        parser.add_argument("--deals", type=int, default=500, help="each is played twice (default 500)")

    def handle(self, *_args: Any, first: str, second: str, deals: int, **options: Any) -> None:
        """Play, and print the table."""
        console = Console(file=self.stdout)  # type: ignore[arg-type] # it has all that is used of a file
        keys = options["variants"] or KEYS
        scores = {key: Score() for key in keys}
        with _progress(console) as progress:
            for key in keys:
                for number in progress.track(range(deals), description=key):
                    met = meet(key, first, second, number)
                    scores[key].games += met.games
                    scores[key].won += met.won
        console.print(_table(f"{first} against {second}", scores))


def _progress(console: Console) -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True)


def _table(title: str, scores: dict[str, Score]) -> Table:
    table = Table("variant", "games", "won", "95 % interval", title=title)
    for key, score in scores.items():
        low, high = score.interval()
        table.add_row(key, str(score.games), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}")
    mean = sum(score.share for score in scores.values()) / len(scores)
    table.add_row("mean", str(sum(score.games for score in scores.values())), f"{mean:.1%}", "", style="bold")
    return table
