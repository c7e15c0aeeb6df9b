"""`make chaos`: kill and stop what serves games at random, and check all that players were told; or test that check."""

import argparse
import os
import signal
import sys
import time
import traceback
from dataclasses import replace

import django

os.environ["DJANGO_SETTINGS_MODULE"] = "config.settings.test"
django.setup()

from tests.games.chaos.mutants import MUTANTS  # noqa: E402  # it needs the settings
from tests.games.chaos.run import Outcome, Trial, connected, run, table  # noqa: E402
from tests.sizes import FULL, SMALL  # noqa: E402

_FOUND_WITHIN = 180.0
"""Seconds in which a planted fault is found."""
_MUTANT_KILLS = 50
_MUTANT_KILL_EVERY = 1.6
"""Seconds: people play more between few kills, and a fault shows when they play."""
_MUTANT_PATIENCE = 40.0
_SHOWN = 500
"""Characters of the first fault that are shown."""


def main() -> int:
    """Run the chaos once, or once for each planted fault. Return the exit status: 1 if something is wrong."""
    parser = argparse.ArgumentParser(prog="make chaos", description=__doc__)
    parser.add_argument("--kills", type=int, default=FULL.kills, help="processes that are killed or stopped")
    parser.add_argument(
        "--mutants", nargs="*", metavar="WORDS",
        help="plant faults in the service, one after the other: all, or those whose names contain these words",
    )  # fmt: skip
    asked = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # the service is ended in order
    if asked.mutants is not None:
        return _mutate(asked.mutants)
    outcome = run(replace(Trial.of(FULL), kills=asked.kills), connected)
    sys.stdout.write("\n".join([table(outcome), *outcome.faults, ""]))
    return int(bool(outcome.faults))


def _mutate(words: list[str]) -> int:
    """Print which fault was found how, as a table in Markdown. Return 1 if one was not found in time."""
    lines = ["| planted fault | found by | after |", "|---|---|---:|"]
    missed = 0
    for name in MUTANTS:
        if words and not any(word in name for word in words):
            continue
        trial = replace(
            Trial.of(SMALL), kills=_MUTANT_KILLS, kill_every=_MUTANT_KILL_EVERY, mutant=name, patience=_MUTANT_PATIENCE
        )
        try:
            outcome = run(trial, connected)
        except Exception:  # noqa: BLE001 - the other faults are worth their while
            traceback.print_exc()
            outcome = Outcome()
        is_found = bool(outcome.faults) and outcome.took <= _FOUND_WITHIN
        missed += not is_found
        how = outcome.faults[0].partition(":")[0] if outcome.faults else "nothing"
        lines.append(f"| {name} | {how} | {outcome.took:.0f} s |")
        sys.stdout.write(f"{lines[-1]}\n{''.join(outcome.faults[:1])[:_SHOWN]}\n")
        sys.stdout.flush()
    sys.stdout.write("\n".join([*lines, "", f"{missed} not found, {time.strftime('%Y-%m-%d')}", ""]))
    return int(missed > 0)


if __name__ == "__main__":
    sys.exit(main())
