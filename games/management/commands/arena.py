"""``manage.py arena``: let two levels of bots play against each other, and print how often the first one wins."""

import os
from argparse import ArgumentParser
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from django.core.management.base import BaseCommand, CommandError
from rich.table import Table

from games.bots import BUDGET, LEVELS
from games.bots.budget import Budget
from games.management.bot_matches import Met, Score, meet
from games.management.parallel import Workers, console_of, say, worker_pool
from games.management.simulation.arguments import read_plot
from games.rules.variants import KEYS, load

SEATS = (2, 4)
_TOGETHER = 5
"""Deals that one process plays at a time."""


class Command(BaseCommand):
    """Play each deal twice, with the seats swapped, in each variant at each size of table."""

    help = "Let two levels of bots play each deal twice, with the seats swapped. Print how often the first one wins."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare the levels, the tables, the number of deals and how long the bots think."""
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
        thinking = parser.add_mutually_exclusive_group()
        thinking.add_argument(
            "--seconds", type=float, default=BUDGET.seconds, metavar="S",
            help=f"how long expert thinks about a move (default {BUDGET.seconds:g})",
        )  # fmt: skip
        thinking.add_argument(
            "--iterations", type=int, metavar="N",
            help="deals that expert plays on for a move, in place of the seconds; the result is always the same",
        )  # fmt: skip
        parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the shares into this PNG or SVG file")
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, metavar="N",
            help="number of processes (default: one for each core)",
        )  # fmt: skip

    def handle(self, *_args: Any, first: str, second: str, deals: int, **given: Any) -> None:
        """Play, print the table and draw. Raises CommandError if there is nothing to play."""
        sizes = given["seats"] or SEATS
        players = {key: load(key).players for key in given["variants"] or KEYS}
        tables = [(key, n) for key, allowed in players.items() for n in sizes if allowed.least <= n <= allowed.most]
        if deals < 1:
            raise CommandError("--deals must be 1 or more.")
        if given["iterations"] is not None and given["iterations"] < 1:
            raise CommandError("--iterations must be 1 or more.")
        if not tables:
            raise CommandError("None of these variants allows tables of these sizes.")
        path: Path | None = given["plot"]
        if path:
            read_plot(path)
        budget = Budget(given["seconds"], given["iterations"])
        console = console_of(self.stdout)
        with worker_pool(console, given["processes"]) as workers:
            found = _play(workers, tables, first, second, deals, budget)
        title = f"{first} against {second}"
        console.print(_report(title, found))
        if path:
            from games.management.arena_plot import draw  # noqa: PLC0415 - the service runs without matplotlib

            try:
                draw([(f"{key}, {seats} seats", score) for (key, seats), score in found.items()], title, path)
            except OSError as fault:
                raise CommandError(f"The plot cannot be written: {fault}") from fault
            say(console, f"The plot is in {path}.")


def _play(  # noqa: PLR0913, PLR0917 - each says another thing about what is played
    workers: Workers, tables: Sequence[tuple[str, int]], first: str, second: str, deals: int, budget: Budget
) -> dict[tuple[str, int], Score]:
    """Return the score of *first* at each of the *tables*."""
    parts = [range(begin, min(begin + _TOGETHER, deals)) for begin in range(0, deals, _TOGETHER)]
    asked = []
    for key, seats in tables:
        advance = workers.bar(f"{key}, {seats} seats", deals)
        for numbers in parts:
            match = Met(key, first, second, seats, budget)
            asked.append(((key, seats), workers.submit(advance, len(numbers), meet_all, match, numbers)))
    found: dict[tuple[str, int], Score] = {table: Score() for table in tables}
    for table, future in asked:
        found[table].add(future.result())
    return found


def meet_all(match: Met, numbers: range) -> Score:
    """Return the score of the first bot of *match* with the cards of all these *numbers*."""
    score = Score()
    for number in numbers:
        score.add(meet(match.variant, match.first, match.second, number, seats=match.seats, budget=match.budget))
    return score


def _report(title: str, found: dict[tuple[str, int], Score]) -> Table:
    report = Table("variant", "seats", "games", "won", "95 % interval", title=title)
    for key, of_key in groupby(found.items(), key=lambda one: one[0][0]):
        of_variant, scores = Score(), list(of_key)
        for (_, seats), score in scores:
            of_variant.add(score)
            report.add_row(key, str(seats), *_columns(score))
        if len(scores) > 1:
            report.add_row(key, "all", *_columns(of_variant), style="bold")
    # Every table counts the same in the mean, whatever its number of games.
    mean = sum(score.share for score in found.values()) / len(found)
    games = sum(score.games for score in found.values())
    report.add_row("mean", "", str(games), f"{mean:.1%}", "", style="bold")
    return report


def _columns(score: Score) -> tuple[str, str, str]:
    low, high = score.interval()
    return str(score.games), f"{score.share:.1%}", f"{low:.1%} to {high:.1%}"
