"""The check of statements: it follows what binds the shard of a table, and finds what nothing binds."""

import pytest

from tests.across_shards import ACROSS
from tests.statements import unbound


@pytest.mark.parametrize(
    "text",
    [
        "SELECT * FROM game WHERE shard = %s AND id = %s",
        "SELECT * FROM game AS g WHERE (g.shard, g.id) = (%(shard)s, %(id)s)",
        "SELECT * FROM game AS g JOIN seat AS s ON (s.shard, s.game) = (g.shard, g.id) WHERE g.shard = ANY(%s::int[])",
        "SELECT * FROM seat AS s JOIN game USING (shard, game) WHERE s.shard = 3",
        "SELECT (SELECT bank FROM seat AS s WHERE s.shard = g.shard) FROM game AS g WHERE g.shard = %s",
        "WITH own AS (SELECT shard FROM game WHERE shard = %s) SELECT * FROM own JOIN seat AS s ON s.shard = own.shard",
        "UPDATE plan AS p SET turn = g.turn FROM game AS g WHERE g.shard = %s AND (p.shard, p.game) = (g.shard, g.id)",
        "DELETE FROM plan AS p USING game AS g WHERE p.shard = %s AND g.shard = p.shard",
        "INSERT INTO seat (game, shard) VALUES (%s, %s)",
        "INSERT INTO sitting (generation, shard, game) SELECT %s, %s, game FROM json_to_recordset(%s) AS r (game uuid)",
        "INSERT INTO event_3 (shard, version) WITH last AS (SELECT version FROM event_3 WHERE shard = 3) SELECT %s, 1",
        "SELECT * FROM player WHERE id = %s",
    ],
)
def test_what_names_its_shard_passes(text: str) -> None:
    assert not unbound(text)


@pytest.mark.parametrize(
    ("text", "tables"),
    [
        ("SELECT * FROM game WHERE id = %s", ["game"]),
        ("SELECT * FROM game WHERE shard = %s OR id = %s", ["game"]),
        ("SELECT * FROM game WHERE NOT shard = %s", ["game"]),
        ("SELECT * FROM game AS g JOIN seat AS s ON s.game = g.id WHERE g.shard = %s", ["seat"]),
        ("SELECT * FROM game AS g JOIN seat AS s ON (s.shard, s.game) = (g.shard, g.id)", ["game", "seat"]),
        (
            "SELECT * FROM game AS g WHERE EXISTS (SELECT FROM seat AS s WHERE s.shard = %s AND s.shard = g.shard)",
            ["game"],
        ),
        ("SELECT * FROM unnest(%s::int[]) AS asked (shard) JOIN game USING (shard)", ["game"]),
        ("SELECT * FROM game AS g WHERE (g.shard, g.id) = (SELECT 1, id FROM player)", ["game"]),
        ("UPDATE game SET turn = 1 WHERE id = %s", ["game"]),
        ("DELETE FROM event WHERE stream = %s", ["event"]),
        ("INSERT INTO seat (game, shard) SELECT id, n %% 16 FROM copies", ["seat"]),
    ],
)
def test_what_crosses_shards_is_found(text: str, tables: list[str]) -> None:
    assert unbound(text) == tables


def test_reasons_are_given_for_parts_that_could_be_a_part_of_a_statement() -> None:
    assert all(part == " ".join(part.split()) and reason for part, reason in ACROSS.items())
