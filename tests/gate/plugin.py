"""Which tests run: a plugin of pytest for `make test`, `make part` and `make test-all`.

Without its options, pytest runs all tests that it is given, as a person expects who names a file.
"""

import subprocess
from collections import defaultdict
from hashlib import sha256
from pathlib import Path
from typing import Final

import pytest

from tests.gate.parts import PARTS, part_of

_ROOT: Final = Path(__file__).resolve().parents[2]


def pytest_addoption(parser: pytest.Parser) -> None:
    """Let who calls choose tests."""
    group = parser.getgroup("gate", "which tests run")
    group.addoption("--gate", action="store_true", help="leave out the tests of all parts, and sample large matrices")
    group.addoption("--part", action="append", default=[], choices=PARTS, help="run the tests of this part alone")
    group.addoption("--brief", action="store_true", help="with --part: sample large matrices too, but other cases")
    group.addoption("--sample", metavar="COMMIT", help="sample as at this commit, not as at HEAD")


def pytest_configure(config: pytest.Config) -> None:
    """Choose the commit once, in the process that started the run: xdist hands all options to its workers."""
    if _is_sampled(config) and not config.option.sample:
        asked = subprocess.run(["git", "rev-parse", "--short=12", "HEAD"], cwd=_ROOT, capture_output=True, text=True)  # noqa: PLW1510
        config.option.sample = asked.stdout.strip() or "none"


def _is_sampled(config: pytest.Config) -> bool:
    return bool(config.getoption("--gate") or config.getoption("--brief"))


def pytest_report_header(config: pytest.Config) -> list[str]:
    """Say how to run the same sample again."""
    return [f"sample of large matrices: --sample {config.option.sample}"] if _is_sampled(config) else []


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Import no file of which nothing runs."""
    if not collection_path.is_file() or not collection_path.is_relative_to(_ROOT):
        return None
    part = part_of(collection_path.relative_to(_ROOT).as_posix())
    if config.getoption("--gate"):
        return True if part else None
    wanted = config.getoption("--part")
    if not wanted or part in wanted:
        return None
    return None if _has_test_of(collection_path, wanted) else True


def _has_test_of(file: Path, wanted: list[str]) -> bool:
    """Return whether some tests of a file belong to one of the parts, or are sampled by `make test`."""
    name = file.relative_to(_ROOT).as_posix()
    listed = any(test.startswith(f"{name}::") for part in wanted for test in PARTS[part].tests)
    return listed or (_MATRICES in wanted and ".sampled" in file.read_text(encoding="utf-8"))


_MORE: Final = 3
_MATRICES: Final = "matrices"
"""The part in which sampled tests run whole."""


@pytest.hookimpl(trylast=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Deselect what is of another part, or not in the sample. Put a long test first, so that it does not end alone."""
    items.sort(key=lambda item: item.get_closest_marker("long") is None)
    wanted = {None, _MATRICES} if config.getoption("--gate") else {*config.getoption("--part")}
    if not wanted:
        return
    sampled = _sample(items, config) if _is_sampled(config) else set(items)
    left_out = []
    for item in items:
        part = part_of(item.nodeid.partition("[")[0]) or (_MATRICES if item.get_closest_marker("sampled") else None)
        if item not in sampled or part not in wanted:
            left_out.append(item)
    config.hook.pytest_deselected(items=left_out)
    gone = set(left_out)
    items[:] = [item for item in items if item not in gone]


def _sample(items: list[pytest.Item], config: pytest.Config) -> set[pytest.Item]:
    """Return all items but those of sampled tests that this commit leaves out.

    The brief run of a part takes `_MORE` times as many cases as `make test` does: those that come after its own.
    """
    chosen, cases = set(items), defaultdict(list)
    for item in items:
        if mark := item.get_closest_marker("sampled"):
            cases[item.nodeid.partition("[")[0], mark.args[0]].append(item)
    for (test, most), those in cases.items():
        those.sort(key=lambda item: sha256(f"{config.option.sample} {item.nodeid}".encode()).digest())
        if config.getoption("--gate"):
            chosen -= {*those[most:]}
        else:
            first = 0 if part_of(test) else most
            chosen -= {*those[:first], *those[first + _MORE * most :]}
    return chosen
