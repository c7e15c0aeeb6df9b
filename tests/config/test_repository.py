"""The files that no program of the service reads: CI, commit hooks, templates and the Makefile."""

import os
import re
import shlex
import subprocess
import sys
import tomllib
from configparser import ConfigParser
from importlib.metadata import packages_distributions
from itertools import pairwise
from pathlib import Path
from typing import Any, Final

import pytest
import yaml

from games.rules.variants import KEYS
from tests.config.service import ROOT

MAKEFILE: Final = (ROOT / "Makefile").read_text()
TARGETS: Final = frozenset(re.findall(r"^([a-z-]+):", MAKEFILE, re.MULTILINE))
MODULES: Final = packages_distributions()
PYPROJECT: Final = tomllib.loads((ROOT / "pyproject.toml").read_text())
GITHUB: Final = sorted((ROOT / ".github").rglob("*.yml"))
WORKFLOWS: Final = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
SCRIPTS: Final = [ROOT / ".ci" / "run", ROOT / "CONTRIBUTING.md", ROOT / "README.md", *WORKFLOWS]


def load(path: Path) -> Any:
    return yaml.safe_load(path.read_text())


def steps(workflow: Path) -> list[dict[str, Any]]:
    return [step for job in load(workflow)["jobs"].values() for step in job["steps"]]


@pytest.mark.parametrize("path", GITHUB, ids=lambda path: path.name)
def test_what_github_reads_is_yaml(path: Path) -> None:
    assert isinstance(load(path), dict)


@pytest.mark.parametrize("path", SCRIPTS, ids=lambda path: path.name)
def test_only_targets_that_exist_are_named(path: Path) -> None:
    lines = re.findall(r"(?:^ *|- run: |`)make (?:-\S+ )*([a-z-]+(?: [a-z-]+)*)", path.read_text(), re.MULTILINE)
    named = {target for line in lines for target in line.split()}

    assert named
    assert named <= TARGETS


def test_every_target_is_phony_and_described() -> None:
    phony = re.search(r"^\.PHONY: (.*)$", MAKEFILE, re.MULTILINE)
    described = set(re.findall(r"^([a-z-]+):.*## ", MAKEFILE, re.MULTILINE))

    assert phony
    assert set(phony[1].split()) == described == TARGETS


def test_the_unit_tests_exist() -> None:
    config = ConfigParser()
    config.read(ROOT / "tests" / "unit.ini")
    paths = config["pytest"]["testpaths"].split()

    assert paths
    assert [path for path in paths if not (ROOT / path).exists()] == []


def test_the_unit_tests_need_neither_django_nor_fixtures_of_others() -> None:
    found = subprocess.run(
        [sys.executable, "-m", "pytest", "-c", "tests/unit.ini", "--rootdir=."],
        cwd=ROOT, env={"PATH": os.environ["PATH"]}, capture_output=True, text=True, check=False,
    )  # fmt: skip

    assert found.returncode == 0, found.stdout


@pytest.mark.parametrize("workflow", WORKFLOWS, ids=lambda path: path.name)
def test_actions_are_pinned_and_jobs_may_only_read(workflow: Path) -> None:
    used = [step["uses"] for step in steps(workflow) if "uses" in step]

    assert all(re.fullmatch(r"[\w-]+/[\w-]+@[0-9a-f]{40}", action) for action in used)
    assert load(workflow)["permissions"] == {"contents": "read"}


def test_ci_runs_on_every_python_that_is_supported() -> None:
    jobs = load(ROOT / ".github" / "workflows" / "ci.yml")["jobs"]
    oldest, next_ = re.fullmatch(r">=3\.(\d+),<3\.(\d+)", PYPROJECT["project"]["requires-python"]).groups()  # type: ignore[union-attr]  # the test fails where it does not match
    supported = [f"3.{minor}" for minor in range(int(oldest), int(next_))]

    assert jobs["check"]["strategy"]["matrix"]["python"] == supported
    assert jobs["test"]["strategy"]["matrix"] == {"python": supported, "postgres": ["15", "18"]}


def test_hooks_run_what_the_lock_pins() -> None:
    locked = {package["name"] for package in tomllib.loads((ROOT / "uv.lock").read_text())["package"]}
    hooks = [hook for repo in load(ROOT / ".pre-commit-config.yaml")["repos"] for hook in repo["hooks"]]

    assert {"ruff", "mypy", "import-linter", "pre-commit-hooks"} <= locked
    for hook in hooks:
        program = Path(shlex.split(hook["entry"])[0])
        assert hook["language"] == "system"
        assert program.parent == Path(".venv/bin")
        assert (ROOT / program).exists() or not (ROOT / ".venv").exists()


def test_every_dependency_is_used() -> None:
    """Code imports it, or settings name it. Django imports argon2-cffi for the hasher in ``players.hashers``."""
    code = "\n".join(
        path.read_text() for top in ("base", "config", "games", "players") for path in (ROOT / top).rglob("*.py")
    )
    used = set(re.findall(r"(?:^ *(?:from|import) +|[\"'])([A-Za-z_0-9]+)", code, re.MULTILINE))
    provided = {module: {name.replace("_", "-").lower() for name in names} for module, names in MODULES.items()}
    wanted = {re.split(r"[\[<>=~]", one, maxsplit=1)[0] for one in PYPROJECT["project"]["dependencies"]}

    assert wanted - {name for module in used for name in provided.get(module, ())} == {"argon2-cffi"}


def test_a_request_for_a_variant_can_name_each_as_its_base() -> None:
    fields = load(ROOT / ".github" / "ISSUE_TEMPLATE" / "variant.yml")["body"]
    (base,) = (field for field in fields if field.get("id") == "base")

    assert base["attributes"]["options"] == sorted(KEYS)


def test_the_changelog_has_a_section_for_each_kind_of_fragment() -> None:
    config = PYPROJECT["tool"]["towncrier"]
    kinds = [kind["directory"] for kind in config["type"]]
    changelog = (ROOT / "CHANGELOG.md").read_text()
    places = [changelog.index(kind["name"], changelog.index(config["start_string"])) for kind in config["type"]]
    fragments = [path.name for path in (ROOT / "changes").glob("*.md") if path.name != "README.md"]

    assert all(one < other for one, other in pairwise(places))
    assert [name for name in fragments if name.split(".")[-2] not in kinds] == []
