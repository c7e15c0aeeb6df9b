"""Mutants: a ruleset with one value changed, tried out on the examples of its variant."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, NamedTuple

from games.rules.examples.mutating import Mutation, Rules, mutated
from games.rules.examples.running import run_in
from games.rules.examples.shape import Example, ExampleError, read_example
from games.rules.ruleset import Option, Options, RulesetError
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import Sections
from games.rules.variants import Variant


class Fate(StrEnum):
    """What becomes of a mutation."""

    REFUSED = "refused"
    """It is no sound ruleset: it cannot be loaded."""
    KILLED = "killed"
    """An example fails."""
    EQUIVALENT = "equivalent"
    """It says what the original says, whichever options are set: nothing was changed."""
    SURVIVED = "survived"
    """It says something else, and every example still holds."""


class Trial(NamedTuple):
    """The fate of a mutation, and what brought it about: the complaint, or the name of the example that fails."""

    fate: Fate
    by: str = ""


class Mutants:
    """Tries the mutations of one ruleset out on *examples* (tables of a file of examples).

    Examples that do not hold for the original are left out: they prove nothing. The last example that failed is tried
    first, but before it those that set the option that was touched.
    """

    def __init__(self, rules: Rules, examples: Iterable[Mapping[str, Any]]) -> None:
        """Raise RulesetError if *rules* are no sound variant."""
        self._rules: Final = rules
        self._original: Final = _Edition(rules)
        self._examples = list[Example]()
        """The last one that failed first."""
        for data in examples:
            with suppress(ExampleError):
                if not _fails(example := read_example(data), self._original):
                    self._examples.append(example)

    def trial(self, mutation: Mutation) -> Trial:
        """Return what becomes of *mutation*."""
        try:
            mutant = _Edition(mutated(self._rules, mutation))
        except RulesetError as complaint:
            return Trial(Fate.REFUSED, str(complaint))
        ordered = list(self._examples)
        if mutation.path[0] == "options":
            ordered.sort(key=lambda example: mutation.path[1] not in example.options)
        for example in ordered:
            # With the same sections it holds as before.
            if self._original.sections(example.options) != mutant.sections(example.options) and _fails(example, mutant):
                self._examples.remove(example)
                self._examples.insert(0, example)
                return Trial(Fate.KILLED, example.name)
        return Trial(Fate.EQUIVALENT if _say_the_same(self._original, mutant) else Fate.SURVIVED)


class _Edition:
    """A ruleset as it can be played, and the sections of each setting of its options that was asked for."""

    def __init__(self, rules: Rules) -> None:
        bare = {"rules": rules, "text": "", "kernel": "", "examples": []}
        self.variant: Final = Variant(json.dumps(bare).encode())
        self._sections: dict[str, Sections | str] = {}

    def sections(self, options: Options) -> Sections | str:
        """Return the sections with these *options*, or why there are none."""
        key = json.dumps(options, sort_keys=True)
        if key not in self._sections:
            try:
                self._sections[key] = read(Sections, self.variant.sections(options))
            except RulesetError as complaint:
                self._sections[key] = str(complaint)
        return self._sections[key]


def _fails(example: Example, edition: _Edition) -> bool:
    try:
        return bool(run_in(edition.variant, example).faults)
    except Exception:  # noqa: BLE001 - whatever stands in its way, it does not hold
        return True


def _say_the_same(one: _Edition, other: _Edition) -> bool:
    """Return whether two editions offer the same choices, and say the same with any one or two of them set."""
    declared = one.variant.options
    if [*map(_offer, declared.values())] != [*map(_offer, other.variant.options.values())]:
        return False
    settings = [
        (name, value)
        for name, option in declared.items()
        for value in option.choices or (option.least, option.default, option.most)
    ]
    sets: Iterator[Options] = (dict(some) for size in range(3) for some in combinations(settings, size))
    return all(one.sections(options) == other.sections(options) for options in sets)


def _offer(option: Option) -> tuple[object, ...]:
    return option.default, frozenset(map(repr, option.choices)), option.sets, option.least, option.most
