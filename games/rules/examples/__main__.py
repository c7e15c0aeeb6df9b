"""``python -m games.rules.examples FILE_OR_FOLDER...`` runs examples without Django and without a database."""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Final

from games.rules.examples.running import run_in
from games.rules.examples.shape import ExampleError, read_example
from games.rules.ruleset import RulesetError
from games.rules.variants import Variant, from_bytes, load, read_folder

_OTHERS: Final = ("ruleset.toml", "mutants.toml")
"""Files of a variant that hold no examples."""


def files_of(arguments: Sequence[str]) -> Iterator[Path]:
    """Yield the files of examples: each file of *arguments*, and each TOML file but ``_OTHERS`` of its folders."""
    for path in map(Path, arguments):
        is_folder = False
        with suppress(OSError):  # a path that cannot be checked is reported when it is read
            is_folder = path.is_dir()
        if is_folder:
            yield from sorted(one for one in path.rglob("*.toml") if one.name not in _OTHERS)
        else:
            yield path


def variant_of(path: Path, key: str) -> Variant:
    """Return the variant *key*: the ruleset beside the file *path* if it has this key, else the service's variant."""
    if (path.parent / "ruleset.toml").exists():
        beside = from_bytes(read_folder(path.parent))
        if beside.key == key:
            return beside
    return load(key)


def run_file(path: Path) -> tuple[int, list[str]]:
    """Return how many examples of the file *path* hold, and a line for each that does not hold or cannot be read."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        known = set(data) - {"variant", "example"}
        if known or not isinstance(data.get("variant"), str):
            raise ExampleError(
                ", ".join(sorted(known)) or "variant",
                'Write only a variant and examples: variant = "KEY", [[example]].',
            )
        examples = data.get("example", [])
        if not isinstance(examples, list) or not all(isinstance(one, dict) for one in examples):
            raise ExampleError("example", "Write each example as a table [[example]].")
        variant = variant_of(path, data["variant"])
    except (OSError, ValueError) as fault:
        return 0, [f"FAIL {path} -: {fault}"]
    except RecursionError:
        return 0, [f"FAIL {path} -: The file is nested too deeply."]
    lines = []
    for one in examples:
        name = one.get("name", "without a name")
        name = name if isinstance(name, str) and name.isprintable() else repr(name)
        try:
            faults = run_in(variant, read_example(one)).faults
        except (ExampleError, RulesetError) as fault:
            faults = (str(fault),)
        if faults:
            lines.append(f"FAIL {path} {name}: {'; '.join(faults)}")
    return len(examples) - len(lines), lines


def main(arguments: Sequence[str]) -> int:
    """Run the examples of *arguments* and print those that do not hold. Return the exit status."""
    if not arguments:
        sys.stderr.write("usage: python -m games.rules.examples FILE_OR_FOLDER...\n")
        return 2
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")
    passed, failed = 0, 0
    for path in files_of(arguments):
        good, lines = run_file(path)
        passed, failed = passed + good, failed + len(lines)
        sys.stdout.writelines(f"{line}\n" for line in lines)
    sys.stdout.write(f"{passed} passed, {failed} failed\n")
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
