"""Work that is due in the benchmarks: a clock and its peer do the same work."""

import pytest
from django.db import connection

from config.embedded.pytest_plugin import CommittedDatabase
from tests.benchmarks import due

GAMES = 10


def spoken() -> dict[str, list[str]]:
    """Return the types of the events that the clock stored, by game."""
    with connection.cursor() as cursor:
        cursor.execute("SELECT stream, type FROM event WHERE actor = 'clock' ORDER BY stream, version")
        found: dict[str, list[str]] = {}
        for stream, type_ in cursor.fetchall():
            found.setdefault(stream, []).append(type_)
    return found


def test_the_peer_without_claims_stores_what_a_clock_stores(
    committed_db: CommittedDatabase,  # noqa: ARG001
    capsys: pytest.CaptureFixture[str],
) -> None:
    due.copies(GAMES)
    capsys.readouterr()

    due.words(60, 0, 2)
    by_peer = spoken()
    due.clock(60)
    everything = spoken()

    first, second = (int(line.split()[0]) for line in capsys.readouterr().out.splitlines())
    assert first == len(by_peer)
    assert first + second == len(everything) == GAMES
    assert len({tuple(types) for types in everything.values()}) == 1
