"""A test or CI runs each command of this project that README, CONTRIBUTING and the how-tos name.

Programs of others, such as `apt-get` and `kubectl`, are left out.
"""

import re
import subprocess
import tomllib
from collections import defaultdict
from collections.abc import Iterator
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
import yaml
from django.core.management import get_commands, load_command_class

from tests.config.service import ROOT

PAGES: Final = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs" / "how-to").glob("*.md"))]
TABLE: Final = tomllib.loads((ROOT / "tests" / "docs" / "commands.toml").read_text())
RUN: Final[dict[str, str]] = TABLE["run"]
COMMAND: Final = re.compile(
    r"""(?:^|[\s;(&|])(?:
        (?P<make>make\ [a-z-]+) | (?P<manage>manage\.py\ [a-z_]+) | (?:\S*/)?python3?\ (?P<module>-m\ [\w.]+)
        | (?P<script>config/bootstrap\.py|[\w-]+\.sh(?=\s|$)|\.ci/run|\.venv/bin/pre-commit)
    )(?P<rest>[^;)|&\#]*)""",
    re.VERBOSE,
)


def written(page: Path) -> Iterator[str]:
    """Yield each line of a shell's block, each line that is indented as code, and each text between backticks."""
    text = page.read_text(encoding="utf-8")
    for _, block in re.findall(r"^( *)```sh\n(.*?)^\1```", text, re.DOTALL | re.MULTILINE):
        yield from block.replace("\\\n", " ").splitlines()
    prose = re.sub(r"^( *)```.*?^\1```", "", text, flags=re.DOTALL | re.MULTILINE)
    yield from re.findall(r"^ {4}(\S.*?)(?: {2,}.*)?$", prose, re.MULTILINE)
    yield from re.findall(r"`([^`\n]+)`", prose)


def commands_in(lines: Iterator[str]) -> Iterator[tuple[str, set[str]]]:
    """Yield each command of this project, and its options."""
    for line in lines:
        for found in COMMAND.finditer(line):
            name = next(part for part in (found[kind] for kind in ("make", "manage", "module", "script")) if part)
            yield name, set(re.findall(r"(?<=\s)--[a-z][a-z-]*", found["rest"]))


def in_the_documents() -> dict[str, set[str]]:
    named: defaultdict[str, set[str]] = defaultdict(set)
    for page in PAGES:
        for name, options in commands_in(written(page)):
            named[name] |= options
    return dict(named)


def of_ci() -> set[str]:
    """Return the commands that CI runs, with each value of a matrix and with all that targets of `make` run."""
    found = set()
    for job in yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())["jobs"].values():
        matrix: dict[str, Any] = job.get("strategy", {}).get("matrix", {})
        for values in product(*matrix.values()):
            for step in job["steps"]:
                line = step.get("run", "")
                for name, value in zip(matrix, values, strict=True):
                    line = line.replace(f"${{{{ matrix.{name} }}}}", value)
                found |= {name for name, _ in commands_in(iter(line.splitlines()))}
    for target in {name for name in found if name.startswith("make ")}:
        found |= {name for name, _ in commands_in(iter(recipe(target)))}
    return found


def recipe(target: str) -> list[str]:
    """Return the commands that a target of `make` runs."""
    dry = ["make", "--dry-run", "--no-print-directory", "--assume-old=.venv/.in-step", target.split()[1], "ARGS="]
    return subprocess.run(dry, cwd=ROOT, capture_output=True, text=True, check=True).stdout.splitlines()


NAMED: Final = in_the_documents()


def test_each_command_that_is_named_stands_in_the_table_and_no_other() -> None:
    assert len(NAMED) > 40
    assert set(NAMED) == {*RUN, *TABLE["not_run"]}


@pytest.mark.parametrize("command", [command for command, where in RUN.items() if where == "ci"])
def test_ci_runs_it(command: str) -> None:
    assert command in of_ci()


@pytest.mark.parametrize("command", [command for command, where in RUN.items() if where != "ci"])
def test_the_test_that_is_named_runs_it(command: str) -> None:
    source = (ROOT / RUN[command]).read_text(encoding="utf-8")
    names = [command.rpartition(" ")[2]]
    if command.startswith("make "):  # or what the target runs
        names += [name.rpartition(" ")[2] for name, _ in commands_in(iter(recipe(command)))]
    words = [word for name in names for word in (name, name.rpartition(".")[2])]

    assert any(re.search(rf"(?<![\w-]){re.escape(word)}(?![\w-])", source) for word in words), words


@pytest.mark.parametrize("command", [command for command in NAMED if command.startswith("manage.py ")])
def test_each_option_of_a_command_exists(command: str) -> None:
    name = command.split()[1]
    parser = load_command_class(get_commands()[name], name).create_parser("manage.py", name)

    assert NAMED[command] <= set(parser._option_string_actions)  # noqa: SLF001  # no other way
