"""``python -m tests.rules.perft``: print the leaves of every position, changed ones with what is pinned.

``python -m tests.rules.perft --pin`` pins them, on purpose; ``git diff`` shows what changed.
"""

import sys
from pathlib import Path

from tests.rules.perft.counting import Perft, positions


def pin(position: Perft, found: list[int]) -> None:
    """Write *found* in the place of the leaves of *position*."""
    path = Path(__file__).parent / position.file
    before, name, after = path.read_text(encoding="utf-8").partition(f'name = "{position.name}"\n')
    path.write_text(before + name + after.replace(f"{position.leaves}", f"{found}", 1), encoding="utf-8")


for one in positions():
    leaves = one.count()
    changed = "" if leaves == one.leaves else f"  (pinned: {one.leaves})"
    print(f"{one.file}  {one.name}: {leaves}{changed}")  # noqa: T201 - it speaks to a person
    if changed and "--pin" in sys.argv:
        pin(one, leaves)
