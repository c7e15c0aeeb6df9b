"""Compiles rules and bots with mypyc: `python -m games.compiling PLACE` copies the project there. Needs a C compiler.

The copy serves, plays and stores as the project does. Its bots search more than twice as fast, so they get further in
the same time. The image of the service is such a copy.
"""

import argparse
import ast
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_RULES: Final = Path("games", "rules")
MODULES: Final = (
    "bots/[!_]*", "rules/cards", "rules/commands", "rules/deal", "rules/decide/*", "rules/events/asks", "rules/evolve",
    "rules/evolve_deal", "rules/game", "rules/legality/*", "rules/observation", "rules/ruleset/compile",
    "rules/ruleset/selectors", "rules/scoring",
)  # fmt: skip
"""Patterns of what runs at every move and in every search; not `rules/card`, whose subclass of int mypyc refuses."""
_HINTS: Final = "compiled_hints"
"""The module of the copy that gives the classes their hints back, and lets frozen ones be pickled."""
_PICKLING: Final = """\
import copyreg
from dataclasses import fields


def made(kind, values):
    return kind(**values)


def parts(one):
    return made, (type(one), {field.name: getattr(one, field.name) for field in fields(one)})


"""
"""Pickle sets the fields of an object one by one. A frozen dataclass allows it, unless mypyc has compiled it."""
_BESIDE: Final = ("base", "config", "docs", "players", "tests", "manage.py", "pyproject.toml")


class NotCompiled(Exception):
    """mypyc or the C compiler failed. The message is what it printed last."""


def build(place: Path, modules: Sequence[str] = MODULES) -> None:
    """Copy the project to *place*, an empty folder, and compile *modules* of it there. Raises NotCompiled."""
    _copy("games", place)
    files = sorted(path.relative_to(place) for name in modules for path in (place / "games").glob(f"{name}.py"))
    # No file of settings: ours names plugins. The rest of the project comes later: setuptools would read its pyproject.
    command = [sys.executable, "-m", "mypyc", "--config-file=", "--explicit-package-bases", *map(str, files)]
    done = subprocess.run(command, cwd=place, capture_output=True, text=True, check=False)
    if done.returncode:
        raise NotCompiled("\n".join((done.stdout + done.stderr).strip().splitlines()[-5:]))
    shutil.rmtree(place / "build")  # the objects of the C compiler
    (place / _RULES / f"{_HINTS}.py").write_text(_PICKLING + "".join(_restored_hints(place)))
    with (place / _RULES / "__init__.py").open("a") as package:
        package.write(f"\nimport games.rules.{_HINTS}\n")
    for name in _BESIDE:
        if (_ROOT / name).exists():  # an image is built from fewer folders
            _copy(name, place)


def _restored_hints(place: Path) -> Iterator[str]:
    """Yield statements that give fields their hints back, and let pickle make frozen classes.

    The codec reads the hints, and mypyc keeps only their classes.
    """
    for compiled in sorted((place / _RULES).rglob("*.so")):
        path = compiled.with_name(f"{compiled.name.split('.')[0]}.py")
        module = ".".join(path.relative_to(place).with_suffix("").parts)
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef):
                fields = [one for one in node.body if isinstance(one, ast.AnnAssign)]
                if hints := {ast.unparse(one.target): ast.unparse(one.annotation) for one in fields}:
                    yield f"from {module} import {node.name}\n{node.name}.__annotations__.update({hints!r})\n"
                if any(ast.unparse(one).startswith("dataclass(frozen=True") for one in node.decorator_list):
                    yield f"from {module} import {node.name}\ncopyreg.pickle({node.name}, parts)\n"


def _copy(name: str, place: Path) -> None:
    source = _ROOT / name
    if source.is_dir():
        shutil.copytree(source, place / name, ignore=shutil.ignore_patterns("__pycache__", "node_modules"))
    else:
        shutil.copy(source, place / name)


def main() -> None:
    """Build in the folder that the command line names. Remove what was there before."""
    parser = argparse.ArgumentParser(prog="python -m games.compiling", description=main.__doc__)
    parser.add_argument("place", type=Path)
    place = parser.parse_args().place.absolute()
    shutil.rmtree(place, ignore_errors=True)
    place.mkdir(parents=True)
    try:
        build(place)
    except NotCompiled as fault:
        sys.exit(str(fault))


if __name__ == "__main__":
    main()
