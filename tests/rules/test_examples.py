"""The rule book's examples, each one a test. The kernel's are marked with what they prove; ``test_marks`` checks it."""

from pathlib import Path
from typing import Any, Final

import pytest

from games.rules.examples import read_example, run_example
from games.rules.examples.setting import seats_of
from tests.rules.examples_of import OF_KERNEL, OF_VARIANTS, content, examples, proved
from tests.rules.tables import KERNEL, VARIANTS


def holds(variant: str, data: dict[str, Any]) -> None:
    """Fail, saying what was expected and what was found, unless the example *data* holds."""
    example = read_example(data)
    outcome = run_example(example, VARIANTS[variant].ruleset(seats_of(example), example.options))
    assert not outcome.faults, "; ".join(outcome.faults)


@pytest.mark.parametrize(("variant", "example"), [one for path in OF_VARIANTS for one in examples(path)])
def test_example(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-3", "K-6", "K-11", "K-41", "K-42", "K-45", "K-50", "K-51", "K-54", "K-56", "K-58", "K-59", "K-60", "K-61",
    "K-62", "K-64", "K-65", "K-67", "K-68", "K-69", "K-70", "K-71", "K-72", "K-73", "K-74", "K-84", "K-95", "K-107",
    "K-110", "K-123",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "effects.toml"))
def test_effects(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-1", "K-4", "K-30", "K-48", "K-60", "K-68", "K-71", "K-73", "K-80", "K-85", "K-86", "K-87", "K-107", "K-108",
    "K-109", "K-110", "K-111", "K-112", "K-113", "K-114", "K-115", "K-117", "K-118", "K-123",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "endings.toml"))
def test_endings(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-75", "K-76", "K-77", "K-78", "K-79", "K-80", "K-82", "K-88", "K-106", "K-111", "K-120",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "follow.toml"))
def test_follow(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-5", "K-35", "K-36", "K-43", "K-45", "K-49", "K-53", "K-54", "K-55", "K-56", "K-59", "K-60", "K-88", "K-90",
    "K-91", "K-92", "K-94", "K-106", "K-108", "K-120",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "groups.toml"))
def test_groups(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-2", "K-3", "K-4", "K-5", "K-12", "K-13", "K-21", "K-23", "K-25", "K-27", "K-30", "K-31", "K-33", "K-34",
    "K-36", "K-38", "K-39", "K-44", "K-45", "K-46", "K-47", "K-62", "K-72", "K-73", "K-82", "K-108", "K-120",
    "K-121",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "table.toml"))
def test_table(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


@pytest.mark.proves(
    "K-10", "K-11", "K-28", "K-41", "K-65", "K-68", "K-91", "K-94", "K-97", "K-98", "K-99", "K-100", "K-101",
    "K-102", "K-103", "K-104", "K-105", "K-120", "K-123", "K-124", "K-125",
)  # fmt: skip
@pytest.mark.parametrize(("variant", "example"), examples(KERNEL / "words.toml"))
def test_words(variant: str, example: dict[str, Any]) -> None:
    holds(variant, example)


TESTS: Final = {
    "effects.toml": test_effects,
    "endings.toml": test_endings,
    "follow.toml": test_follow,
    "groups.toml": test_groups,
    "table.toml": test_table,
    "words.toml": test_words,
}


def test_every_file_of_the_kernel_is_run() -> None:
    assert {path.name for path in OF_KERNEL} == set(TESTS)


@pytest.mark.parametrize("name", TESTS)
def test_marks(name: str) -> None:
    """What a test is marked with is what the examples of its file prove."""
    marks: list[pytest.Mark] = TESTS[name].pytestmark

    marked = {paragraph for mark in marks if mark.name == "proves" for paragraph in mark.args}

    assert marked == proved(KERNEL / name)


@pytest.mark.parametrize("path", [*OF_VARIANTS, *OF_KERNEL], ids=lambda path: f"{path.parent.name}/{path.name}")
def test_names_are_unique_in_a_file(path: Path) -> None:
    names = [one["name"] for one in content(path)["example"]]

    assert len(set(names)) == len(names)


def test_every_example_proves_something() -> None:
    for path in (*OF_VARIANTS, *OF_KERNEL):
        assert all(one.get("proves") for one in content(path)["example"])
