"""What is checked: a variant with all the files of its folder."""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Final

from games.rules.examples import Example, ExampleError, read_example, run_in
from games.rules.examples.__main__ import files_of
from games.rules.ruleset import RulesetError
from games.rules.variants import FOLDER, Variant, from_bytes, read_folder

_PARAGRAPH: Final = re.compile(r"^\*\*([A-Z]{1,2}-\d+[a-z]?)\*\*", re.MULTILINE)


@dataclass(frozen=True, slots=True, kw_only=True)
class Subject:
    """A variant, where it lies, and the tables of its examples."""

    variant: Variant
    folder: Path
    examples: Sequence[Mapping[str, Any]]

    @property
    def key(self) -> str:
        """The variant's key."""
        return self.variant.key

    @property
    def sizes(self) -> range:
        """How many seats a table may have."""
        players = self.variant.players
        return range(players.least, players.most + 1)


def load(name: str) -> Subject:
    """Return the variant of this key, or of this folder. Raises RulesetError if there is no sound one."""
    folder = FOLDER / name if (FOLDER / name / "ruleset.toml").exists() else Path(name)
    variant = from_bytes(read_folder(folder))
    return Subject(
        variant=variant, folder=folder, examples=[one for path in files_of([str(folder)]) for one in _of(path)]
    )


def _of(path: Path) -> list[dict[str, Any]]:
    try:
        found = tomllib.loads(path.read_text(encoding="utf-8")).get("example", [])
    except (OSError, tomllib.TOMLDecodeError, UnicodeDecodeError) as fault:
        raise RulesetError(str(path), str(fault)) from fault
    if not isinstance(found, list) or not all(isinstance(one, dict) for one in found):
        raise RulesetError(str(path), "[[example]] is asked for: a list of tables")
    return found


@dataclass(frozen=True, slots=True, kw_only=True)
class Told:
    """What the examples of a variant tell."""

    examples: int
    proved: int
    """How many of the variant's own paragraphs are proved by an example that holds."""
    paragraphs: int
    faults: tuple[str, ...]


def run_examples(subject: Subject) -> Told:
    """Run every example of *subject*."""
    own = set(_PARAGRAPH.findall(subject.variant.text))
    proved, faults = set[str](), list[str]()
    for data in subject.examples:
        try:
            example = read_example(data)
            wrong = list(_faults(subject.variant, example))
        except ExampleError as fault:
            faults.append(f"{subject.key}: {data.get('name', 'without a name')}: {fault}")
            continue
        faults += wrong
        proved |= set() if wrong else own.intersection(example.proves)
    if not subject.examples:
        faults.append(f"{subject.key}: there are no examples: 0 of {len(own)} paragraphs proved")
    return Told(examples=len(subject.examples), proved=len(proved), paragraphs=len(own), faults=tuple(faults))


def _faults(variant: Variant, example: Example) -> Iterator[str]:
    where = f"{variant.key}: {example.name}"
    try:
        yield from (f"{where}: {fault}" for fault in run_in(variant, example).faults)
    except (ExampleError, RulesetError) as fault:
        yield f"{where}: {fault}"
    except Exception as fault:  # noqa: BLE001 - the other examples are to be run
        yield f"{where}: {fault!r}"
