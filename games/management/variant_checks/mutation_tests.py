"""Mutation tests: each value of a ruleset is changed alone, and an example of the variant must notice it.

Changes that no example can notice are listed in the variant's folder, in ``mutants.toml``, each with its reason:

    [[survivor]]
    place = "players.most"
    change = "10 -> 11"
    reason = "A table of eleven is refused before it is dealt, and an example begins after that."
"""

import json
import signal
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Final

from games.management.parallel import Workers
from games.management.variant_checks.examples import VariantFolder
from games.rules.examples.mutation_runs import Fate, Mutants, Trial
from games.rules.examples.mutations import Mutation, mutations

FILE: Final = "mutants.toml"
_CHUNK: Final = 16
"""Mutations in one job. The same example often notices neighbouring ones, so they go to the same process."""
_SECONDS: Final = 10
"""Seconds after which an example under a changed ruleset counts as failed."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Survivor:
    """A change that no example can notice, and why."""

    place: str
    change: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.change}"


@dataclass(frozen=True, slots=True, kw_only=True)
class MutationResults:
    """The results of all mutations of a variant."""

    fates: Counter[Fate]
    equivalent: tuple[str, ...]
    """Changes that mean the same as the original, whichever options are set."""
    listed: tuple[Survivor, ...]
    """Changes that survive, and are listed with their reason."""
    faults: tuple[str, ...]


def start(folder: VariantFolder, workers: Workers) -> Callable[[], MutationResults]:
    """Start the trials of every mutation of a variant. Return a function that waits for their results."""
    found = mutations(folder.variant.rules)
    work = json.dumps({"rules": folder.variant.rules, "examples": folder.examples})
    advance = workers.bar(folder.key, len(found))
    futures = [
        workers.submit(advance, len(found[first : first + _CHUNK]), trials, work, first, first + _CHUNK)
        for first in range(0, len(found), _CHUNK)
    ]

    def results() -> MutationResults:
        done = [trial for future in futures for trial in future.result()]
        trial_of = dict(zip(map(str, found), done, strict=True))
        # The survivors must be exactly those that are listed.
        listed, faults = read_survivors(folder.path / FILE)
        known = {str(one): one for one in listed}
        for name in known:
            if name not in trial_of:
                faults.append(f"{name}: is listed, but is not a change of this ruleset")
            elif (trial := trial_of[name]).fate is not Fate.SURVIVED:
                faults.append(f"{name}: is listed, but {' by '.join(filter(None, trial))}")
        alive = [name for name, trial in trial_of.items() if trial.fate is Fate.SURVIVED]
        faults += [f"{name}: survives, but is not listed" for name in alive if name not in known]
        return MutationResults(
            fates=Counter(trial.fate for trial in done),
            equivalent=tuple(name for name, trial in trial_of.items() if trial.fate is Fate.EQUIVALENT),
            listed=tuple(known[name] for name in alive if name in known),
            faults=tuple(f"{folder.key}: {fault}" for fault in faults),
        )

    return results


def trials(work: str, first: int, end: int) -> list[Trial]:
    """Return the trials of some mutations of *work*, the JSON of rules and examples. Runs in a worker process."""
    tested, found = _mutants(work)
    done = []
    for mutation in found[first:end]:
        try:
            with limited(_SECONDS):
                done.append(tested.trial(mutation))
        except TimeoutError as fault:
            done.append(Trial(Fate.KILLED, str(fault)))
    return done


@lru_cache(maxsize=2)
def _mutants(work: str) -> tuple[Mutants, list[Mutation]]:
    """Return the mutants of *work*. They are cached, because all chunks of a variant share them."""
    data = json.loads(work)
    return Mutants(data["rules"], data["examples"]), mutations(data["rules"])


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Raise TimeoutError in the block after so many seconds: a changed ruleset may never end."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def read_survivors(path: Path) -> tuple[list[Survivor], list[str]]:
    """Return the survivors that the file *path* lists, and what is wrong with it. No file lists none."""
    if not path.exists():
        return [], []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        return [], [f"{path.name}: {fault}"]
    listed: dict[str, Survivor] = {}
    faults = [f"{path.name}: {key}: unknown key" for key in data if key != "survivor"]
    for number, one in enumerate(data.get("survivor", [])):
        is_table = isinstance(one, dict) and set(one) == {"place", "change", "reason"}
        if not is_table or not all(isinstance(text, str) and text.strip() for text in one.values()):
            faults.append(f"{path.name}: survivor[{number}]: it needs the texts place, change and reason")
        elif str(entry := Survivor(**one)) in listed:
            faults.append(f"{path.name}: {entry}: listed twice")
        else:
            listed[str(entry)] = entry
    return list(listed.values()), faults
