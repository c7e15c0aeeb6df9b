"""The table of a run, and its place in the documentation."""

import os
import re
import time
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

PAGE: Final = Path(__file__).resolve().parents[2] / "docs" / "explanation" / "failures.md"
_BEGIN, _END = "<!-- written by make lab -->", "<!-- until here -->"


@dataclass(slots=True)
class Outcome:
    """What a failure cost."""

    failure: str
    lasted: float
    """Seconds until it was mended."""
    silent: float
    """The longest time in which no move was accepted, in seconds."""
    waited: float
    """The longest time that a player waited for an answer, with all repeats of the request, in seconds."""
    acknowledged: int
    """The moves that were acknowledged from a while before the failure until all was well again."""
    from_replicas: float
    """The share of old reads in this time that a replica answered."""
    lost: int = 0
    doubled: int = 0
    findings: list[str] = field(default_factory=list)
    """Whatever else is wrong."""
    recovered: bool = True
    """Whether moves were accepted again, and each game went on."""

    @property
    def is_good(self) -> bool:
        """Whether nothing is wrong."""
        return not (self.lost or self.doubled or self.findings)


def table(outcomes: Sequence[Outcome]) -> str:
    """Return the outcomes as a table in Markdown, with what was found below it."""
    head = ("failure", "lasted, s", "no move accepted for, s", "longest wait of a player, s", "moves acknowledged",
            "old reads from a replica", "lost", "doubled", "findings")  # fmt: skip
    rows = [
        (one.failure, f"{one.lasted:.0f}", f"{one.silent:.1f}", f"{one.waited:.1f}", f"{one.acknowledged:,}",
         f"{100 * one.from_replicas:.0f} %", str(one.lost), str(one.doubled), str(len(one.findings) or "none"))
        for one in outcomes
    ]  # fmt: skip
    lines = ["| " + " | ".join(row) + " |" for row in (head, ["---"] + ["--:"] * (len(head) - 1), *rows)]
    found = [f"- {one.failure}: {finding}" for one in outcomes for finding in one.findings]
    return "\n".join([*lines, *([""] if found else []), *found]) + "\n"


def conditions() -> str:
    """Return a sentence that says when and where this was measured."""
    processors, load = os.cpu_count(), os.getloadavg()[2]
    return (
        f"Measured on {time.strftime('%Y-%m-%d')} by `make lab`, on {processors} processors whose load was {load:.0f}."
    )


def written(page: str, text: str) -> str:
    """Return *page* with *text* in place of what the last run has written there. Raises ValueError without a place."""
    found, times = re.subn(f"(?<={_BEGIN}\n).*?(?={_END})", lambda _: f"\n{text}\n", page, count=1, flags=re.DOTALL)
    if not times:
        raise ValueError(f"the page has no {_BEGIN}")
    return found
