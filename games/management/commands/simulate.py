"""``manage.py simulate``: play a variant many times and print statistics, or store the games in the log."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.amounts import amount
from games.management.parallel import console_of, say, worker_pool
from games.management.simulation.arguments import read_options, read_plot
from games.management.simulation.fill_log import ALL, FillRequest, fill
from games.management.simulation.report import print_tally, simulate
from games.rules.variants import KEYS, load


class Command(BaseCommand):
    """Print lengths, wins by seat and the frequency of effects, and draw them if asked; or fill the log."""

    help = (
        "Play random games of a variant, and print their lengths, wins by seat and effects. Or store games in the log."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to play, how often, and where the plot goes."""
        parser.add_argument(
            "variant", choices=[*KEYS, ALL], metavar="VARIANT", help=f"{', '.join(KEYS)}; or {ALL} with --store"
        )
        parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default 1000)")
        parser.add_argument(
            "--seats", type=int, metavar="K",
            help="seats at each table (default: the fewest that the variant allows; a random number with --store)",
        )  # fmt: skip
        parser.add_argument(
            "--option", action="append", default=[], metavar="NAME=VALUE",
            help="set an option of the rules; you can repeat this option",
        )  # fmt: skip
        parser.add_argument("--seed", default="0", help="seed: the same seed gives the same games (default 0)")
        parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the statistics into this PNG or SVG file")
        parser.add_argument(
            "--store", action="store_true", help="let new guests and bots play, and store the games in the log"
        )
        parser.add_argument(
            "--players", type=int, default=40, metavar="M", help="with --store: number of new guests (default 40)"
        )
        parser.add_argument(
            "--progress", type=float, default=5.0, metavar="SECONDS",
            help="with --store: time between lines of progress if the output is not a terminal (default 5)",
        )  # fmt: skip
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, metavar="N",
            help="number of processes (default: one for each core)",
        )  # fmt: skip

    def handle(self, *_: Any, **given: Any) -> None:
        """Play, print and draw. Exit with 1 if a game did not end."""
        console, number = console_of(self.stdout), given["games"]
        if given["store"]:
            names = ("variant", "games", "seats", "players", "seed")
            request = FillRequest(**{name: given[name] for name in names})
            return fill(console, request, given["processes"], every=given["progress"])
        if given["variant"] == ALL:
            raise CommandError(f"The variant {ALL} needs --store.")
        if number < 1:
            raise CommandError("--games must be 1 or more.")
        variant = load(given["variant"])
        seats = variant.players.least if given["seats"] is None else given["seats"]
        options = read_options(variant, seats, given["option"])
        path: Path | None = given["plot"]
        draw = read_plot(path) if path else None
        with worker_pool(console, given["processes"]) as workers:
            tally = simulate(workers, variant, seats, options, [f"{given['seed']}/{n}" for n in range(number)])
        chosen = "".join(
            f", {name}={str(value).lower() if isinstance(value, bool) else value}" for name, value in options.items()
        )
        title = f"{variant.name}: {amount(number, 'random game')}, {seats} seats{chosen}"
        say(console, title)
        print_tally(console, tally, seats)
        if path and draw:
            try:
                draw(tally, seats, title, path)
            except OSError as fault:
                raise CommandError(f"The plot cannot be written: {fault}") from fault
            say(console, f"The plot is in {path}.")
        if tally.unended:
            say(console, f"{amount(tally.unended, 'game')} did not end.")
            sys.exit(1)
        return None
