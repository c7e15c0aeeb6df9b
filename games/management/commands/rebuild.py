"""``manage.py rebuild``: build read models again from the log, compare them with the live ones, and replace these."""

import sys
from argparse import ArgumentParser
from contextlib import nullcontext
from typing import Any

from django.core.management.base import CommandError

from games.management.amounts import amount
from games.management.database_command import DatabaseCommand
from games.management.parallel import console_of, pool, say
from games.management.parallel_rebuild import RebuildOptions, add_name_argument, projections_named, rebuild_and_report
from games.projections import generations
from games.projections.rebuilding import BATCH


class Command(DatabaseCommand):
    """Build the next generation beside the live one. A killed rebuild continues later. Exit with 1 if rows differ."""

    help = "Rebuild read models from the log beside the live ones, compare the rows, and replace the live ones."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which read models to rebuild, and how."""
        add_name_argument(parser)
        parser.add_argument("--parallel", type=int, default=1, metavar="N", help="number of processes (default 1)")
        parser.add_argument(
            "--batch", type=int, default=BATCH, metavar="N", help=f"events in each transaction (default {BATCH})"
        )
        parser.add_argument("--accept-differences", action="store_true", help="use the new rows even if they differ")
        parser.add_argument(
            "--afresh", action="store_true", help="start again instead of continuing an interrupted rebuild"
        )
        parser.add_argument("--drop-old", action="store_true", help="only delete the generations that were live before")

    def handle(self, *_: Any, **given: Any) -> None:
        """Rebuild each read model and print a line about it."""
        if min(given["parallel"], given["batch"]) < 1:
            raise CommandError("--parallel and --batch must be 1 or more.")
        console = console_of(self.stdout)
        projections = projections_named(given["name"])
        if given["drop_old"]:
            for projection in projections:
                say(console, f"{projection.name}: {amount(generations.drop_old(projection), 'old generation')} deleted")
            return
        if given["afresh"]:
            for projection in projections:
                generations.drop_unfinished(projection)
        options = RebuildOptions(given["batch"], given["accept_differences"])
        with pool(given["parallel"], apps=True) if given["parallel"] > 1 else nullcontext() as executor:
            are_live = [rebuild_and_report(console, projection, options, executor) for projection in projections]
        if not all(are_live):
            sys.exit(1)
