"""``manage.py rating_farms``: simulate farmed ladders. docs/adr quotes its table."""

from argparse import ArgumentParser
from statistics import fmean, stdev
from typing import Any, Final

from django.core.management.base import BaseCommand

from games.management.ladder_farming import DAYS, FARMS, HONEST, run

_NORMAL: Final = 1.96


class Command(BaseCommand):
    """Let a player of average skill farm a ladder in several ways, and print how high they get."""

    help = f"Simulate {HONEST} equal players for {DAYS} days, and one more who farms the ladder with other accounts."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how often each farm is simulated."""
        parser.add_argument("--runs", type=int, default=40, metavar="N", help="simulations of each farm (default 40)")
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first simulation (default 1)")

    def handle(self, *_: Any, runs: int, seed: int, **__: Any) -> None:
        """Print the mean percentile of the farmer among the equal players, with its 95 % interval, as Markdown."""
        self.stdout.write("| the farmer owns | percentile | runs with a rank |\n|---|---|---|")
        for farm in FARMS:
            found = [run(farm, seed + number) for number in range(runs)]
            percentiles = [one.percentile for one in found]
            half = _NORMAL * stdev(percentiles) / runs**0.5 if runs > 1 else 0.0
            ranked = sum(one.ranked for one in found)
            self.stdout.write(f"| {farm.name} | {fmean(percentiles):.1f} ± {half:.1f} | {ranked} of {runs} |")
