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


def table(outcomes: Sequence[Outcome], before: str = "") -> str:
    """Return the outcomes as a table in Markdown, with what was found below it.

    The table *before*, as this function returned it, keeps what it has of other failures.
    """
    head = ("failure", "lasted, s", "no move accepted for, s", "longest wait of a player, s", "moves acknowledged",
            "old reads from a replica", "lost", "doubled", "findings")  # fmt: skip
    rows = dict(re.findall(r"^\| ([^|]+) (\|.*\|)$", before, re.MULTILINE)[2:])
    found = re.findall(r"^- (.*?): (.*)$", before, re.MULTILINE)
    for one in outcomes:
        cells = (
            f"{one.lasted:.0f}", f"{one.silent:.1f}", f"{one.waited:.1f}", f"{one.acknowledged:,}",
            f"{100 * one.from_replicas:.0f} %", str(one.lost), str(one.doubled), str(len(one.findings) or "none"),
        )  # fmt: skip
        rows[one.failure] = f"| {' | '.join(cells)} |"
        found = [(name, finding) for name, finding in found if name != one.failure]
        found += [(one.failure, finding) for finding in one.findings]
    lines = [f"| {' | '.join(head)} |", "| --- " + "| --: " * (len(head) - 1) + "|"]
    lines += [f"| {name} {cells}" for name, cells in rows.items()]
    return "\n".join([*lines, *([""] if found else []), *(f"- {name}: {finding}" for name, finding in found)]) + "\n"


def conditions() -> str:
    """Return a sentence that says when and where this was measured."""
    day, processors, load = time.strftime("%Y-%m-%d"), os.cpu_count(), os.getloadavg()[2]
    return f"Last measured on {day} by `make lab`, on {processors} processors whose load was {load:.0f}."


def printed(page: str) -> str:
    """Return what runs have written on *page*."""
    return page.partition(_BEGIN)[2].partition(_END)[0]


def written(page: str, text: str) -> str:
    """Return *page* with *text* in place of what the last run has written there. Raises ValueError without a place."""
    found, times = re.subn(f"(?<={_BEGIN}\n).*?(?={_END})", lambda _: f"\n{text}\n", page, count=1, flags=re.DOTALL)
    if not times:
        raise ValueError(f"the page has no {_BEGIN}")
    return found
