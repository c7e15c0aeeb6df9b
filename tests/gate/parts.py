"""What `make test` leaves out: the parts of `make test-all`, in `parts.toml`."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Final


@dataclass(frozen=True, slots=True)
class Part:
    """Tests that run together where a change touches what they are about."""

    about: str
    """What it proves, for people."""
    tests: tuple[str, ...]
    """Folders and files, and single tests as ``file::name``."""
    sources: tuple[str, ...]
    """The files and folders that it is about; its tests are among them anyway."""


def _read() -> dict[str, Part]:
    content = tomllib.loads(Path(__file__).with_name("parts.toml").read_text(encoding="utf-8"))
    return {
        name: Part(part["about"], tuple(part.get("tests", ())), tuple(part["sources"]))
        for name, part in content.items()
    }


PARTS: Final = _read()
_HOMES: Final = {test: name for name, part in PARTS.items() for test in part.tests}


def part_of(test: str) -> str | None:
    """Return the part of a test or file, by its path or ``file::name``: that of the narrowest entry, or None."""
    file, _, name = test.partition("::")
    if name and (home := _HOMES.get(f"{file}::{name}")):
        return home
    place = Path(file)
    return next((_HOMES[str(one)] for one in (place, *place.parents) if str(one) in _HOMES), None)
