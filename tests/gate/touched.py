"""Print the parts of `make test-all` that a change touches, a name on each line: ``python -m tests.gate.touched``.

The change is all that differs from the commit CI_BASE, or else from the last tag. Without either, it prints all parts.
"""

import os
import subprocess
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import Final

from tests.gate.parts import PARTS, Part

_EVERYTHING: Final = ("pyproject.toml", "uv.lock", ".ci", "tests/conftest.py", "tests/gate", "config/settings")
"""What every part stands on."""


def touched(files: Iterable[str]) -> list[str]:
    """Return the names of the parts that a change of these files touches, in the order of their table."""
    changed = [*files]
    if any(_is_below(file, _EVERYTHING) for file in changed):
        return [*PARTS]
    return [name for name, part in PARTS.items() if any(_is_below(file, _places(part)) for file in changed)]


def changed_since(base: str) -> list[str] | None:
    """Return the files that differ between a commit and the working tree; None if there is no such commit."""
    asked = subprocess.run(["git", "diff", "--name-only", base, "--"], capture_output=True, text=True, check=False)
    return None if asked.returncode else asked.stdout.splitlines()


def _places(part: Part) -> tuple[str, ...]:
    return (*part.sources, *(test.partition("::")[0] for test in part.tests))


def _is_below(file: str, places: tuple[str, ...]) -> bool:
    return any(place in places for place in (file, *map(str, Path(file).parents)))


def _main() -> None:
    tag = subprocess.run(["git", "describe", "--tags", "--abbrev=0"], capture_output=True, text=True, check=False)
    base = os.environ.get("CI_BASE") or tag.stdout.strip()
    files = changed_since(base) if base else None
    sys.stdout.writelines(f"{name}\n" for name in ([*PARTS] if files is None else touched(files)))


if __name__ == "__main__":
    _main()
