"""``manage.py check_variants``: check that variants do what their rules and examples say."""

import os
import sys
from argparse import ArgumentParser
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.management.amounts import amount
from games.management.parallel import console_of, say, worker_pool
from games.management.variant_checks.examples import VariantFolder, load, run_examples
from games.management.variant_checks.report import check_deals, check_mutations
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS


class Command(BaseCommand):
    """Run the examples, then play random deals or change each value alone. Exit with 1 if there are faults."""

    help = (
        "Check variants: run their examples, and play random deals. With --mutate, check whether the examples notice "
        "each change of a value."
    )
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Declare which variants to check, and how thoroughly."""
        parser.add_argument("variants", nargs="*", metavar="VARIANT", help="key or folder (default: all built-in ones)")
        parser.add_argument(
            "--deals", type=int, default=4, metavar="N",
            help="random deals for each size of table and each mix of options (default 4)",
        )  # fmt: skip
        parser.add_argument("--seed", type=int, default=0, metavar="N", help="seed of the random deals (default 0)")
        parser.add_argument(
            "--mutate",
            action="store_true",
            help="instead of random deals, change one value of a ruleset after the other",
        )
        parser.add_argument(
            "--processes", type=int, default=os.cpu_count() or 1, metavar="N",
            help="number of processes (default: one for each core)",
        )  # fmt: skip

    def handle(self, *_: Any, **options: Any) -> None:
        """Check, print a table, and name every fault."""
        if options["deals"] < 1:
            raise CommandError("--deals must be 1 or more.")
        folders: list[VariantFolder] = []
        faults: list[str] = []
        for name in options["variants"] or KEYS:
            try:
                folders.append(load(name))
            except RulesetError as error:
                faults.append(f"{name}: {error}")
        results = {folder.key: run_examples(folder) for folder in folders}
        faults += [fault for result in results.values() for fault in result.faults]
        console = console_of(self.stdout)
        with worker_pool(console, options["processes"]) as workers:
            if options["mutate"]:
                faults += check_mutations(folders, workers, console)
            else:
                faults += check_deals(folders, results, workers, console, deals=options["deals"], seed=options["seed"])
        for fault in faults:
            say(console, fault)
        say(console, f"{amount(len(folders), 'variant')}: {amount(len(faults), 'fault', zero='no')}")
        if faults:
            sys.exit(1)
