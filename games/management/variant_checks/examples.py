"""A variant with all the files of its folder, and the results of its examples."""

import re
import tomllib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.rules.examples import ExampleError, read_example, run_in
from games.rules.examples.__main__ import files_of
from games.rules.ruleset import RulesetError
from games.rules.variants import FOLDER, Variant, from_bytes, read_folder

_PARAGRAPH: Final = re.compile(r"^\*\*([A-Z]{1,2}-\d+[a-z]?)\*\*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class VariantFolder:
    """A variant, its folder, and its examples as TOML tables."""

    variant: Variant
    path: Path
    examples: Sequence[Mapping[str, Any]]

    @property
    def key(self) -> str:
        """The variant's key."""
        return self.variant.key

    @property
    def sizes(self) -> range:
        """The numbers of seats that a table may have."""
        players = self.variant.players
        return range(players.least, players.most + 1)


def load(name: str) -> VariantFolder:
    """Return the built-in variant with this key, or the one in this folder. Raises RulesetError if it is not valid."""
    folder = FOLDER / name if (FOLDER / name / "ruleset.toml").exists() else Path(name)
    variant = from_bytes(read_folder(folder))
    examples: list[dict[str, Any]] = []
    for path in files_of([str(folder)]):
        try:
            found = tomllib.loads(path.read_text(encoding="utf-8")).get("example", [])
        except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
            raise RulesetError(str(path), str(fault)) from fault
        if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
            raise RulesetError(str(path), "examples must be a list of tables: [[example]]")
        examples += found
    return VariantFolder(variant=variant, path=folder, examples=examples)


@dataclass(frozen=True, slots=True, kw_only=True)
class ExampleResults:
    """The results of a variant's examples."""

    examples: int
    proved: int
    """The number of the variant's own paragraphs that have an example that holds."""
    paragraphs: int
    faults: tuple[str, ...]


def run_examples(folder: VariantFolder) -> ExampleResults:
    """Run every example of a variant. One that fails does not stop the others."""
    own = set(_PARAGRAPH.findall(folder.variant.text))
    proved, faults = set[str](), list[str]()
    for data in folder.examples:
        try:
            example = read_example(data)
            wrong = [str(fault) for fault in run_in(folder.variant, example).faults]
            proved |= set() if wrong else own.intersection(example.proves)
        except (ExampleError, RulesetError) as fault:
            wrong = [str(fault)]
        except Exception as fault:  # noqa: BLE001 - the other examples must still run
            wrong = [repr(fault)]
        faults += [f"{folder.key}: {data.get('name', 'without a name')}: {fault}" for fault in wrong]
    if not folder.examples:
        faults.append(f"{folder.key}: there are no examples, so none of its {len(own)} paragraphs is proved")
    return ExampleResults(examples=len(folder.examples), proved=len(proved), paragraphs=len(own), faults=tuple(faults))
