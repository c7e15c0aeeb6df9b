"""What who owns the database can do to tables, triggers and functions, before the log is changed or after it."""

from typing import Final

import pytest

from games.integrity.catalogue import catalogue_findings
from tests.games.integrity.planting import execute

pytestmark = pytest.mark.django_db

_NOTHING: Final = "RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'"
WEAKENED: Final = {
    "a function of the same name that does nothing": (
        (f"CREATE SCHEMA other; CREATE FUNCTION other.deny_change() {_NOTHING}; DROP TRIGGER deny_change ON ruleset; "
        "CREATE TRIGGER deny_change BEFORE UPDATE OR DELETE OR TRUNCATE ON ruleset FOR EACH STATEMENT "
        "EXECUTE FUNCTION other.deny_change(); ALTER TABLE ruleset ENABLE ALWAYS TRIGGER deny_change"),
        "table ruleset: trigger: it does not refuse",
    ),
    "a function with its owner's rights": (
        "ALTER FUNCTION deny_change() SECURITY DEFINER", "function deny_change: function: it runs with its owner's"
    ),
    "a function with settings of its own": (
        "ALTER FUNCTION deny_change() SET search_path = other", "function deny_change: function: it runs with its owner"
    ),
    "a trigger that drops changes of games": (
        (f"CREATE FUNCTION other() {_NOTHING}; "
        "CREATE TRIGGER other BEFORE UPDATE ON game FOR EACH ROW EXECUTE FUNCTION other()"),
        "table game: trigger: other is none",
    ),
    "a trigger that drops keys": (
        (f"CREATE FUNCTION other() {_NOTHING}; "
        "CREATE TRIGGER other BEFORE INSERT ON move_key FOR EACH ROW EXECUTE FUNCTION other()"),
        "table move_key: trigger: other is none",
    ),
    "a trigger that denies what must be possible": (
        "CREATE TRIGGER deny_change BEFORE UPDATE ON game FOR EACH STATEMENT EXECUTE FUNCTION deny_change()",
        "table game: trigger: deny_change is none",
    ),
    "a rule that drops seats": (
        "CREATE RULE other AS ON INSERT TO seat DO INSTEAD NOTHING",
        "table seat: rule: other is none",
    ),
    "a policy that hides events": ("ALTER TABLE event_7 ENABLE ROW LEVEL SECURITY", "table event_7: policy: "),
    "a policy that hides games": ("ALTER TABLE game ENABLE ROW LEVEL SECURITY", "table game: policy: "),
    "keys that a crash empties": ("ALTER TABLE move_key SET UNLOGGED", "table move_key: storage: "),
    "games that lie elsewhere": ("CREATE TABLE more () INHERITS (game)", "table game: inheritance: "),
    "events without a hash": (
        "ALTER TABLE event ALTER COLUMN hash DROP NOT NULL", "table event: column: hash bytea is missing or was changed"
    ),
    "another type": ("ALTER TABLE game ALTER COLUMN turn TYPE bigint", "table game: column: turn integer is missing"),
    "a default": ("ALTER TABLE seat ALTER COLUMN bank SET DEFAULT 0", "table seat: column: bank integer is missing"),
    "another column": ("ALTER TABLE event ADD COLUMN more text", "table event: column: more is none"),
    "no index of deadlines": ("DROP INDEX game_deadline", "table game: index: game_deadline is missing"),
    "no index of players": ("DROP INDEX seat_player", "table seat: index: seat_player is missing"),
    "a partition for all else": ("CREATE TABLE more PARTITION OF event DEFAULT", "table more: partition: "),
}  # fmt: skip


@pytest.mark.parametrize("weakness", WEAKENED)
def test_a_table_that_was_weakened_is_named(weakness: str) -> None:
    assert list(catalogue_findings()) == []
    sql, named = WEAKENED[weakness]

    execute(sql)

    found = [f"{fault.where}: {fault.what}" for fault in catalogue_findings()]
    assert [line for line in found if line.startswith(named)], found


def test_several_weaknesses_are_all_named() -> None:
    for name in ("a policy that hides games", "a default", "no index of players", "a rule that drops seats"):
        execute(WEAKENED[name][0])

    assert {fault.where for fault in catalogue_findings()} == {"table game", "table seat"}
    assert len(list(catalogue_findings())) == 4
