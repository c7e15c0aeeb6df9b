"""``manage.py simulate``: play a variant many times and print statistics, or store the games in the log."""

import os
import sys
from argparse import ArgumentParser
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.parallel import console_of, say, worker_pool
from games.management.simulation.arguments import read_options, read_plot
from games.management.simulation.fill_log import ALL, FillRequest, fill
from games.management.simulation.report import print_tally, simulate
from games.rules.variants import KEYS, load


class Command(BaseCommand):
    """Print lengths, wins by seat and the frequency of effects, and draw them; or fill the log."""

    help = "Play random games of a variant. Print lengths, wins by seat and effects, or store the games in the log."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare what to play, how often, and where the plot goes."""
        parser.add_argument("variant", choices=[*KEYS, ALL], metavar="VARIANT", help=", ".join((*KEYS, ALL)))
        parser.add_argument("--games", type=int, default=1000, metavar="N", help="number of games (default 1000)")
        parser.add_argument("--seats", type=int, metavar="K", help="default: the fewest; with --store a random number")
        parser.add_argument("--option", action="append", default=[], metavar="NAME=VALUE", help="may be given again")
        parser.add_argument("--seed", default="0", help="the same seed plays the same games (default 0)")
        parser.add_argument("--plot", type=Path, metavar="FILE", help="a PNG or SVG (default VARIANT-K-seats.svg)")
        parser.add_argument("--no-plot", action="store_true", help="draw no plot")
        parser.add_argument("--store", action="store_true", help="play as guests and bots in the log, and count events")
        parser.add_argument("--players", type=int, default=40, metavar="M", help="guests to make with --store (40)")
        parser.add_argument(
            "--progress", type=float, default=5.0, metavar="SECONDS",
            help="time between lines of progress with --store if the output is no terminal (default 5)",
        )  # fmt: skip
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one for each core")

    def handle(self, *_: Any, **given: Any) -> None:
        """Play, print and draw. Exit with 1 if a game did not end."""
        console, number = console_of(self.stdout), given["games"]
        if given["store"]:
            names = ("variant", "games", "seats", "players", "seed")
            request = FillRequest(**{name: given[name] for name in names})
            return fill(console, request, given["processes"], every=given["progress"])
        if given["variant"] == ALL:
            raise CommandError("All variants can be played with --store only.")
        if number < 1:
            raise CommandError("At least one game is needed.")
        variant = load(given["variant"])
        seats = variant.players.least if given["seats"] is None else given["seats"]
        options = read_options(variant, seats, given["option"])
        plot = None if given["no_plot"] else read_plot(given["plot"], f"{variant.key}-{seats}-seats.svg")
        with worker_pool(console, given["processes"]) as workers:
            tally = simulate(workers, variant, seats, options, [f"{given['seed']}/{n}" for n in range(number)])
        chosen = "".join(f", {name}={value}" for name, value in options.items())
        title = f"{variant.name}: {number} random games, {seats} seats{chosen}"
        say(console, title)
        print_tally(console, tally, seats)
        if plot:
            draw, path = plot
            try:
                draw(tally, seats, title, path)
            except OSError as fault:
                raise CommandError(f"The plot cannot be written: {fault}") from fault
            say(console, f"Drawn in {path}")
        if tally.unended:
            say(console, f"{tally.unended} games did not end")
            sys.exit(1)
        return None
