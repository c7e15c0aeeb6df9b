"""``python -m games.rules.examples FILE_OR_FOLDER...``: run examples without Django and without a database."""

import sys
import tomllib
from collections.abc import Iterator, Sequence
from contextlib import suppress
from io import TextIOWrapper
from pathlib import Path
from typing import Any, Final

from games.rules.examples.running import run_in
from games.rules.examples.shape import ExampleError, read_example
from games.rules.ruleset import RulesetError
from games.rules.variants import Variant, from_bytes, load, read_folder

_OTHERS: Final = ("ruleset.toml", "mutants.toml")
"""Files of a variant that hold no examples."""


def files_of(arguments: Sequence[str]) -> Iterator[Path]:
    """Yield the files of examples among *arguments*: files as they are, of folders every TOML but ``_OTHERS``."""
    for path in map(Path, arguments):
        is_folder = False
        with suppress(OSError):  # a path that cannot be examined is reported when it is read
            is_folder = path.is_dir()
        if is_folder:
            yield from sorted(one for one in path.rglob("*.toml") if one.name not in _OTHERS)
        else:
            yield path


def variant_of(path: Path, key: str) -> Variant:
    """Return the variant *key*: that of the ruleset beside the file *path* if it has this key, else the service's."""
    if (path.parent / "ruleset.toml").exists():
        beside = from_bytes(read_folder(path.parent))
        if beside.key == key:
            return beside
    return load(key)


def run_file(path: Path) -> tuple[int, list[str]]:
    """Return how many examples of the file *path* hold, and a line for each that does not, or cannot be read."""
    try:
        data = tomllib.loads(path.read_text(encoding="utf-8"))
        known = set(data) - {"variant", "example"}
        if known or not isinstance(data.get("variant"), str):
            raise ExampleError(", ".join(sorted(known)) or "variant", "a file has a variant and examples")
        examples = data.get("example", [])
        if not isinstance(examples, list) or not all(isinstance(one, dict) for one in examples):
            raise ExampleError("example", "a list of tables is asked for")
        variant = variant_of(path, data["variant"])
    except (OSError, ValueError) as fault:
        return 0, [f"FAIL {path} -: {fault}"]
    except RecursionError:
        return 0, [f"FAIL {path} -: nested too deeply"]
    lines = [line for one in examples for line in _run(path, one, variant)]
    return len(examples) - len(lines), lines


def _run(path: Path, data: dict[str, Any], variant: Variant) -> Iterator[str]:
    name = data.get("name", "without a name")
    name = name if isinstance(name, str) and name.isprintable() else repr(name)
    try:
        example = read_example(data)
        outcome = run_in(variant, example)
    except (ExampleError, RulesetError) as fault:
        yield f"FAIL {path} {name}: {fault}"
    else:
        if outcome.faults:
            yield f"FAIL {path} {name}: {'; '.join(outcome.faults)}"


def main(arguments: Sequence[str]) -> int:
    """Run the examples of *arguments* and print what does not hold; return the exit status."""
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
