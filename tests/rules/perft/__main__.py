"""``python -m tests.rules.perft``: print the leaves of every position, changed ones with what is pinned."""

from tests.rules.perft.counting import positions

for position in positions():
    found = position.count()
    changed = "" if found == position.leaves else f"  (pinned: {position.leaves})"
    print(f"{position.file}  {position.name}: {found}{changed}")  # noqa: T201 - it speaks to a person
