"""The rules compiled by mypyc, in a copy of the project. Nothing needs the copy: it shows how fast these rules can be.

`python -m tests.benchmarks.compiling PLACE` makes it in PLACE/compiled; it needs a C compiler. A compiled
copy plays but does not store: the codec reads type hints, which mypyc does not keep.
"""

import shutil
import sys
from pathlib import Path
from typing import Final

from tests.benchmarks import environments

MYPYC: Final = "mypy[mypyc]>=2.4,<3"
ROOT: Final = Path(__file__).parents[2]
_BESIDE: Final = ("config", "docs", "players", "tests", "manage.py", "pyproject.toml")
"""What the tests of the rules need."""
_MODULES: Final = (
    "cards", "commands", "deal", "decide/*", "events/asks", "evolve", "evolve_deal", "game", "legality/*",
    "observation", "ruleset/compile", "ruleset/selectors", "scoring",
)  # fmt: skip
"""What runs at every move; not `card`, whose subclass of int mypyc refuses, nor records read by their hints."""


def build(python: Path, place: Path) -> None:
    """Copy the project to *place* and compile its rules there with the mypyc of *python*. Raises NoPeer."""
    _copy("games", place)
    rules = place / "games" / "rules"
    files = sorted(path for module in _MODULES for path in rules.glob(f"{module}.py"))
    options = ("--config-file=", "--explicit-package-bases")  # no file: ours, in a parent, names plugins
    environments.run([str(python), "-m", "mypyc", *options, *map(str, files)], place)
    for name in _BESIDE:  # not before: setuptools would take our pyproject.toml for its own
        _copy(name, place)


def _copy(name: str, place: Path) -> None:
    source = ROOT / name
    if source.is_dir():
        shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__"))
    else:
        shutil.copy(source, place / name)


def main() -> None:
    """Build in the folder that the command line names."""
    place = Path(sys.argv[1]).absolute()
    shutil.rmtree(place / "compiled", ignore_errors=True)
    (place / "compiled").mkdir(parents=True)
    build(environments.install(place / "mypyc", MYPYC), place / "compiled")


if __name__ == "__main__":
    main()
