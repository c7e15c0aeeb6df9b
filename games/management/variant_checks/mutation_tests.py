"""Every value of a ruleset changed alone, tried out on the examples of its variant in several processes.

What no example can show stands in the variant's folder, in ``mutants.toml``, each change with its reason:

    [[survivor]]
    place = "players.most"
    change = "10 -> 11"
    reason = "A table of eleven is refused before it is dealt, and an example begins after that."
"""

import json
import signal
import tomllib
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from types import FrameType
from typing import Any, Final

from games.management.variant_checks.examples import Subject
from games.rules.examples.mutants import Fate, Mutants, Trial
from games.rules.examples.mutating import Mutation, mutations

FILE: Final = "mutants.toml"
_CHUNK: Final = 16
"""Neighbours are often told by the same example, so they go to the same process."""
_SECONDS: Final = 10
"""An example that takes longer under a changed ruleset does not hold."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Listed:
    """A change that no example can show, and why."""

    place: str
    change: str
    reason: str

    def __str__(self) -> str:
        return f"{self.place}: {self.change}"


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried:
    """What became of all mutations of a variant."""

    fates: Counter[Fate]
    equivalent: tuple[str, ...]
    """They say what the original says, whichever options are set."""
    listed: tuple[Listed, ...]
    """They survive, and are listed with their reason."""
    faults: tuple[str, ...]


def try_out(subject: Subject, executor: Executor, progress: Callable[[int], None]) -> Callable[[], Tried]:
    """Set *executor* to work on every mutation of *subject*; return what waits for the end and sums up.

    *progress* is told how many more are done, whenever some are.
    """
    found = mutations(subject.variant.rules)
    work = json.dumps({"rules": subject.variant.rules, "examples": subject.examples})
    futures = []
    for first in range(0, len(found), _CHUNK):
        futures.append(executor.submit(trials, work, first, first + _CHUNK))
        futures[-1].add_done_callback(_telling(progress, len(found[first : first + _CHUNK])))
    return lambda: _tried(subject, found, futures)


def _telling(progress: Callable[[int], None], many: int) -> Callable[[object], None]:
    return lambda _: progress(many)


def trials(work: str, first: int, end: int) -> list[Trial]:
    """Return the trials of some of the mutations of *work*: the JSON of rules and examples."""
    tested, found = _mutants(work)
    told = []
    for mutation in found[first:end]:
        try:
            with limited(_SECONDS):
                told.append(tested.trial(mutation))
        except TimeoutError as fault:
            told.append(Trial(Fate.KILLED, str(fault)))
    return told


@lru_cache(maxsize=2)
def _mutants(work: str) -> tuple[Mutants, list[Mutation]]:
    data = json.loads(work)
    return Mutants(data["rules"], data["examples"]), mutations(data["rules"])


@contextmanager
def limited(seconds: int) -> Iterator[None]:
    """Interrupt what takes longer: a changed ruleset may go round in circles."""

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise TimeoutError(f"more than {seconds} s")

    before = signal.signal(signal.SIGALRM, stop)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _tried(subject: Subject, found: Sequence[Mutation], futures: Sequence[Future[list[Trial]]]) -> Tried:
    told = [trial for future in futures for trial in future.result()]
    trial_of = dict(zip(map(str, found), told, strict=True))
    listed, faults = read_listed(subject.folder / FILE)
    known = {str(one): one for one in listed}
    for name in known:
        if name not in trial_of:
            faults.append(f"{name}: listed, and no change of this ruleset")
        elif (trial := trial_of[name]).fate is not Fate.SURVIVED:
            faults.append(f"{name}: listed, and {' by '.join(filter(None, trial))}")
    alive = [name for name, trial in trial_of.items() if trial.fate is Fate.SURVIVED]
    faults += [f"{name}: survives, and is not listed" for name in alive if name not in known]
    return Tried(
        fates=Counter(trial.fate for trial in told),
        equivalent=tuple(name for name, trial in trial_of.items() if trial.fate is Fate.EQUIVALENT),
        listed=tuple(known[name] for name in alive if name in known),
        faults=tuple(f"{subject.key}: {fault}" for fault in faults),
    )


def read_listed(path: Path) -> tuple[list[Listed], list[str]]:
    """Return the changes that the file *path* lists, none where there is no file, and what is wrong with it."""
    if not path.exists():
        return [], []
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        return [], [f"{path.name}: {fault}"]
    listed: dict[str, Listed] = {}
    faults = [f"{path.name}: {key}: unknown key" for key in data if key != "survivor"]
    for number, one in enumerate(data.get("survivor", [])):
        if not _is_listed(one):
            faults.append(f"{path.name}: survivor[{number}]: place, change and reason are asked for, each a text")
        elif str(entry := Listed(**one)) in listed:
            faults.append(f"{path.name}: {entry}: listed twice")
        else:
            listed[str(entry)] = entry
    return list(listed.values()), faults


def _is_listed(one: Any) -> bool:
    return (
        isinstance(one, dict)
        and set(one) == {"place", "change", "reason"}
        and all(isinstance(text, str) and text.strip() for text in one.values())
    )
