"""``manage.py rating_models``: compare rating models on simulated players. docs/adr quotes its table."""

from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand

from games.management.rating_comparison import CHECKPOINTS, LUCK, MODELS, Population, average, measure

SEATS = (2, 4, 8)


class Command(BaseCommand):
    """Let each model rate the same games, and print how well it did."""

    help = "Compare rating models on simulated players whose skill is known, with and without shared places."

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare how many players meet, and at which tables."""
        parser.add_argument(
            "--players", type=int, default=120, metavar="N", help="players in each population (default 120)"
        )
        parser.add_argument(
            "--seats", type=int, action="append", choices=range(2, 9), metavar="K",
            help="seats at each table, 2 to 8 (default 2, 4 and 8); you can repeat this option",
        )  # fmt: skip
        parser.add_argument(
            "--populations", type=int, default=5, metavar="N",
            help="populations to simulate; the table has their means (default 5)",
        )  # fmt: skip
        parser.add_argument("--seed", type=int, default=1, metavar="N", help="seed of the first population (default 1)")

    def handle(self, *_args: Any, players: int, populations: int, seed: int, **options: Any) -> None:
        """Print a row for each model and population, as Markdown."""
        ranks = " | ".join(f"rank {games}" for games in CHECKPOINTS)
        self.stdout.write(f"| seats | game of | ties | model | {ranks} | log loss | calibration | unfair results |")
        self.stdout.write("|" + "---|" * (len(CHECKPOINTS) + 7))
        for seats in options["seats"] or SEATS:
            for luck, spread in LUCK.items():
                for ties in (False, True):
                    for model in MODELS:
                        drawn = (Population(players, seats, spread, ties, seed + n) for n in range(populations))
                        found = average([measure(model, one) for one in drawn])
                        orders = " | ".join(f"{one:.3f}" for one in found.rank)
                        self.stdout.write(
                            f"| {seats} | {luck} | {'yes' if ties else 'no'} | {model} | {orders} "
                            f"| {found.log_loss:.4f} | {found.calibration:.3f} | {found.unfair} |"
                        )
