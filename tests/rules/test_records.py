"""Whole games are played again as they were recorded (``records/README.md`` says how to write them anew)."""

from difflib import unified_diff
from itertools import islice

import pytest

from tests.rules.records.writing import RECORDS, Record, lines


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_the_game_is_the_recorded_one(record: Record) -> None:
    pinned = record.path.read_text(encoding="utf-8").splitlines()

    played = list(lines(record))

    diff = list(islice(unified_diff(pinned, played, "recorded", "played now", lineterm="", n=1), 40))
    assert not diff, "\n".join(diff)
