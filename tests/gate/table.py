"""Write what tests cost into CONTRIBUTING.md and docs/explanation/tests.md: ``python -m tests.gate.table FILE …``.

Each FILE is what ``pytest --times FILE`` wrote. If several have the same test, the last one counts.
"""

import json
import re
import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Final, NamedTuple

from tests.gate.parts import PARTS, part_of

_ROOT: Final = Path(__file__).resolve().parents[2]
_CONTRIBUTING: Final = _ROOT / "CONTRIBUTING.md"
_PAGE: Final = _ROOT / "docs" / "explanation" / "tests.md"
_ROW: Final = re.compile(r"^\| (?P<changed>[^|]+) \| (?P<run>[^|]*`tests/[^|]+) \| [^|]+ \|$", re.MULTILINE)
_LONGEST: Final = 50
_MARK: Final = "<!-- What follows is written by `python -m tests.gate.table`. -->\n"


class Cost(NamedTuple):
    """Seconds, and processor seconds."""

    wall: float
    cpu: float


def read(files: Iterable[Path]) -> dict[str, Cost]:
    """Return what each test took."""
    return {test: Cost(*cost) for file in files for test, cost in json.loads(file.read_text())["tests"].items()}


def total(costs: Iterable[Cost]) -> Cost:
    """Return the sum."""
    every = [*costs]
    return Cost(sum(cost.wall for cost in every), sum(cost.cpu for cost in every))


def by(key: str, costs: Mapping[str, Cost]) -> dict[str, Cost]:
    """Return the costs of files or of parts, the dearest first."""
    groups: defaultdict[str, list[Cost]] = defaultdict(list)
    for test, cost in costs.items():
        groups[test.partition("::")[0] if key == "file" else part_of(test.partition("[")[0]) or ""].append(cost)
    sums = {name: total(those) for name, those in groups.items()}
    return dict(sorted(sums.items(), key=lambda one: -one[1].cpu))


def rows_with_times(text: str, costs: Mapping[str, Cost]) -> str:
    """Return the page with the time of each row that names paths of tests: that of two processes on two quiet cores."""

    def written(row: re.Match[str]) -> str:
        places = [place.rstrip("/") for place in re.findall(r"tests/[\w/.]+", row["run"])]
        those = [cost for test, cost in costs.items() if any(_is_in(test, place) for place in places)]
        return f"| {row['changed']} | {row['run']} | {_spoken(total(those).wall / 2)} |"

    return _ROW.sub(written, text)


def page(costs: Mapping[str, Cost]) -> str:
    """Return the generated half of docs/explanation/tests.md."""
    parts = by("part", costs)
    lines = ["| part | what it proves | seconds | processor seconds |", "|---|---|---|---|"]
    lines += [f"| `{name}` | {part.about} | {_cells(parts.get(name))} |" for name, part in PARTS.items()]
    for title, found in (
        ("files", by("file", costs)),
        ("tests", dict(sorted(costs.items(), key=lambda one: -one[1].cpu))),
    ):
        lines += [
            "",
            f"## The {_LONGEST} longest {title}",
            "",
            f"| {title[:-1]} | seconds | processor seconds |",
            "|---|---|---|",
        ]
        lines += [f"| `{name.replace('|', ' ')}` | {_cells(cost)} |" for name, cost in [*found.items()][:_LONGEST]]
    return "\n".join(lines) + "\n"


def _is_in(test: str, place: str) -> bool:
    file = test.partition("::")[0]
    return file == place or file.startswith(f"{place}/")


def _spoken(seconds: float) -> str:
    return f"{max(5, round(seconds / 5) * 5)} s" if seconds < 90 else f"{round(seconds / 60)} min"


def _cells(cost: Cost | None) -> str:
    return f"{cost.wall:.1f} | {cost.cpu:.1f}" if cost else "not measured | "


def _main(files: list[str]) -> None:
    costs = read(map(Path, files))
    _CONTRIBUTING.write_text(rows_with_times(_CONTRIBUTING.read_text(encoding="utf-8"), costs), encoding="utf-8")
    kept = _PAGE.read_text(encoding="utf-8").partition(_MARK)[0]
    _PAGE.write_text(f"{kept}{_MARK}\n{page(costs)}", encoding="utf-8")


if __name__ == "__main__":
    _main(sys.argv[1:])
