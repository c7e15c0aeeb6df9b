"""``manage.py check_variants``: whether the variants keep what they promise."""

import os
import sys
from argparse import ArgumentParser
from collections.abc import Callable, Iterator, Sequence
from typing import Any, Final

from django.core.management.base import BaseCommand, CommandError
from rich.console import Console
from rich.table import Table

from games.management.parallel import Bench, bench, console_of, say
from games.management.variant_checks import mutation_tests, random_deals
from games.management.variant_checks.examples import Subject, Told, load, run_examples
from games.management.variant_checks.mutation_tests import Tried
from games.management.variant_checks.random_deals import Played
from games.rules.examples.mutants import Fate
from games.rules.examples.mutating import mutations
from games.rules.ruleset import RulesetError
from games.rules.variants import KEYS

MOST_FAULTS: Final = 10
"""Deals of one variant that are told one by one."""


class Command(BaseCommand):
    """Load, run the examples, play by chance; or change each value alone; exit with 1 and name what is wrong."""

    help = "Check the variants: their examples, random deals, and with --mutate what the examples pin down."
    requires_system_checks = ()

    def add_arguments(self, parser: ArgumentParser) -> None:
        """Ask which variants, and how thoroughly."""
        parser.add_argument(
            "variants", nargs="*", metavar="VARIANT", help="key or folder (default: all of the service)"
        )
        parser.add_argument("--deals", type=int, default=4, help="at each size of table and mix of options (default 4)")
        parser.add_argument("--seed", type=int, default=0, help="of the random deals (default 0)")
        parser.add_argument("--mutate", action="store_true", help="change each value of the rulesets alone instead")
        parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="default: one a processor")

    def handle(self, *_: Any, **options: Any) -> None:
        """Check, print a table, name every fault."""
        if options["deals"] < 1:
            raise CommandError("At least one deal is needed.")
        faults: list[str] = []
        subjects = list(_load(options["variants"] or KEYS, faults))
        told = {subject.key: run_examples(subject) for subject in subjects}
        faults += [fault for one in told.values() for fault in one.faults]
        console = console_of(self.stdout)
        with bench(console, options["processes"]) as work:
            if options["mutate"]:
                faults += _mutate(subjects, work, console)
            else:
                played = _play(subjects, work, options["deals"], options["seed"])
                faults += [fault for subject in subjects for fault in _unruly(subject, played[subject.key])]
                console.print(_table(subjects, told, played))
        for fault in faults:
            say(console, fault)
        say(console, f"{len(subjects)} variants: {len(faults) or 'no'} faults")
        if faults:
            sys.exit(1)


def _load(names: Sequence[str], faults: list[str]) -> Iterator[Subject]:
    for name in names:
        try:
            yield load(name)
        except RulesetError as fault:
            faults.append(f"{name}: {fault}")


def _play(subjects: Sequence[Subject], work: Bench, deals: int, seed: int) -> dict[str, Played]:
    waiting = {subject.key: _seated(subject, work, deals, seed) for subject in subjects}
    return {key: result() for key, result in waiting.items()}


def _seated(subject: Subject, work: Bench, deals: int, seed: int) -> Callable[[], Played]:
    sizes = subject.sizes
    advance = work.bar(subject.key, len(sizes))
    futures = [work.executor.submit(random_deals.play, subject.variant.content, seats, deals, seed) for seats in sizes]
    for future in futures:
        future.add_done_callback(lambda _: advance(1))
    return lambda: sum((future.result() for future in futures), Played())


def _unruly(subject: Subject, played: Played) -> Iterator[str]:
    yield from (f"{subject.key}: {fault}" for fault in played.faults[:MOST_FAULTS])
    if more := len(played.faults[MOST_FAULTS:]):
        yield f"{subject.key}: and so in {more} more deals"
    yield from random_deals.unplayed(subject.variant, played)


def _table(subjects: Sequence[Subject], told: dict[str, Told], played: dict[str, Played]) -> Table:
    head = ("seats", "examples", "paragraphs", "deals", "turns a deal", "blocked", "penalties a deal")
    table = Table("variant", *head, title="Variants")
    for subject in subjects:
        examples, deals = told[subject.key], played[subject.key]
        many = max(1, deals.deals)
        table.add_row(
            subject.key, f"{subject.sizes.start}-{subject.sizes.stop - 1}", f"{examples.examples}",
            f"{examples.proved}/{examples.paragraphs}", f"{deals.deals}", f"{deals.turns / many:.1f}",
            f"{deals.blocked / many:.1%}", f"{deals.penalties / many:.2f}",
        )  # fmt: skip
    return table


def _mutate(subjects: Sequence[Subject], work: Bench, console: Console) -> list[str]:
    """Try every change out, and print what became of them; return the faults."""
    waiting = {}
    for subject in subjects:
        advance = work.bar(subject.key, len(mutations(subject.variant.rules)))
        waiting[subject.key] = mutation_tests.try_out(subject, work.executor, advance)
    tried = {key: result() for key, result in waiting.items()}
    _tell_survivors(console, tried)
    console.print(_table_of_mutants(tried))
    return [fault for one in tried.values() for fault in one.faults]


def _tell_survivors(console: Console, tried: dict[str, Tried]) -> None:
    for key, one in tried.items():
        lines = [f"{name}: changes nothing, whichever options are set" for name in one.equivalent]
        for line in (*lines, *(f"{listed}: survives: {listed.reason}" for listed in one.listed)):
            say(console, f"{key}: {line}")


def _table_of_mutants(tried: dict[str, Tried]) -> Table:
    fates = (Fate.KILLED, Fate.REFUSED, Fate.EQUIVALENT)
    table = Table("variant", "changes", *fates, "listed", "not listed", title="Each value changed alone")
    for key, one in tried.items():
        counts = (one.fates.total(), *(one.fates[fate] for fate in fates), len(one.listed))
        table.add_row(key, *map(str, counts), str(one.fates[Fate.SURVIVED] - len(one.listed)))
    return table
