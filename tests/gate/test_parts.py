"""The parts of `make test-all`: what they name exists, CI runs each, and a change touches those that it should."""

import os
import re
import subprocess
import sys
from typing import Any, Final

import pytest
import yaml

from tests.config.service import ROOT
from tests.gate.parts import PARTS, part_of
from tests.gate.touched import changed_since, touched

_WORKFLOW: Final[Any] = yaml.safe_load((ROOT / ".github" / "workflows" / "ci.yml").read_text())


@pytest.mark.parametrize("name", PARTS)
def test_what_a_part_names_exists(name: str) -> None:
    part = PARTS[name]

    assert part.about
    assert part.sources
    for test in part.tests:
        file, _, function = test.partition("::")
        assert (ROOT / file).exists(), test
        assert not function or f"def {function}(" in (ROOT / file).read_text(), test
    assert [place for place in part.sources if not (ROOT / place).exists()] == []


def test_no_test_is_in_two_parts() -> None:
    tests = [test for part in PARTS.values() for test in part.tests]

    assert len(set(tests)) == len(tests)


def test_each_part_is_a_job_of_each_change_and_each_night() -> None:
    assert _WORKFLOW["jobs"]["parts"]["strategy"]["matrix"]["part"] == [*PARTS]
    assert {"pull_request", "schedule"} <= {*_WORKFLOW[True]}  # YAML takes the key `on` for a boolean


def test_a_test_has_the_part_of_its_narrowest_entry() -> None:
    assert part_of("tests/web/test_play.py") == "browser"
    assert part_of("tests/games/processes/test_kills.py::test_something") == "processes"
    assert part_of("tests/web/test_whole_game.py") is None
    assert part_of("tests/rules/test_perft.py") is None


def test_a_change_touches_what_is_about_its_files() -> None:
    assert touched(["games/web/src/store.ts"]) == ["browser"]
    assert touched(["tests/lab/run.py"]) == ["lab"]
    assert "compiled" in touched(["games/rules/card.py"])
    assert touched(["LICENSE"]) == []
    assert touched(["uv.lock"]) == touched(["LICENSE", ".ci/run"]) == [*PARTS]


def test_a_commit_that_is_not_there_has_no_changes_to_compare() -> None:
    head = subprocess.run(["git", "rev-parse", "HEAD"], cwd=ROOT, capture_output=True, text=True, check=False)
    if head.returncode:
        pytest.skip("this is no checkout of git")

    assert changed_since(head.stdout.strip()) is not None
    assert changed_since("0" * 40) is None


def _collected(*options: str) -> list[str]:
    """Return the names of the tests of the sample that pytest runs with these options."""
    alone = ["-c", os.devnull, "--rootdir=.", "--noconftest", "-p", "no:cacheprovider", "-p", "no:django"]
    ours = ["-p", "no:schemathesis", "-p", "tests.gate.plugin", "--import-mode=importlib", "--collect-only", "-q"]
    done = subprocess.run(
        [sys.executable, "-m", "pytest", *alone, *ours, *options, "tests/gate/samples/matrix.py"],
        cwd=ROOT, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr
    return re.findall(r"^tests/gate/samples/matrix.py::(.+)$", done.stdout, re.MULTILINE)


def test_a_commit_chooses_the_cases_of_a_large_matrix() -> None:
    one, again, other = (_collected("--gate", "--sample", commit) for commit in ("abc", "abc", "def"))

    assert sorted(one) == sorted(again)
    assert sorted(one) != sorted(other)
    assert len(one) == len(other) == 4
    assert "test_that_is_always_run" in one
    assert len(_collected()) == 21
    assert len(_collected("--part", "matrices")) == 20


def test_a_brief_run_of_the_matrices_has_other_cases_than_make_test() -> None:
    gate, brief = (_collected(*options, "--sample", "abc") for options in (["--gate"], ["--part=matrices", "--brief"]))

    assert len(brief) == 9
    assert not {*gate} & {*brief}
