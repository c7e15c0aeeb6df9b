"""``python -m tests.rules.records``: write the golden records anew, on purpose; ``git diff`` shows what changed."""

from tests.rules.records.writing import RECORDS, lines

for record in RECORDS:
    record.path.write_text("".join(f"{line}\n" for line in lines(record)), encoding="utf-8")
    print(record.path)  # noqa: T201 - it speaks to a person
