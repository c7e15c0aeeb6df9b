"""What is wrong with a ruleset, and where."""

from dataclasses import asdict, dataclass
from typing import Any, Final

_LENGTH: Final = 300


@dataclass(frozen=True, slots=True)
class Fault:
    """One thing that is wrong.

    ``place`` is the key, dotted, or ``""`` for the whole. ``why`` says what is wrong and what to write instead.
    ``line`` is that of a TOML text.
    """

    place: str
    why: str
    line: int | None = None

    def shown(self) -> dict[str, Any]:
        """Return it as JSON, cut where it is long."""
        return asdict(self) | {"place": cut(self.place), "why": cut(self.why)}


class Faulty(Exception):
    """A ruleset that cannot be checked any further."""

    def __init__(self, *faults: Fault) -> None:
        super().__init__("; ".join(f"{fault.place}: {fault.why}" for fault in faults))
        self.faults = faults


def cut(text: str) -> str:
    """Return *text* without control characters, and at most 300 characters of it."""
    shown = "".join(character if character.isprintable() else "?" for character in text[: _LENGTH + 1])
    return shown if len(shown) <= _LENGTH else f"{shown[:_LENGTH]}…"
