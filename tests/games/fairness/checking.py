"""The checker as a module, for all tests that ask it."""

from importlib.util import module_from_spec, spec_from_file_location
from pathlib import Path
from typing import Any, Final

CHECKER: Final = Path(__file__).parents[3] / "docs" / "check_fairness.py"
Json = dict[str, Any]


def checker() -> Any:
    """Return the checker."""
    spec = spec_from_file_location("check_fairness", CHECKER)
    assert spec
    assert spec.loader
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def faults(document: Json, events: list[Json], kept: Json | None = None) -> list[str]:
    """Return what the checker finds wrong."""
    return list(checker().check(document, events, kept).faults)
