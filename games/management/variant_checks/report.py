"""The checks of all variants in parallel, and the tables with their results."""

from collections.abc import Mapping, Sequence
from typing import Final

from rich.console import Console
from rich.table import Table

from games.management.parallel import Workers, say
from games.management.variant_checks import mutation_tests, random_deals
from games.management.variant_checks.examples import ExampleResults, VariantFolder
from games.management.variant_checks.random_deals import DealTotals
from games.rules.examples.mutation_runs import Fate

MOST_FAULTS: Final = 10
"""Faulty deals of one variant that are named one by one."""


def check_deals(  # noqa: PLR0913 - how many deals and which, by name
    folders: Sequence[VariantFolder],
    examples: Mapping[str, ExampleResults],
    workers: Workers,
    console: Console,
    *,
    deals: int,
    seed: int,
) -> list[str]:
    """Play random deals of every variant at tables of every size, and print a table. Return the faults."""
    futures = {}
    for folder in folders:
        advance = workers.bar(folder.key, len(folder.sizes))
        futures[folder.key] = [
            workers.submit(advance, 1, random_deals.play, folder.variant.content, seats, deals, seed)
            for seats in folder.sizes
        ]
    totals = {key: sum((future.result() for future in some), DealTotals()) for key, some in futures.items()}
    head = ("seats", "examples", "paragraphs", "deals", "turns a deal", "blocked", "penalties a deal")
    table = Table("variant", *head, title="Variants")
    faults: list[str] = []
    for folder in folders:
        example, total = examples[folder.key], totals[folder.key]
        number = max(1, total.deals)
        table.add_row(
            folder.key, f"{folder.sizes.start}-{folder.sizes.stop - 1}", f"{example.examples}",
            f"{example.proved}/{example.paragraphs}", f"{total.deals}", f"{total.turns / number:.1f}",
            f"{total.blocked / number:.1%}", f"{total.penalties / number:.2f}",
        )  # fmt: skip
        faults += [f"{folder.key}: {fault}" for fault in total.faults[:MOST_FAULTS]]
        if more := len(total.faults[MOST_FAULTS:]):
            faults.append(f"{folder.key}: {more} more deals have faults")
        faults += random_deals.unplayed(folder.variant, total)
    console.print(table)
    return faults


def check_mutations(folders: Sequence[VariantFolder], workers: Workers, console: Console) -> list[str]:
    """Try out every change of every ruleset, and print the results. Return the faults."""
    waiting = {folder.key: mutation_tests.start(folder, workers) for folder in folders}
    results = {key: result() for key, result in waiting.items()}
    fates = (Fate.KILLED, Fate.REFUSED, Fate.EQUIVALENT)
    table = Table("variant", "changes", *fates, "listed", "not listed", title="Each value changed alone")
    for key, one in results.items():
        for name in one.equivalent:
            say(console, f"{key}: {name}: changes nothing, whichever options are set")
        for survivor in one.listed:
            say(console, f"{key}: {survivor}: survives: {survivor.reason}")
        counts = (one.fates.total(), *(one.fates[fate] for fate in fates), len(one.listed))
        table.add_row(key, *map(str, counts), str(one.fates[Fate.SURVIVED] - len(one.listed)))
    console.print(table)
    return [fault for one in results.values() for fault in one.faults]
