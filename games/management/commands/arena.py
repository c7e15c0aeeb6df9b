"""Let two levels of bots play against each other, and print how often each wins."""

from argparse import ArgumentParser
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

    help = "Let two levels of bots play each deal twice, with the seats swapped, and print who wins how often."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the levels, the tables and the number of deals."""
        parser.add_argument("first", nargs="?", default="clever", choices=sorted(LEVELS))
        parser.add_argument("second", nargs="?", default="novice", choices=sorted(LEVELS))
        parser.add_argument("--variant", action="append", choices=KEYS, dest="variants", help="may be given again")
        parser.add_argument(
            "--seats", action="append", type=int, help="may be given again (default 2 and 4, if the variant allows it)"
        )
        parser.add_argument("--deals", type=int, default=500, help="each is played twice (default 500)")

    def handle(self, *_args: Any, first: str, second: str, deals: int, **options: Any) -> None:
        """Play and print the table. Raises CommandError if there is nothing to play."""
        sizes = options["seats"] or SEATS
        players = {key: load(key).players for key in options["variants"] or KEYS}
        tables = [(key, n) for key, allowed in players.items() for n in sizes if allowed.least <= n <= allowed.most]
        if deals < 1:
            raise CommandError("At least one deal is needed.")
        if not tables:
            raise CommandError("No such variant is played at tables of this size.")
        console = Console(file=self.stdout)  # type: ignore[arg-type] # it has all that is used of a file
        report = Table("variant", "seats", "games", "won", "95 % interval", title=f"{first} against {second}")
        scores = []
        with bars(console) as progress:
            for key, seats in tables:
                scores.append(score := Score())
                for number in progress.track(range(deals), description=f"{key}, {seats} seats"):
                    met = meet(key, first, second, number, seats=seats)
                    score.games += met.games
                    score.won += met.won
                low, high = score.interval()
                report.add_row(key, str(seats), str(score.games), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}")
        # Every table counts the same in the mean, whatever its number of games.
        mean = sum(score.share for score in scores) / len(scores)
        report.add_row("mean", "", str(sum(score.games for score in scores)), f"{mean:.1%}", "", style="bold")
        console.print(report)
