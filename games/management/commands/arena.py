"""``manage.py arena``: let two levels of bots play against each other, and print how often the first one wins."""

from argparse import ArgumentParser
from itertools import groupby
from operator import itemgetter
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from games.bots import LEVELS
from games.management.bot_matches import Score, meet
from games.management.parallel import bars
from games.rules.variants import KEYS, load

SEATS = (2, 4)


class Command(BaseCommand):
    """Play each deal twice, with the seats swapped, in each variant at each size of table."""

    help = "Let two levels of bots play each deal twice, with the seats swapped. Print how often the first one wins."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the levels, the tables and the number of deals."""
        levels = sorted(LEVELS)
        parser.add_argument(
            "first", nargs="?", default="clever", choices=levels, help="level whose wins are counted (default clever)"
        )
        parser.add_argument(
            "second", nargs="?", default="novice", choices=levels, help="level of its opponents (default novice)"
        )
        parser.add_argument(
            "--variant", action="append", choices=KEYS, dest="variants", metavar="VARIANT",
            help="play only this variant; you can repeat this option",
        )  # fmt: skip
        parser.add_argument(
            "--seats", action="append", type=int, metavar="K",
            help="seats at a table (default 2 and 4, if the variant allows them); you can repeat this option",
        )  # fmt: skip
        parser.add_argument(
            "--deals", type=int, default=500, metavar="N", help="deals at each table, each played twice (default 500)"
        )

    def handle(self, *_args: Any, first: str, second: str, deals: int, **options: Any) -> None:
        """Play and print the table. Raises CommandError if there is nothing to play."""
        sizes = options["seats"] or SEATS
        players = {key: load(key).players for key in options["variants"] or KEYS}
        tables = [(key, n) for key, allowed in players.items() for n in sizes if allowed.least <= n <= allowed.most]
        if deals < 1:
            raise CommandError("--deals must be 1 or more.")
        if not tables:
            raise CommandError("None of these variants allows tables of these sizes.")
        console = Console(file=self.stdout)  # type: ignore[arg-type] # it has all that is used of a file
        report = Table("variant", "seats", "games", "won", "95 % interval", title=f"{first} against {second}")
        scores = []
        with bars(console) as progress:
            for key, of_key in groupby(tables, key=itemgetter(0)):
                of_variant, sizes = Score(), [seats for _, seats in of_key]
                for seats in sizes:
                    scores.append(score := Score())
                    for number in progress.track(range(deals), description=f"{key}, {seats} seats"):
                        score.add(meet(key, first, second, number, seats=seats))
                    of_variant.add(score)
                    report.add_row(key, str(seats), *_columns(score))
                if len(sizes) > 1:
                    report.add_row(key, "all", *_columns(of_variant), style="bold")
        # Every table counts the same in the mean, whatever its number of games.
        mean = sum(score.share for score in scores) / len(scores)
        report.add_row("mean", "", str(sum(score.games for score in scores)), f"{mean:.1%}", "", style="bold")
        console.print(report)


def _columns(score: Score) -> tuple[str, str, str]:
    low, high = score.interval()
    return str(score.games), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}"
