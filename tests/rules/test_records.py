"""Whole games are played again as they were recorded (``records/README.md`` says how to write them anew)."""

from difflib import unified_diff
from itertools import islice
from typing import Any, get_args

import pytest

from games.rules import events
from tests.rules.records.writing import RECORDS, Record, lines
from tests.rules.tables import KERNEL, VARIANTS


def _names(kind: Any) -> set[str]:
    return {name for one in get_args(kind) for name in _names(one)} or {kind.__name__}


SELDOM = {
    *_names(events.OfClock), "GameAbandoned", "SeatAbsent", "SeatCovered", "SeatReturned",
    "NonceOpened", "NonceSealed", "NoncesCalled", "NoncesVoided", "SeatEliminated", "SeatForfeited", "SeatLeft",
    "TableClosed",
}  # fmt: skip
"""Events of the lobby, of clocks, of absent players and of long games, which other tests meet."""


@pytest.mark.parametrize("record", RECORDS, ids=lambda record: record.name)
def test_the_game_is_the_recorded_one(record: Record) -> None:
    pinned = record.path.read_text(encoding="utf-8").splitlines()

    played = list(lines(record))

    diff = list(islice(unified_diff(pinned, played, "recorded", "played now", lineterm="", n=1), 40))
    assert not diff, "\n".join(diff)


def test_every_variant_is_recorded() -> None:
    assert {record.variant for record in RECORDS} == set(VARIANTS) - {KERNEL.name}


def test_every_event_is_recorded() -> None:
    pinned = "".join(record.path.read_text(encoding="utf-8") for record in RECORDS)

    missing = {name for name in _names(events.Event) if f"\n{name} " not in pinned}

    assert missing == SELDOM
