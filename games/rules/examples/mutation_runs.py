"""Mutants: rulesets with one value changed. The examples of the variant must fail on each of them."""

import json
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from enum import StrEnum
from itertools import combinations
from typing import Any, Final, NamedTuple

from games.rules.examples.mutations import Mutation, Rules, mutated
from games.rules.examples.running import run_in
from games.rules.examples.shape import Example, ExampleError, read_example
from games.rules.ruleset import Option, Options, RulesetError
from games.rules.ruleset.read import read
from games.rules.ruleset.schema import Sections
from games.rules.variants import Variant


class Fate(StrEnum):
    """The result for one mutation."""

    REFUSED = "refused"
    """It is not a sound ruleset, so it cannot be loaded."""
    KILLED = "killed"
    """An example fails."""
    EQUIVALENT = "equivalent"
    """It says what the original says, whichever options are set: nothing was changed."""
    SURVIVED = "survived"
    """It says something else, and every example still holds."""


class Trial(NamedTuple):
    """The fate of a mutation, and its cause: why the ruleset is refused, or the name of the example that fails."""

    fate: Fate
    by: str = ""


class Mutants:
    """Runs *examples* (tables of a file of examples) on the mutations of one ruleset.

    Examples that do not hold for the original are left out, because they prove nothing. Examples that set the option
    in question run first, then the one that failed last: so most mutants are killed at once.
    """

    def __init__(self, rules: Rules, examples: Iterable[Mapping[str, Any]]) -> None:
        """Raise RulesetError if *rules* are not a sound variant."""
        self._rules: Final = rules
        self._original: Final = _Edition(rules)
        self._examples = list[Example]()
        """The last one that failed first."""
        for data in examples:
            with suppress(ExampleError):
                if not _fails(example := read_example(data), self._original):
                    self._examples.append(example)

    def trial(self, mutation: Mutation) -> Trial:
        """Return the fate of *mutation*."""
        try:
            mutant = _Edition(mutated(self._rules, mutation))
        except RulesetError as complaint:
            return Trial(Fate.REFUSED, str(complaint))
        ordered = list(self._examples)
        if mutation.path[0] == "options":
            ordered.sort(key=lambda example: mutation.path[1] not in example.options)
        for example in ordered:
            # With the same sections it holds as before, so it need not run.
            if self._original.sections(example.options) != mutant.sections(example.options) and _fails(example, mutant):
                self._examples.remove(example)
                self._examples.insert(0, example)
                return Trial(Fate.KILLED, example.name)
        # Nothing was changed if both offer the same options, and say the same with any one or two of them set.
        declared = self._original.variant.options
        settings = [
            (name, value)
            for name, option in declared.items()
            for value in option.choices or (option.least, option.default, option.most)
        ]
        sets: Iterator[Options] = (dict(some) for size in range(3) for some in combinations(settings, size))
        is_same = [*map(_offer, declared.values())] == [*map(_offer, mutant.variant.options.values())] and all(
            self._original.sections(options) == mutant.sections(options) for options in sets
        )
        return Trial(Fate.EQUIVALENT if is_same else Fate.SURVIVED)


class _Edition:
    """A ruleset that can be played. It keeps the sections of each setting of options that were read before."""

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
    except Exception:  # noqa: BLE001 - an example that cannot run does not hold
        return True


def _offer(option: Option) -> tuple[object, ...]:
    return option.default, frozenset(map(repr, option.choices)), option.sets, option.least, option.most
